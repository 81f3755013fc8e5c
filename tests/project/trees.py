"""The syntax tree of each file of the tree, parsed once for all tests that read code."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """The file's tree; whoever reads it changes nothing in it."""
    return ast.parse(file.read_text(encoding="utf-8"))
