"""Symbol lookup: where a view's code defines a name."""

import re
from dataclasses import dataclass

from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

MAX_SYMBOLS = 50
MAX_NAME = 400
_JOINS = re.compile(r"::|#|\s*>\s*|->")


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
