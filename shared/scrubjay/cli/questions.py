"""Queries from a file: one a line; a query of several lines, or with further wordings, is JSON."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TextIO

from scrubjay.cli.lazy import is_text
from scrubjay.cli.output import read_by_somebody, say_json
from scrubjay.errors import LimitExceeded, UsageError

MAX_LINE = 100_000
"""Characters of one line of a batch; the query itself is bounded by the search."""


KEYS: Final = ("query", "also_ask")
"""What a line that is JSON may hold; options hold for the whole batch."""


class WrongKey(UsageError):
    """A line of a batch has a key that isn't known, or that doesn't take its value."""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """What one line asks, perhaps in further wordings."""

    query: str
    also_ask: tuple[str, ...] = ()


def question(line: str, number: int = 1, keys: Sequence[str] = KEYS) -> AskedLine:
    r"""What a line asks: its words, or what the JSON says that it is.

    {"query": "first line\nsecond line"} is any question, with further wordings in "also_ask"; "first line\nsecond line"
    one of several lines. Any other text in quotes stays a phrase, as it is at a terminal. Raises UsageError for what is
    no text, and WrongKey.
    """
    text = line.strip()
    if not is_text(text):
        raise UsageError("The line isn't encoded in UTF-8.")
    if text.startswith(("{", '"')):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return AskedLine(text)
        if isinstance(value, dict) and isinstance(value.get("query"), str):
            return _with_keys(value, number, keys)
        if isinstance(value, str) and "\n" in value.strip():
            return AskedLine(whole(value))
    return AskedLine(text)


def _with_keys(value: Mapping[str, Any], number: int, keys: Sequence[str]) -> AskedLine:
    if further := sorted(value.keys() - set(keys)):
        key = json.dumps(further[0][:40])
        raise WrongKey(
            f"Line {number} of the batch has the key {key}, which isn't known. A line takes {' and '.join(keys)}; "
            "options such as --limit hold for the whole batch."
        )
    also = value.get("also_ask", [])
    if not isinstance(also, list) or not all(isinstance(text, str) for text in also):
        raise WrongKey(f'Line {number} of the batch: also_ask takes a list of texts, such as ["retry budget"].')
    return AskedLine(whole(value["query"]), tuple(map(whole, also)))


def answer_each(
    name: str,
    answer: Callable[[AskedLine], object],
    refused: Callable[[AskedLine, str], object],
    keys: Sequence[str] = KEYS,
) -> None:
    """Print what answers each line of a file, or why none does, as long as somebody reads.

    Raises UsageError after the last line where one had a wrong key: who misspells one must not believe it was heeded.
    """
    wrong: list[str] = []
    with batch_lines(name) as lines:
        for number, line in enumerate(lines, 1):
            if not read_by_somebody():
                return
            asked = AskedLine(line.strip())
            try:
                asked = question(line, number, keys)
                said = answer(asked)
            except UsageError as error:
                wrong += [str(error)] if isinstance(error, WrongKey) else []
                said = refused(asked, str(error) if asked.query else "")
            say_json(said)
    if wrong:
        raise UsageError(wrong[0])


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
