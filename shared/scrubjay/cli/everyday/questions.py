"""Searches of past conversations, and queries from a file: one a line, or JSON."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TextIO

import typer

from scrubjay.cli.context import Invocation, open_workspace
from scrubjay.cli.lazy import is_text
from scrubjay.cli.output import read_by_somebody, say, say_json
from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.frozen import dataclass, replace
from scrubjay.search.recall.conversation_text import conversations_as_object, render_conversations
from scrubjay.search.recall.conversation_values import RECIPE, ConversationRequest

if TYPE_CHECKING:
    from scrubjay.search.recall.conversations import ConversationSearch


MAX_LINE = 100_000
"""Characters of one line of a batch; the query itself is bounded by the search."""


KEYS: Final = ("query", "also_ask")
"""What a line that is JSON may hold; options hold for the whole batch."""

FORM: Final = 'Write it as {"query": "who may publish"}.'


@dataclass(frozen=True, slots=True)
class AskedLine:
    """What one line asks, perhaps in further wordings."""

    query: str
    also_ask: tuple[str, ...] = ()


def question(line: str, keys: Sequence[str] = KEYS) -> AskedLine:
    r"""A question parsed from a line of a file: plain words, or JSON. Raises UsageError.

    {"query": "first line\nsecond line"} is any question, with further wordings in "also_ask"; "first line\nsecond line"
    one of several lines. A line that begins with a brace is such JSON and nothing else; any other text in quotes stays
    a phrase, as it is at a terminal. Raises UsageError for what is no text, and for JSON that asks nothing.
    """
    text = line.strip()
    if not is_text(text):
        raise UsageError("the line isn't encoded in UTF-8. Save the file as UTF-8.")
    if not text.startswith(("{", '"')):
        return AskedLine(text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.startswith("{"):
            raise UsageError(f"it begins with a brace and isn't valid JSON. {FORM}") from error
        return AskedLine(text)
    if isinstance(value, dict):
        return _question_in_object(value, keys)
    return AskedLine(checked_text(value)) if "\n" in value.strip() else AskedLine(text)


def _question_in_object(value: Mapping[str, Any], keys: Sequence[str]) -> AskedLine:
    """The question in a JSON object. Raises UsageError for other keys, or values of another type."""
    if further := sorted(value.keys() - set(keys)):
        key = json.dumps(further[0][:40])
        raise UsageError(
            f"it has the key {key}, which isn't known. A line takes {' and '.join(keys)}; "
            "options such as --limit hold for the whole batch."
        )
    query, also = value.get("query"), value.get("also_ask", [])
    if not isinstance(query, str):
        raise UsageError(f"query takes a text. {FORM}")
    if not isinstance(also, list) or not all(isinstance(text, str) for text in also):
        raise UsageError('also_ask takes a list of texts, such as ["retry budget"].')
    if also and not query.strip():
        raise UsageError("also_ask words a question anew, and query is empty. Ask the question there.")
    return AskedLine(checked_text(query), tuple(map(checked_text, also)))


def answer_each(
    name: str,
    answer: Callable[[AskedLine], object],
    refused: Callable[[AskedLine, str], object],
    keys: Sequence[str] = KEYS,
) -> None:
    """Print what answers each line of a file, or why none does, as long as somebody reads.

    Raises UsageError after the last line where one couldn't be asked: nobody must believe that it was heeded.
    """
    wrong: list[str] = []
    with batch_lines(name) as lines:
        for number, line in enumerate(lines, 1):
            if not read_by_somebody():
                return
            asked = AskedLine(line.strip())
            try:
                asked = question(line, keys)
                said = answer(asked)
            except UsageError as error:
                why = f"Line {number} of the batch: {error}" if asked.query else ""
                wrong += filter(None, [why])
                said = refused(asked, why)
            say_json(said)
    if wrong:
        raise UsageError(wrong[0])


def checked_text(text: str) -> str:
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
        yield _bounded_lines(stream)


def _bounded_lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream. Raises LimitExceeded for a line that is too long."""
    while line := stream.readline(MAX_LINE):
        if not line.endswith("\n") and len(line) == MAX_LINE:
            raise LimitExceeded(f"--batch: a line is longer than {MAX_LINE:,} characters. Shorten it.")
        yield line


BUDGET = 6000


def search_conversations(
    invocation: Invocation, words: str, *, since: str, until: str, role: str, limit: int, recipe: str, explain: bool,
    as_json: bool, batch: str,
) -> None:  # fmt: skip
    """Search the conversations of a project. Exit code 1 when nothing is found."""
    request = ConversationRequest(
        query=words,
        since=since,
        until=until,
        role=role,
        limit=limit,
        budget=BUDGET,
        detail="full" if explain else "concise",
        recipe=recipe or RECIPE,
    )
    with open_workspace(invocation) as (_, workspace):
        if batch:
            _search_each(workspace.conversation_search, request, batch)
            return
        answer = workspace.conversation_search.search(request)
    if as_json:
        say_json(conversations_as_object(answer))
    else:
        say(render_conversations(answer))
    if not answer.hits:
        raise typer.Exit(1)


def _search_each(conversations: "ConversationSearch", request: "ConversationRequest", batch: str) -> None:
    """Answer the lines of a file. A line that can't be asked gives empty results, and says why."""
    answer_each(
        batch,
        lambda asked: conversations_as_object(conversations.search(replace(request, query=asked.query))),
        lambda asked, why: conversations_as_object(conversations.nothing(replace(request, query=asked.query), why)),
        keys=("query",),
    )
