"""Symbols of a view's code, read once for each content, and where a name is defined."""

import time

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.tags import TAGS_VERSION, Symbol, symbols
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import bump
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

BATCH = 10
"""Files a transaction: about 500 rows."""


def unread_symbols(connection: Connection, view: View, policy: Policy) -> list[tuple[int, str]]:
    """The view's code whose symbols this version hasn't read: content and format."""
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.unread_symbols, {"view": number, "reader": TAGS_VERSION})
    return [(row["id"], row["format"]) for row in rows]


def record_symbols(knowledge: Database, view: View, policy: Policy, until: float | None = None) -> int:
    """Read the symbols of the view's code where they aren't read yet; returns of how many files.

    `until` is a time of the monotonic clock, after which the rest is left for the next run.
    """
    todo = knowledge.read(lambda c: unread_symbols(c, view, policy))
    if not todo:
        return 0
    done = 0
    for start in range(0, len(todo), BATCH):
        if until is not None and time.monotonic() > until:
            break
        batch = todo[start : start + BATCH]
        texts = knowledge.read(lambda c, batch=batch: [index.text_of(c, content) for content, _ in batch])  # type: ignore[misc]
        read = [(id, _symbols(text, format)) for (id, format), text in zip(batch, texts, strict=True)]
        knowledge.write(lambda c, read=read: _store(c, read))  # type: ignore[misc]
        done += len(read)
    return done


def _symbols(text: str, format: str) -> tuple[Symbol, ...]:
    try:
        return symbols(text, format.removeprefix(PREFIX))
    except LimitExceeded:
        return ()


def _store(connection: Connection, read: list[tuple[int, tuple[Symbol, ...]]]) -> None:
    """Store the symbols of some contents, in place of older ones."""
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


MAX_SYMBOLS = 50
MAX_NAME = 400
_JOINS = pattern(r"::|#|\s*>\s*|->")


@dataclass(frozen=True, slots=True)
class SymbolDefinition:
    """A definition: its whole path (`Class.method`), its file, and the lines from its first comment to its own last.

    The lines of a class end with its last own statement; each method is an entry of its own.
    """

    symbol: str
    path: str
    blob: str
    start_line: int
    end_line: int


def find_symbols(
    connection: Connection, view: View, policy: Policy, name: str, limit: int = MAX_SYMBOLS
) -> tuple[SymbolDefinition, ...]:
    """The definitions of a name, `method`, `Class.method` or `Class::method`; case-sensitive. Whole paths first."""
    symbol = _JOINS.sub(".", name.strip().removesuffix("()"))[:MAX_NAME].strip(".")
    if not symbol or "\0" in symbol:
        return ()
    number = store.visible(connection, view, policy)
    params = {"view": number, "name": symbol, "limit": max(0, min(limit, MAX_SYMBOLS))}
    rows = connection.execute(store.Q.symbols, params)
    return tuple(SymbolDefinition(r["symbol"], r["path"], r["blob"], r["first"], r["last"]) for r in rows)
