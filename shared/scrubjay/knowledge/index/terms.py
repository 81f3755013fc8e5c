"""Rows of a full-text index that hold some words, and the weight of each word there.

The bm25 of a row is the sum of its words' own, each of which depends on nothing but the index. So a word's rows are
ranked once and kept while the index stays as it is: the next question that has the word adds them up. Among a million
passages and their documents, ranking all rows with any of three words takes 124 to 393 ms of CPU, adding up what is
kept 3 to 9, and ranking words that aren't kept 150 to 630, once.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, cast

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.generation import Q
from scrubjay.model.frozen import dataclass, field
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_BYTES: Final = 64 << 20
"""Of the words of one index that a connection keeps, those that were asked for last."""


MOST_ADDED: Final = 1 << 20
"""Bytes of rows that were added up, at most, to be kept for the next search of the same words."""

MOST_COUNTS: Final = 20_000
"""Words of one index of which a connection knows how many rows hold each."""

NOBODY: Final = -1
"""The owner of an id that no passage has."""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The SQL for one full-text index: for its state, for how many rows hold a word, and for these rows with scores."""

    state: str
    count: str
    rows: str


PASSAGES: Final = WordIndex(Q.state_of_passages, Q.count_words, Q.rows_of_words)
DOCUMENTS: Final = WordIndex(Q.state_of_documents, Q.count_words_of_documents, Q.rows_of_words_of_documents)
MEMORIES: Final = WordIndex(Q.state_of_memories, Q.count_words_of_memories, "")
CODE: Final = WordIndex(Q.state_of_code, Q.count_words_of_code, "")


@dataclass(frozen=True, slots=True)
class WordRows:
    """The rows that hold a word: their ids, and the bm25 score of each, higher is better."""

    ids: NDArray[np.int64]
    scores: NDArray[np.float64]

    @property
    def bytes(self) -> int:
        """How much memory the rows take, in bytes."""
        return self.ids.nbytes + self.scores.nbytes

    def where(self, which: NDArray[np.bool_]) -> WordRows:
        """Some of the rows."""
        return WordRows(self.ids[which], self.scores[which])


@dataclass(slots=True)
class _KnownIndex:
    """What a connection has cached of one full-text index: counts of words, and the rows of words, oldest first.

    `bytes` is what all of these rows take, `added` the last words that were added up.
    """

    state: tuple[bytes | None, ...]
    counts: dict[str, int] = field(default_factory=dict)
    words: OrderedDict[str, WordRows] = field(default_factory=OrderedDict)
    bytes: int = 0
    added: tuple[tuple[str, ...], WordRows] | None = None
    asked: str | None = None
    keeps: bool = False


def count_rows(connection: Connection, index: WordIndex) -> int:
    """How many rows a full-text index has, read from its own records."""
    number = 0
    for byte in _cached_index(connection, index).state[0] or b"":
        number = number << 7 | byte & 127
        if byte < 128:
            break
    return number


def count_words(connection: Connection, index: WordIndex, words: Collection[str]) -> dict[str, int]:
    """How many rows hold each of some words, given as expressions."""
    counts = _cached_index(connection, index).counts
    if len(counts) > MOST_COUNTS:
        counts.clear()
    if new := [word for word in words if word not in counts]:
        counts |= {row["word"]: row["rows"] for row in connection.execute(index.count, {"words": json.dumps(new)})}
    return {word: counts[word] for word in words}


def keeps(connection: Connection, index: WordIndex, question: str) -> bool:
    """Whether the rows of words are worth caching: a second question is asked of an index that hasn't changed."""
    kept = _cached_index(connection, index)
    kept.keeps = kept.keeps or kept.asked not in (None, question)
    kept.asked = question
    return kept.keeps


def add_up(connection: Connection, index: WordIndex, words: Sequence[str]) -> WordRows:
    """The rows that hold any of some words, with their summed scores, in no order; a word given twice counts twice.

    The sum is made in the words' order, as full text does, so that equal rows are equal to the last bit.
    """
    known = _cached_index(connection, index)
    if known.added is not None and known.added[0] == tuple(words):  # documents and commits are asked for the same
        return known.added[1]
    each = _rows(connection, index, words)
    room = 1 + max((int(each[word].ids[-1]) for word in words if len(each[word].ids)), default=0)
    total, seen = np.zeros(room), np.zeros(room, dtype=bool)
    found = []
    for word in words:
        ids = each[word].ids
        total[ids] += each[word].scores
        found.append(ids[~seen[ids]])
        seen[ids] = True
    ids = np.concatenate([*found, np.empty(0, dtype=np.int64)])
    rows = WordRows(ids, total[ids])
    known.added = (tuple(words), rows) if rows.bytes <= MOST_ADDED else None
    return rows


