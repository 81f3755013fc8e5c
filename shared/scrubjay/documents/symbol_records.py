"""Symbols of a view's code: read from git once for each blob, by the grammars, and stored."""

import time

from scrubjay.documents import store
from scrubjay.documents.text import decode
from scrubjay.errors import LimitExceeded
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.index.chunking.budget import truncate
from scrubjay.index.chunking.languages import PREFIX
from scrubjay.index.chunking.tags import TAGS_VERSION, Symbol, symbols
from scrubjay.index.generation import bump
from scrubjay.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.secrets import mask
from scrubjay.storage import Connection, Database

BATCH = 10
"""Files a transaction: about 500 rows."""


def unread_symbols(connection: Connection, view: View, policy: Policy) -> list[tuple[int, str, str]]:
    """Code of the view that this version hasn't read: content, blob and format."""
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.unread_symbols, {"view": number, "reader": TAGS_VERSION})
    return [(row["id"], row["blob"], row["format"]) for row in rows]


def record_symbols(git: Git, knowledge: Database, view: View, policy: Policy, until: float | None = None) -> int:
    """Read the view's code for symbols, where it wasn't; returns how many files.

    `until` is a time of the monotonic clock, after which the rest is left for the next run.
    """
    todo = knowledge.read(lambda c: unread_symbols(c, view, policy))
    if not todo:
        return 0
    done = 0
    with ObjectReader(git) as reader:
        for start in range(0, len(todo), BATCH):
            if until is not None and time.monotonic() > until:
                break
            read = [
                (content, _symbols(decode(reader.read(blob, policy.max_bytes)).text, format, policy))
                for content, blob, format in todo[start : start + BATCH]
            ]
            knowledge.write(lambda c, read=read: _store(c, read))  # type: ignore[misc]
            done += len(read)
    return done


def _symbols(text: str, format: str, policy: Policy) -> tuple[Symbol, ...]:
    try:
        return symbols(mask(truncate(text), policy.allowed).text, format.removeprefix(PREFIX))
    except LimitExceeded:
        return ()


def _store(connection: Connection, read: list[tuple[int, tuple[Symbol, ...]]]) -> None:
    for content, found in read:
        connection.execute(store.Q.clear_symbols, {"content": content})
        connection.executemany(
            store.Q.add_symbol,
            (
                {"content": content, "name": symbol.name, "role": symbol.role, "line": symbol.line,
                 "end_line": symbol.end_line, "path": symbol.path}
                for symbol in found
            ),
        )  # fmt: skip
        connection.execute(store.Q.add_symbol_reading, {"content": content, "reader": TAGS_VERSION})
    bump(connection)
