"""What a message counts is written as people write it: "1 line", never "1 lines"."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.trees import tree_of

TOP = Path(__file__).parents[2]
SOURCES = sorted([*(TOP / "shared").rglob("*.py"), *(TOP / "servers").rglob("*.py")])

_NOUN = re.compile(r" (?:(?:[a-z]+ )?[a-z]{2,}[^s\W]s)\b")
_NO_NOUN = ("is", "was", "has", "shows", "follows", "of", "not")
"""Words after a number that begin no noun: "record 3 follows", "3 of yours"."""


def _integers(tree: ast.Module) -> frozenset[str]:
    """Names that the code says are whole numbers: annotated so, or assigned from a length."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.Name(id="int")):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="int")):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_length(value):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def _is_length(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="len" | "sum")):
            return True
        case ast.BinOp(left=left, right=right):
            return _is_length(left) or _is_length(right)
        case _:
            return False


def _counts(value: ast.FormattedValue, here: frozenset[str], fields: frozenset[str]) -> bool:
    """Whether what is written there is a number that can be one; a constant in capitals is what it is."""
    match value.value:
        case ast.Name(id=name) if not name.isupper():
            return name in here or _thousands(value)
        case ast.Attribute(attr=name) if not name.isupper():
            return name in fields or _thousands(value)
        case _:
            return _is_length(value.value)


def _thousands(value: ast.FormattedValue) -> bool:
    return isinstance(value.format_spec, ast.JoinedStr) and "," in ast.unparse(value.format_spec)


def uncounted(tree: ast.Module, here: frozenset[str], fields: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Lines and texts of messages in which a number that can be one stands before a plural.

    `here` are the names of whole numbers in this file, `fields` in any: an attribute may be defined elsewhere.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                follows = _NOUN.match(str(after.value))
                if follows and follows.group().split()[0] not in _NO_NOUN and _counts(value, here, fields):
                    yield value.lineno, f"{ast.unparse(value.value)}{follows.group()}"


def test_no_message_counts_one_things() -> None:
    trees = {file: tree_of(file) for file in SOURCES}
    integers = {file: _integers(tree) for file, tree in trees.items()}
    fields = frozenset().union(*integers.values())
    found = [
        f"{file.relative_to(TOP)}:{line}: {text}: write counted(number, noun)"
        for file, tree in trees.items()
        for line, text in uncounted(tree, integers[file], fields)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('def f(n: int): return f"{n} lines"', [1]),
        ('x = len(y) - 1\nsaid = f"{x} new files of {len(z)} files"', [2, 2]),
        ('said = f"{n:,} memories"', [1]),
        ("said = f\"{MOST:,} lines, {name} says, {counted(n, 'line')}\"", []),
        ('def f(n: int): return f"record {n} follows, {n} of yours"', []),
    ],
)
def test_the_look_finds_numbers_before_plurals_and_nothing_else(code: str, lines: list[int]) -> None:
    tree = ast.parse(code)
    assert [line for line, _ in uncounted(tree, _integers(tree), _integers(tree))] == lines
