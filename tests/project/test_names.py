"""Names and arguments that the syntax tree can check: one class a name, and no long list of nameless values."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.test_tree import tracked
from tests.project.trees import tree_of

pytestmark = pytest.mark.story

MANY = 7
"""Fields or arguments from which on each is named: nobody counts positions beyond that."""

VARIADIC = frozenset(
    {"answer", "fields", "run", "git", "ready", "scrubjay", "program", "tracked", "hostile", "plumb", "pack"}
)
"""Functions that take any number of like values: a command line, or files."""

POSITIONAL = frozenset({"add", "__init__", "one_of", "builds", "made", "export"})
"""Calls whose receiver the tree doesn't tell: an audit's row, a parent's constructor, and what other packages offer."""


def trees(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    for file in tracked("*.py"):
        if str(file).split("/scrubjay")[0].endswith(folders) or not folders:
            yield file, tree_of(file)


def frozen(node: ast.ClassDef) -> ast.Call | None:
    calls = (one for one in node.decorator_list if isinstance(one, ast.Call) and ast.unparse(one.func) == "dataclass")
    return next((call for call in calls if any(word.arg == "frozen" for word in call.keywords)), None)


def test_values_with_many_fields_take_them_by_name() -> None:
    nameless = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef) or not (decorator := frozen(node)):
                continue
            fields = [line for line in node.body if isinstance(line, ast.AnnAssign)]
            if len(fields) >= MANY and not any(word.arg == "kw_only" for word in decorator.keywords):
                nameless.append(f"{file.name}:{node.lineno} {node.name}")
    assert nameless == []


def test_calls_with_many_arguments_name_them() -> None:
    nameless = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < MANY:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if len(node.args) >= MANY and name not in VARIADIC | POSITIONAL:
                nameless.append(f"{file.name}:{node.lineno} {name}")
    assert nameless == []


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for file in tracked("*.py"):
        if "tests" in file.parts:
            continue
        for node in tree_of(file).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file.name)
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
