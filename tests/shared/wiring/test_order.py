"""The wiring of a worktree is built in order: nothing in it uses a name before that has its value."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scrubjay.wiring

MODULES = sorted(Path(scrubjay.wiring.__file__).parent.glob("*.py"))
LONGEST = 90
"""Lines of a function that builds a group."""

Function = ast.FunctionDef | ast.Lambda


def bound(function: Function) -> dict[str, int]:
    """The line of each name that a function, or one within it, binds; the last one."""
    lines = {argument.arg: argument.lineno for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            lines[node.id] = max(node.lineno, lines.get(node.id, 0))
    return lines


def forward_references(tree: ast.AST) -> Iterator[str]:
    """Names that a function within a function uses above the line that gives them their value."""
    for outer in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        lines = bound(outer)
        for inner in (node for node in ast.walk(outer) if isinstance(node, Function) and node is not outer):
            own = bound(inner)
            for name in (node for node in ast.walk(inner) if isinstance(node, ast.Name)):
                if name.id not in own and lines.get(name.id, 0) > inner.lineno:
                    yield f"{name.id} in line {inner.lineno}"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_no_function_uses_what_is_built_later(module: Path) -> None:
    assert not list(forward_references(ast.parse(module.read_text(encoding="utf-8"))))


def test_a_reference_to_what_is_built_later_is_found() -> None:
    assert list(forward_references(ast.parse("def wire():\n    get = lambda: late\n    late = 1\n")))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_each_builder_is_short(module: Path) -> None:
    functions = [node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.FunctionDef)]
    assert all((node.end_lineno or 0) - node.lineno < LONGEST for node in functions)