def is_among(some: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each of the ids, whether it is among some others."""
    held = np.zeros(2 + max(int(some.max(initial=0)), int(ids.max(initial=0))), dtype=bool)  # the last is NOBODY's
    held[some] = True
    return cast("NDArray[np.bool_]", held[ids])


def best_rows(rows: WordRows, most: int) -> list[tuple[int, float]]:
    """The best rows, at most so many. Ties: the higher id."""
    ids, scores = rows.ids, rows.scores
    if len(ids) > most:
        best = scores >= np.partition(scores, len(ids) - most)[len(ids) - most]
        ids, scores = ids[best], scores[best]
    order = np.lexsort((-ids, -scores))[:most]
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))


def knows_owners(connection: Connection) -> bool:
    """Whether this connection has cached the result of `owners`, so that asking again is cheap."""
    return Q.owners_after in connection.words


def owners(connection: Connection, passages: NDArray[np.int64]) -> NDArray[np.int64]:
    """The content of each of some passages; NOBODY where there is none."""
    known = _known_owners(connection)
    found = np.full(len(passages), NOBODY, dtype=np.int64)
    inside = passages < len(known)
    found[inside] = known[passages[inside]]
    return found


def passages_of(
    connection: Connection, contents: Sequence[int], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """The first passages of some contents, at most so many of each, and the content of each passage.

    None where that takes a look at the table: nobody has asked for owners yet, or passages don't stand by contents.
    """
    if not knows_owners(connection):
        return None
    known = connection.once(_by_content, lambda: _by_content(connection))
    if known is None:
        return None
    asked = np.array(contents, dtype=np.int64)
    starts = np.searchsorted(known, asked, "left")
    sizes = np.minimum(np.searchsorted(known, asked, "right") - starts, most)
    ids = np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    return ids, np.repeat(asked, sizes)


def _by_content(connection: Connection) -> NDArray[np.int64] | None:
    """The content of each passage by its id, if contents ascend with ids; None otherwise."""
    known = _known_owners(connection)
    held = known[known != NOBODY]
    return np.maximum.accumulate(known) if (held[1:] >= held[:-1]).all() else None


def _known_owners(connection: Connection) -> NDArray[np.int64]:
    """The content of each passage, cached until the database changes."""
    return connection.once(Q.owners_after, lambda: _owners(connection))


def _owners(connection: Connection) -> NDArray[np.int64]:
    """The content of each passage by its id: those read before, and the passages added since."""
    known = cast("NDArray[np.int64]", connection.words.get(Q.owners_after, np.empty(0, dtype=np.int64)))
    cursor = connection.cursor()
    cursor.row_factory = None
    rows = cursor.execute(Q.owners_after, {"last": len(known) - 1})
    new = np.fromiter(rows, dtype=[("id", np.int64), ("content", np.int64)])
    longer = np.full(max(len(known), int(new["id"].max(initial=0)) + 1), NOBODY, dtype=np.int64)
    least = new["content"].min(initial=np.iinfo(np.int64).max)
    longer[: len(known)] = np.where(known < least, known, NOBODY)  # a new content is the last: such numbers went away
    longer[new["id"]] = new["content"]
    connection.words[Q.owners_after] = longer
    return longer


def _rows(connection: Connection, index: WordIndex, words: Sequence[str]) -> dict[str, WordRows]:
    """The rows of each word; those that aren't kept are read in one statement."""
    known = _cached_index(connection, index)
    kept = known.words
    new = [word for word in dict.fromkeys(words) if word not in kept]
    if new:
        cursor = connection.cursor()
        cursor.row_factory = None
        rows = cursor.execute(index.rows, {"words": json.dumps(new)})
        read = np.fromiter(rows, dtype=[("word", np.int64), ("id", np.int64), ("score", np.float64)])
        ends = np.searchsorted(read["word"], np.arange(len(new) + 1))
        for number, word in enumerate(new):
            part = read[ends[number] : ends[number + 1]]
            kept[word] = WordRows(np.ascontiguousarray(part["id"]), -part["score"])
            known.bytes += kept[word].bytes
    for word in words:
        kept.move_to_end(word)
    found = {word: kept[word] for word in words}
    while known.bytes > MOST_BYTES and kept:
        known.bytes -= kept.popitem(last=False)[1].bytes
    return found


def _cached_index(connection: Connection, index: WordIndex) -> _KnownIndex:
    """The cached facts of a full-text index; empty ones if the index has changed since.

    Outside a read transaction it may be written meanwhile, and nothing is kept.
    """
    state = connection.once(index.state, lambda: tuple(connection.execute(index.state).fetchone()))
    kept = cast("_KnownIndex | None", connection.words.get(index.state))
    if kept is None or kept.state != state or connection.committed is None:
        kept = connection.words[index.state] = _KnownIndex(state)
    return kept
