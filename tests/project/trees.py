"""The syntax tree of each file of the tree, parsed once for all tests that read code."""

import ast
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[2]
SHARED = tuple(sorted(file.parent.name for file in TOP.glob("shared/*/__init__.py")))
"""The core and its extensions."""
PRODUCT = tuple(sorted((*SHARED, *(file.parent.name for file in TOP.glob("servers/*/__init__.py")))))
"""Every package that is installed."""


@cache
def tree_of(file: Path) -> ast.Module:
    """The file's tree; whoever reads it changes nothing in it."""
    return ast.parse(file.read_text(encoding="utf-8"))
