"""Queries from a file: one a line; a query of several lines is JSON."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from scrubjay.cli.lazy import is_text
from scrubjay.errors import LimitExceeded, UsageError

MAX_LINE = 100_000
"""Characters of one line of a batch; the query itself is bounded by the search."""


def question(line: str) -> str:
    r"""What a line asks: its words, or what the JSON says that it is.

    {"query": "first line\nsecond line"} is any question; "first line\nsecond line" one of several lines. Any other
    text in quotes stays a phrase, as it is at a terminal. Raises UsageError for what is no text.
    """
    text = line.strip()
    if not is_text(text):
        raise UsageError("The line isn't encoded in UTF-8.")
    if text.startswith(("{", '"')):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if isinstance(value, dict) and isinstance(value.get("query"), str):
            if further := sorted(map(str, value.keys() - {"query"})):
                raise UsageError(
                    f"A line has a query alone, not {further[0][:40]!r}; options hold for the whole batch."
                )
            return whole(value["query"])
        if isinstance(value, str) and "\n" in value.strip():
            return whole(value)
    return text


def whole(text: str) -> str:
    """A text from JSON, whose escapes may name halves of surrogate pairs. Raises UsageError."""
    if not is_text(text):
        raise UsageError("The query contains half of a surrogate pair, which is no character.")
    return text.strip()


@contextmanager
def batch_lines(name: str) -> Iterator[Iterator[str]]:
    """The lines of a file or of stdin, each bounded; bytes that aren't UTF-8 stand in them as in `sys.argv`."""
    try:
        stream = open(  # noqa: SIM115
            sys.stdin.fileno() if name == "-" else name, encoding="utf-8", errors="surrogateescape", closefd=name != "-"
        )
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}. --batch takes a file with one query on each line.") from error
    with stream:
        yield _bounded(stream)


def _bounded(stream: TextIO) -> Iterator[str]:
    while line := stream.readline(MAX_LINE):
        if not line.endswith("\n") and len(line) == MAX_LINE:
            raise LimitExceeded(f"--batch: a line is longer than {MAX_LINE:,} characters. Shorten it.")
        yield line
