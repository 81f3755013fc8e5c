"""Words of a project's full texts as SQLite tokenised them: by row, and how many rows hold each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.storage.driver import Connection, load
from scrubjay_team.index.keys import LONGEST, Area, id_of, word_key

Q = load(__package__)

TITLE, TERMS = 3, 2
"""What a word in a title, and an exact name, counts in passages and whole documents: as in the core's bm25."""


@dataclass(frozen=True, slots=True)
class FullTextTable:
    """One of the core's full-text tables: the statement that opens its words, and the one that counts its rows."""

    open: str
    count: str
    title: int = 1
    terms: int = 1


TABLES: Final = {
    Area.PASSAGES: FullTextTable(Q.words_of_passages, Q.count_passages, TITLE, TERMS),
    Area.DOCUMENTS: FullTextTable(Q.words_of_documents, Q.count_documents, TITLE, TERMS),
    Area.PATHS: FullTextTable(Q.words_of_paths, Q.count_paths),
    Area.CODE: FullTextTable(Q.words_of_code, Q.count_code),
    Area.CODE_PATHS: FullTextTable(Q.words_of_code_paths, Q.count_code_paths),
}


@dataclass(frozen=True, slots=True)
class CopiedWords:
    """The words of one row: sorted keys, the weighted frequency of each, and how many tokens the row has."""

    item: int
    length: int
    keys: tuple[int, ...]
    frequencies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WordCounts:
    """How many rows of a full text hold each word, how many rows there are, and their tokens."""

    items: dict[str, int]
    rows: int
    length: int


class WordReader:
    """Reads words of one project's database, inside a read transaction of it; `number` is the project's."""

    def __init__(self, connection: Connection, number: int) -> None:
        self._connection = connection
        self._number = number

    def rows(self, area: Area, ids: Collection[int]) -> Iterator[CopiedWords]:
        """The words of some rows of a full text, by ascending id; a row without words is left out."""
        if not ids:
            return
        self._open(area)
        self._fill(Q.create_fresh, Q.clear_fresh, Q.add_fresh, ids)
        known: dict[str, int] = {}
        weights = {"title": TABLES[area].title, "terms": TABLES[area].terms}
        cursor = self._connection.cursor()
        cursor.row_factory = None
        for id, rows in groupby(cursor.execute(Q.fresh_words, weights), key=itemgetter(0)):
            length, words = 0, []
            for _, term, frequency, times in rows:
                if (key := known.get(term)) is None:
                    key = known[term] = word_key(self._number, area, term)
                words.append((key, min(frequency, LONGEST)))
                length += times
            words.sort()
            yield CopiedWords(id_of(self._number, id), length, tuple(k for k, _ in words), tuple(f for _, f in words))

    def counts(self, area: Area, ids: Collection[int]) -> WordCounts:
        """How the words of a full text are weighed, by some of its rows."""
        self._open(area)
        self._fill(Q.create_counted, Q.clear_counted, Q.add_counted, ids)
        (rows,) = self._connection.execute(TABLES[area].count).fetchone()
        items: dict[str, int] = {}
        length = 0
        for term, count, times in self._connection.execute(Q.frequencies):
            items[term] = count
            length += times
        return WordCounts(items, rows, length)

    def _open(self, area: Area) -> None:
        self._connection.execute(Q.drop_words)
        self._connection.execute(TABLES[area].open)

    def _fill(self, create: str, clear: str, add: str, ids: Collection[int]) -> None:
        self._connection.execute(create)
        self._connection.execute(clear)
        self._connection.executemany(add, ({"id": id} for id in ids))
