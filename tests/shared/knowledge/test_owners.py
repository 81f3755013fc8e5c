"""CODEOWNERS as GitHub and GitLab read it."""

import pytest

from scrubjay.knowledge.owners import owned_paths, owner_rules, owners_of

SECTIONS = """* @all
[Docs][2] @writers
docs/
*.md @editors
^[Code]
/src/ @coders
/src/gen/
[docs]
/docs/legal/ @lawyers
"""


def test_the_last_line_that_covers_a_path_decides() -> None:
    rules = owner_rules("* @all\n/docs/ @writers # these\n*.go @gophers\n/docs/secret\n[Section] @section\n/ui/*\n")
    found = {path: (rule.owners, rule.line) for path, rule in owned_paths(
        ("a.txt", "docs/x/a.md", "docs/a.go", "docs/secret", "ui/a.ts", "ui/b/c.ts"), rules)}  # fmt: skip
    assert found == {
        "a.txt": (("@all",), 1), "docs/x/a.md": (("@writers",), 2), "docs/a.go": (("@gophers",), 3),
        "ui/a.ts": (("@section",), 6), "ui/b/c.ts": (("@all",), 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("docs/a.txt", ("@all", "@writers")),
        ("docs/a.md", ("@all", "@editors")),
        ("docs/legal/a.md", ("@all", "@lawyers")),
        ("src/a.py", ("@all", "@coders")),
        ("src/gen/a.py", ("@all",)),
        ("README", ("@all",)),
    ],
)
def test_each_section_of_gitlab_decides_by_itself(path: str, owners: tuple[str, ...]) -> None:
    assert owners_of([path], SECTIONS) == owners


@pytest.mark.parametrize(
    ("line", "covered", "others"),
    [
        ("apps/ @a", ("apps/x", "y/apps/x/z"), ("apps.py",)),
        ("/apps/ @a", ("apps/x",), ("y/apps/x",)),
        ("*.js @a", ("a.js", "x/y/a.js"), ("a.jsx",)),
        ("docs/* @a", ("docs/a.md",), ("docs/x/a.md", "y/docs/a.md")),
        ("**/logs @a", ("logs/x", "build/logs/x"), ("logsy",)),
        (r"my\ docs/ a@b.example", ("my docs/a.md",), ("my/docs/a.md",)),
        ("!x @a", (), ("x",)),
    ],
)
def test_patterns_are_read_as_in_gitignore(line: str, covered: tuple[str, ...], others: tuple[str, ...]) -> None:
    assert [path for path in (*covered, *others) if owners_of([path], line)] == list(covered)
