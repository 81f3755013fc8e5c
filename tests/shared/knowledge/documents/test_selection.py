"""Which paths are documents, and that no pattern can make us wait."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.documents.selection import Glob, Selection, format_of
from scrubjay.settings.code import DEFAULT_EXCLUDE, DEFAULT_INCLUDE


@pytest.fixture
def defaults() -> Selection:
    return Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE)


@pytest.mark.parametrize(
    ("path", "selected"),
    [
        ("README.md", True),
        ("docs/deep/er/Guide.RST", True),
        ("docs/adr/0001-x.adoc", True),
        ("keps/sig/1-x/kep.yaml", True),
        ("notes.txt", True),
        ("src/app.py", False),
        ("node_modules/x/README.md", False),
        ("a/node_modules/b/c.md", False),
        ("vendor/lib/README.md", False),
        ("docs/secrets/prod.md", False),
        ("docs/secrets.md", True),
        ("deploy/.env", False),
        ("", False),
    ],
)
def test_the_defaults_take_prose_and_leave_other_peoples_folders(
    path: str, selected: bool, defaults: Selection
) -> None:
    assert defaults.selects(path) is selected
    assert defaults.reason(path)


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/**", "docs/a/b.md", True),
        ("docs/**", "docs", True),
        ("docs/*", "docs/a/b.md", False),
        ("**/*.md", "a.md", True),
        ("**/adr/**/*.md", "x/adr/a.md", True),
        ("a/**/b", "a/b", True),
        ("*.md", "a/b.md", False),
        ("[ab].md", "b.md", True),
        ("a?.md", "ab.md", True),
    ],
)
def test_globs_go_by_component(pattern: str, path: str, matches: bool) -> None:
    assert Glob.of(pattern).matches(path.lower().split("/")) is matches


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 60 + "b", "a" * 4000),
        ("**/" * 100 + "x", "/".join("a" * 200)),
        ("**/a/" * 60 + "b", "/".join(["a"] * 250)),
        ("[!a]" * 200, "b" * 199 + "a"),
        ("?" * 500 + "*", "a" * 499),
    ],
)
def test_a_hostile_pattern_decides_at_once(pattern: str, path: str) -> None:
    import time

    started = time.process_time()
    Glob.of(pattern).matches(path.split("/"))
    assert time.process_time() - started < 5


@settings(derandomize=True, max_examples=200, deadline=None, database=None)
@given(
    st.lists(st.sampled_from(["a", "b", "**", "*", "a*", "*b"]), min_size=1, max_size=5),
    st.lists(st.sampled_from(["a", "b", "ab"]), max_size=6),
)
def test_a_glob_agrees_with_its_plain_definition(pattern: list[str], path: list[str]) -> None:
    import fnmatch

    def plain(parts: list[str], components: list[str]) -> bool:
        if not parts:
            return not components
        if parts[0] == "**":
            return plain(parts[1:], components) or (bool(components) and plain(parts, components[1:]))
        return bool(components) and fnmatch.fnmatchcase(components[0], parts[0]) and plain(parts[1:], components[1:])

    assert Glob.of("/".join(pattern)).matches(path) is plain(pattern, path)


def test_a_path_of_absurd_depth_is_left_out_with_its_reason() -> None:
    selection = Selection(["**"], [])
    assert selection.selects("a/" * 255 + "b.md")
    assert not selection.selects("a/" * 256 + "b.md")
    assert "256" in selection.reason("a/" * 256 + "b.md")


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("a.md", "markdown"),
        ("A.RST", "rst"),
        ("x/kep.yaml", "kep"),
        ("a.adoc", "asciidoc"),
        ("LICENSE", "text"),
        ("a.txt", "text"),
    ],
)
def test_the_name_tells_the_format(path: str, format: str) -> None:
    assert format_of(path) == format
