"""Output: tables on a terminal, plain text elsewhere, JSON for scripts."""

import os
import select
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import typer

from scrubjay.model.table import Table
from scrubjay.model.visible import json_text, visible

if TYPE_CHECKING:
    from scrubjay.model.view import OmittedFile


_SILENT: set[int] = set()
"""Descriptors of this process that nobody reads any more; they lead nowhere from then on."""


def branch(name: str) -> str:
    """A branch as people read it: a detached HEAD without the id that stands beside it anyway."""
    return "detached" if name.startswith("detached:") else name


def say(text: str = "", **style: Any) -> None:
    """Print to stdout, perhaps in a style of typer's."""
    escaped = visible(text)
    _write(typer.style(escaped, **style) if style else escaped)


def warn(text: str) -> None:
    """Print to stderr, where scripts don't read."""
    complain(f"note: {text}")


def complain(text: str) -> None:
    """Print to stderr as it is: the one line of an error."""
    _write(visible(text), err=True)


def say_json(value: Any) -> None:
    """Print one JSON object on one line."""
    _write(json_text(value))


def _write(line: str, *, err: bool = False) -> None:
    """Write a line. What nobody reads any more is dropped: a reader that goes stops the output, never the work."""
    try:
        typer.echo(line, err=err)
    except BrokenPipeError:
        silence(sys.stderr if err else sys.stdout)


def silence(stream: TextIO) -> None:
    """Discard everything written to this stream from now on, so that Python's last flush can't fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    _SILENT.add(stream.fileno())


def read_by_somebody() -> bool:
    """Whether somebody still reads stdout: what would go on for ever ends with its reader."""
    try:
        if sys.stdout.fileno() in _SILENT:
            return False
        watched = select.poll()
        watched.register(sys.stdout.fileno(), select.POLLOUT)
        return not any(event & (select.POLLERR | select.POLLHUP) for _, event in watched.poll(0))
    except (AttributeError, OSError, ValueError):
        return True  # no such call here, or no descriptor


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
    cells = (tuple(visible(str(cell)).replace("\n", " ") for cell in row) for row in rows)
    shown = Table(tuple(columns), tuple(cells))
    if on_terminal():
        from scrubjay.cli.screen import draw_table  # Rich costs more than all the rest

        draw_table(shown)
        return
    for line in shown.lines():
        say(line)


def file_lines(files: "Sequence[OmittedFile]", most: int) -> Iterator[str]:
    """A line a file, then how many more there are and what shows them."""
    for file in files[:most]:
        yield f"{file.path}: {file.reason}"
    if len(files) > most:
        yield f"… and {len(files) - most:,} more: `scrubjay log --limit {len(files)}`"
