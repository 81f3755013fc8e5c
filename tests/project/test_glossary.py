"""The glossary's last column names what the code has."""

import ast
import re
from collections.abc import Iterator

from tests.project.pages import TOP
from tests.project.test_tree import tracked
from tests.project.trees import tree_of

ROW = re.compile(r"^\|[^|]+\|[^|]+\| `([^`]+)` \|$", re.MULTILINE)


def defined(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from defined(node.body, f"{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + target.id for target in targets if isinstance(target, ast.Name))


def test_each_name_in_the_glossary_is_in_the_code() -> None:
    named = ROW.findall((TOP / "docs/glossary.md").read_text(encoding="utf-8"))
    code = (file for file in tracked("*.py") if "tests" not in file.parts)
    names = {name for file in code for name in defined(tree_of(file).body)}
    assert len(named) > 50
    assert set(named) <= names, set(named) - names


def test_each_word_names_the_code_or_is_said_to_be_a_users_word() -> None:
    text = (TOP / "docs/glossary.md").read_text(encoding="utf-8").partition("## Words for names in the code")[0]
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| word |")]
    assert [row for row in rows if not (ROW.fullmatch(row) or row.endswith("| users' word |"))] == []
