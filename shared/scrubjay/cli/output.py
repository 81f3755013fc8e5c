"""How does an answer reach the screen? Tables on a terminal, plain text otherwise, JSON for scripts."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer

_TURNING = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: with them a text can look like another one."""

_HARMLESS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"} | {
    code: f"\\u{code:04x}" for code in _TURNING
}
"""Control characters are shown, not sent: a document must not be able to drive the terminal."""


def plain(text: str) -> str:
    """A text without control characters."""
    return text.translate(_HARMLESS)


def branch(name: str) -> str:
    """A branch as people read it: a detached HEAD without the id that stands beside it anyway."""
    return "detached" if name.startswith("detached:") else name


def say(text: str = "") -> None:
    """Print to stdout."""
    typer.echo(plain(text))


def warn(text: str) -> None:
    """Print to stderr, where scripts don't read."""
    typer.echo(plain(f"note: {text}"), err=True)


def say_json(value: Any) -> None:
    """Print one JSON object on one line."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def on_terminal() -> bool:
    """Whether a person reads stdout."""
    return sys.stdout.isatty()


def in_colour() -> bool:
    """Whether colours and links may be sent: to a terminal that has them, unless NO_COLOR says otherwise."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def can_ask() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under headings: by Rich on a terminal, else as columns divided by two spaces."""
    cells = [[plain(str(cell)).replace("\n", " ") for cell in row] for row in rows]
    if on_terminal():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            drawn.add_column(column, overflow="fold")
        for row in cells:
            drawn.add_row(*(Text(cell) for cell in row))
        Console(no_color=bool(os.environ.get("NO_COLOR"))).print(drawn)
        return
    lines = [list(columns), *cells]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    for row in lines:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
