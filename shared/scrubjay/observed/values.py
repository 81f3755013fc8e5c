"""What texts does a JSON value hold? Pure."""

from collections.abc import Iterator
from typing import Any


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, names of fields left out."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            waiting += reversed(node.values())
        elif isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, int | float) and not isinstance(node, bool):
            yield str(node)


def text_of(value: Any) -> str:
    """A text as it is; empty for anything else."""
    return value if isinstance(value, str) else ""
