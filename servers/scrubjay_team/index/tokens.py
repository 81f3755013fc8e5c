"""Tokens of texts as SQLite's full text makes them, and where a phrase stands: in memory, by the core's own tables."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.index.full_text import FullText, index_path
from scrubjay.knowledge.index.store import indexed_title
from scrubjay.model.frozen import dataclass
from scrubjay.storage.driver import connect
from scrubjay.storage.migrate import migrate
from scrubjay_team.index.keys import Area
from scrubjay_team.index.source.words import TABLES, Q

if TYPE_CHECKING:
    from scrubjay.storage.driver import Connection

KEPT: Final = 4096
"""Texts whose tokens are kept."""

_EMPTY: Final = {
    Area.PASSAGES: Q.clear_passages, Area.DOCUMENTS: Q.clear_documents, Area.PATHS: Q.clear_paths,
    Area.CODE: Q.clear_code, Area.CODE_PATHS: Q.clear_code_paths,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedText:
    """What a full text is made of: a passage, a whole document (no heading), or a path (`text`)."""

    id: int
    text: str
    title: str = ""
    heading: str = ""
    format: str = ""
    blob: str = ""


class TextTokens:
    """The tokens of a process; safe to use from several threads, of which one at a time is answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._of = lru_cache(KEPT)(self._read)

    def of(self, text: str) -> tuple[str, ...]:
        """The tokens of a text, in order: in small letters, without diacritics, stemmed."""
        return self._of(text)

    def frequencies(self, area: Area, texts: Iterable[IndexedText], terms: Sequence[str]) -> dict[int, int]:
        """How often some tokens stand in a row in a full text made of some texts, by the weights of its fields."""
        wanted, weights = tuple(terms), TABLES[area]
        counted: dict[int, int] = {}
        for id, column, tokens in self._rows(area, texts, wanted):
            times = sum(tokens[start : start + len(wanted)] == wanted for start in range(len(tokens)))
            weight = {"title": weights.title, "terms": weights.terms}.get(column, 1)
            counted[id] = counted.get(id, 0) + weight * times
        return {id: times for id, times in counted.items() if times}

    def _read(self, text: str) -> tuple[str, ...]:
        """The tokens of a text, made now."""
        with self._lock:
            connection = self._opened(Area.PATHS)
            connection.execute(Q.add_tokens, {"text": text})
            rows = connection.execute(Q.all_words).fetchall()
        return tuple(row["term"] for row in rows)

    def _rows(
        self, area: Area, texts: Iterable[IndexedText], wanted: Sequence[str]
    ) -> list[tuple[int, str, tuple[str, ...]]]:
        """The tokens of each field of the texts; a token that isn't wanted is an empty one."""
        ids = dict(enumerate(texts, 1))
        with self._lock:
            connection = self._opened(area)
            for place, text in ids.items():
                _index(connection, area, place, text)
            rows = connection.execute(Q.all_words).fetchall()
        found = []
        for (place, column), group in groupby(rows, key=itemgetter("doc", "col")):
            tokens: list[str] = []
            last = -1
            for row in group:
                tokens += [""] * (row["offset"] - last - 1)
                tokens.append(row["term"] if row["term"] in wanted else "")
                last = row["offset"]
            found.append((ids[place].id, column, tuple(tokens)))
        return found

    def _opened(self, area: Area) -> Connection:
        """The connection in memory, with one full text emptied and its words open."""
        if self._connection is None:
            connection = connect(":memory:")
            migrate(connection, "knowledge", ":memory:")
            self._connection = connection
        self._connection.execute(Q.drop_words)
        self._connection.execute(_EMPTY[area])
        self._connection.execute(TABLES[area].open)
        return self._connection


def _index(connection: Connection, area: Area, id: int, text: IndexedText) -> None:
    """Write a text into its full text, as the core does."""
    if area in (Area.PATHS, Area.CODE_PATHS):
        index_path(connection, id, text.text)
        return
    full = FullText(text.format, indexed_title(text.title, text.format, text.blob), text.text)
    if area == Area.DOCUMENTS:
        full.index_document(connection, id, text.text)
    else:
        full.index_passage(connection, id, text.heading, text.text)
