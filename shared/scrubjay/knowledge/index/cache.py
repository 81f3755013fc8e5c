"""In-memory cache of one embedder's vectors: as many rows as the table has, whoever wrote them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.codes import lengths
from scrubjay.knowledge.index.generation import Q, state
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from numpy.typing import NDArray

GONE = -1
"""The content of a row whose passage went away: no content has this id, so no scope shows it."""

READ_AT_ONCE = 2048
SPACE = 1.5
"""Rows that there is room for, against those that are there; memory that was never written to costs nothing."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Cached rows of one embedder: for each row its passage, its content (GONE if deleted) and its value.

    `numbers` ascend. `values` is (n, width). Nothing in it is changed once it was handed out. `until` and `count` are
    the highest number and the count of rows in the table, those of other embedders too, when they were last compared.
    """

    fingerprint: int
    generation: int
    last: int
    numbers: NDArray[np.int64]
    passages: NDArray[np.int64]
    contents: NDArray[np.int64]
    values: NDArray[Any]
    until: int = 0
    count: int = 0

    @cached_property
    def by_passage(self) -> NDArray[np.int64]:
        """The numbers of the rows whose passage still exists, in the order of passages."""
        alive = np.flatnonzero(self.contents != GONE)
        return np.asarray(alive[np.argsort(self.passages[alive])], dtype=np.int64)

    @cached_property
    def in_order(self) -> NDArray[np.int64]:
        """The passages of the rows in `by_passage`, ascending."""
        return np.asarray(self.passages[self.by_passage], dtype=np.int64)

    @cached_property
    def lengths(self) -> NDArray[np.float32]:
        """The length of each row's vector; for rows that hold codes of vectors."""
        return lengths(self.values)

    def visible(self, contents: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each row, whether its content is among some contents."""
        highest = max(int(self.contents.max(initial=0)), int(contents.max(initial=0)))
        selected = np.zeros(highest + 2, dtype=bool)  # the last one stands for GONE
        selected[contents] = True
        return np.asarray(selected[self.contents], dtype=bool)


class CachedRows:
    """A cache of the rows that `sql` reads, extended when rows are added. Safe to share between threads.

    `decode` makes an array (n, width) of values as the table holds them; `by_column` keeps each column in one piece,
    for who compares all rows a column at a time. Numbers are never used twice, so a change
    shows in the highest one, in the count of rows up to those that are held, or not at all.
    """

    def __init__(self, sql: str, decode: Callable[[Sequence[bytes]], NDArray[Any]], *, by_column: bool = False) -> None:
        self._sql = sql
        self._decode = decode
        self._order: Literal["C", "F"] = "F" if by_column else "C"
        self._lock = threading.Lock()
        self._rows: Rows | None = None
        self._space: NDArray[Any] | None = None

    @property
    def is_filled(self) -> bool:
        """Whether anything is in memory."""
        return self._rows is not None

    def read(self, connection: Connection, fingerprint: int) -> Rows:
        """The rows of an embedder, at least as new as the connection's snapshot. Must run inside a transaction."""
        generation, last = state(connection)
        with self._lock:
            cached = self._rows
            if cached is not None and (cached.fingerprint, cached.generation, cached.last) == (
                fingerprint,
                generation,
                last,
            ):
                return cached  # the same object, with what was derived of it
            if cached is None or cached.fingerprint != fingerprint:
                cached = _with_count(connection, self._with_added(connection, _empty_rows(fingerprint)), last)
            elif (generation, last) != (cached.generation, cached.last) and not _is_older(generation, last, cached):
                same = _count_until(connection, cached.until) == cached.count
                cached = self._with_added(connection, cached if same else _without_gone(connection, cached))
                cached = _with_count(connection, cached, last)
            self._rows = replace(cached, generation=max(generation, cached.generation), last=last)
            return self._rows

    def _with_added(self, connection: Connection, cached: Rows) -> Rows:
        """The cached rows with those added to the table since; a passage's newer row replaces its older one."""
        after = int(cached.numbers[-1]) if len(cached.numbers) else 0
        params = {"fingerprint": cached.fingerprint, "after": after}
        (added,) = connection.execute(Q.count_bits_after, params).fetchone()
        if not added:
            return cached
        values, start = self._room(cached, added), len(cached.numbers)
        numbers, passages, contents = (np.empty(added, dtype=np.int64) for _ in range(3))
        place = 0
        for batch in _batches(connection.execute(self._sql, params)):
            end = place + len(batch)
            numbers[place:end] = [row[0] for row in batch]
            passages[place:end] = [row[1] for row in batch]
            contents[place:end] = [row[2] for row in batch]
            decoded = self._decode([row[3] for row in batch])
            if values is None:
                values = self._space = self._empty(added, decoded)
            values[start + place : start + end] = decoded
            place = end
        if values is None:
            return cached
        before = np.where(np.isin(cached.passages, passages), GONE, cached.contents)
        return replace(
            cached,
            numbers=np.concatenate([cached.numbers, numbers[:place]]),
            passages=np.concatenate([cached.passages, passages[:place]]),
            contents=np.concatenate([before, contents[:place]]),
            values=values[: start + place],
        )

    def _room(self, cached: Rows, added: int) -> NDArray[Any] | None:
        """An array with the cached values at its start and room for more; None while the width isn't known."""
        if not len(cached.values):
            return None
        needed = len(cached.values) + added
        if self._space is None or len(self._space) < needed:
            self._space = self._empty(needed, cached.values)
            self._space[: len(cached.values)] = cached.values
        return self._space

    def _empty(self, rows: int, like: NDArray[Any]) -> NDArray[Any]:
        """An empty array for some rows and a reserve, as wide as another array."""
        return np.empty((int(rows * SPACE), like.shape[1]), dtype=like.dtype, order=self._order)


def _is_older(generation: int, last: int, cached: Rows) -> bool:
    """Whether a snapshot is older than the cached rows, which then serve it too: it shows no newer row."""
    return generation < cached.generation or (generation == cached.generation and last < cached.last)


def _count_until(connection: Connection, last: int) -> int:
    """How many rows of the table have a number up to `last`, counted cheaply."""
    (every,) = connection.execute(Q.count_bits).fetchone()
    (later,) = connection.execute(Q.count_all_bits_after, {"last": last}).fetchone()
    return int(every - later)


def _with_count(connection: Connection, cached: Rows, last: int) -> Rows:
    """The cached rows, with the count of the table's rows up to `last`."""
    return replace(cached, until=last, count=_count_until(connection, last))


def _without_gone(connection: Connection, cached: Rows) -> Rows:
    """The cached rows with deleted ones marked; an empty cache when a quarter of them is gone."""
    if not len(cached.numbers):
        return cached
    params = {"fingerprint": cached.fingerprint, "last": int(cached.numbers[-1])}
    (count,) = connection.execute(Q.count_bits_until, params).fetchone()
    if count == int((cached.contents != GONE).sum()):
        return cached
    remaining = np.array([row[0] for row in connection.execute(Q.numbers_of_bits, params)], dtype=np.int64)
    contents = np.where(np.isin(cached.numbers, remaining), cached.contents, GONE)
    if (contents == GONE).sum() * 4 > len(contents):
        return _empty_rows(cached.fingerprint)
    return replace(cached, contents=contents)


def _empty_rows(fingerprint: int) -> Rows:
    """A cache without rows, for an embedder."""
    none = np.empty(0, dtype=np.int64)
    return Rows(
        fingerprint=fingerprint,
        generation=0,
        last=0,
        numbers=none,
        passages=none,
        contents=none,
        values=np.empty((0, 1)),
    )


def _batches(rows: Iterable[Any]) -> Iterable[list[Any]]:
    """The rows in lists of limited length."""
    iterator = iter(rows)
    while batch := list(islice(iterator, READ_AT_ONCE)):
        yield batch
