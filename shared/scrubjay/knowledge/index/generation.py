"""Generation of a database's contents, its embedders; and which contents a search may return and a view shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, Final, Literal, cast

from scrubjay.inference.embedding.states import BITS
from scrubjay.inference.numeric import np
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.storage.driver import Connection, Cursor, load

if TYPE_CHECKING:
    from numpy.typing import NDArray

Q = load(__package__)


Part = Literal["scope", "memories", "code", "grounds"]
"""What a search may show, the memories and code beside it, and the documents that grounds of memories stand in."""

_CONTENTS: Final[Mapping[Part, str]] = {
    "scope": Q.contents_of_scope,
    "memories": Q.contents_of_memories,
    "code": Q.contents_of_code,
    "grounds": Q.contents_of_grounds,
}


_TABLES: Final = (Q.create_scope, Q.index_scope, Q.create_memories, Q.create_code)
_CLEARED: Final = (Q.clear_scope, Q.clear_memories, Q.clear_code)


@dataclass(slots=True)
class FilledScope:
    """A scope that a connection has filled: its number in the temporary tables, and the state it depends on.

    `view` is the number in `temp.visible`, `filters` are the search's own; `state` is that of `scope_state`.
    `lengths`: the tokens of each thread of discussions, `languages`: those of documents, `has_paths`: whether
    any stands at a path, where somebody asked.
    """

    number: int
    view: int
    filters: object
    state: object
    notes: tuple[str, ...] = ()
    contents: dict[Part, NDArray[np.int64]] = field(default_factory=dict)
    empty: dict[Part, bool] = field(default_factory=dict)
    lengths: Mapping[int, int] | None = None
    languages: tuple[str, ...] | None = None
    has_paths: bool | None = None


SCOPES_KEPT: Final = 8
"""Scopes cached in a connection's temporary tables: documents and commits of a few views and filters."""


def keep_scope(
    connection: Connection, view: int, filters: object, fill: Callable[[int], tuple[str, ...]], *, settled: bool = False
) -> None:
    """Make a view with some filters the connection's scope; it is filled anew only where its contents changed.

    `settled`: see `scope_state`. `fill` writes the rows of a number and returns notes. Must run inside a transaction.
    """
    kept = cast("dict[tuple[int, object], FilledScope]", connection.scopes)
    now = scope_state(connection, view, settled=settled)
    scope = kept.pop((view, filters), None)
    if scope is None or scope.state != now:
        if not kept and scope is None:
            for statement in _TABLES:
                connection.execute(statement)
        if scope is None and len(kept) >= SCOPES_KEPT:
            scope = kept.pop(next(iter(kept)))
        taken = {one.number for one in kept.values()}
        number = scope.number if scope else next(n for n in count(1) if n not in taken)
        connection.scope = None
        for statement in _CLEARED:
            connection.execute(statement, {"scope": number})
        scope = FilledScope(number, view, filters, now)
        scope.notes = fill(number)
    connection.scope = kept[view, filters] = scope


def filled(connection: Connection) -> FilledScope | None:
    """The connection's scope: what was asked for last."""
    return cast("FilledScope | None", connection.scope)


def in_scope(connection: Connection, sql: str, **values: object) -> Cursor:
    """Run a statement with the number of the connection's scope as `:scope`; 0 if there is no scope."""
    scope = cast("FilledScope | None", connection.scope)
    return connection.execute(sql, {"scope": scope.number if scope else 0, **values})


def contents_of(connection: Connection, part: Part = "scope") -> NDArray[np.int64]:
    """The contents in the connection's scope, or in one part of it."""
    scope = filled(connection)
    if scope is None:
        return np.empty(0, dtype=np.int64)
    if part not in scope.contents:
        scope.contents[part] = np.array(
            [row[0] for row in connection.execute(_CONTENTS[part], {"scope": scope.number})], dtype=np.int64
        )
    return scope.contents[part]


def is_empty(connection: Connection, part: Part) -> bool:
    """Whether the scope has no contents in a part; true without a scope."""
    scope = filled(connection)
    if scope is None:
        return True
    if part not in scope.empty:
        scope.empty[part] = connection.execute(_CONTENTS[part], {"scope": scope.number}).fetchone() is None
    return scope.empty[part]


def scope_state(connection: Connection, view: int, *, settled: bool) -> object:
    """A value that changes when the database or the view's rows in `temp.visible` change, so that a scope is outdated.

    `settled`: only what is indexed and remembered counts, no date, record or tag of it, nor a vector.
    """
    if settled:
        version, _ = state(connection)
    else:
        version = connection.commits()
    shown = [(key, state) for key, (number, state) in connection.views.items() if number == view]
    return version, shown, {kind: state for (kind, number), state in connection.fill_states.items() if number == view}


VIEWS_KEPT = 8
"""Views cached in a connection's temporary table."""

Fill = Callable[[int], object]
"""Writes rows of `temp.visible` under a view's number."""


def show(connection: Connection, key: str, fill: Fill) -> int:
    """The number of a view's rows in `temp.visible`; filled once per connection, again when contents change.

    A fresh fill drops what further kinds wrote under the number. Must run inside a transaction.
    """
    now = generation(connection)
    cached = connection.views.get(key)
    if cached and cached[1] == now:
        return cached[0]
    number = cached[0] if cached else _free_number(connection)
    clear(connection, number)
    for filled in [filled for filled in connection.fill_states if filled[1] == number]:
        del connection.fill_states[filled]  # the number may be reused from another view
    fill(number)
    connection.views.pop(key, None)
    connection.views[key] = (number, now)
    return number


def hide_kind(connection: Connection, kind: str, number: int) -> None:
    """Drop the rows of one additional kind under a view's number, if it has any."""
    if connection.fill_states.pop((kind, number), None) is not None:
        clear(connection, number, (kind,))


def show_kind(connection: Connection, kind: str, number: int, state: str, fill: Fill) -> int:
    """Fill the rows of one additional kind under a view's number, if `state` differs from the last fill's."""
    if connection.fill_states.get((kind, number)) != state:
        clear(connection, number, (kind,))
        fill(number)
        connection.fill_states[kind, number] = state
    return number


def clear(connection: Connection, number: int, kinds: Sequence[str] = ()) -> None:
    """Delete the rows under a number, of some kinds or of all; creates the table where it is missing."""
    connection.execute(Q.create_visible)
    connection.execute(Q.clear_visible, {"view": number, "kinds": json.dumps(kinds)})


def _free_number(connection: Connection) -> int:
    """A number that no view has; with too many views that of the oldest, which is dropped."""
    views = connection.views
    if len(views) >= VIEWS_KEPT:
        oldest = next(iter(views))
        return views.pop(oldest)[0]
    return max((number for number, _ in views.values()), default=0) + 1


def generation(connection: Connection) -> int:
    """The counter of changes to contents; data derived from them is valid while it stays equal."""
    return connection.once("generation", lambda: int(connection.execute(Q.generation).fetchone()[0]))


def bump(connection: Connection) -> None:
    """Tell every connection that contents changed."""
    connection.execute(Q.bump_generation)


def state(connection: Connection) -> tuple[int, int]:
    """A value that changes whenever contents or memories come or go, or vectors are added."""
    return connection.once("state", lambda: _state(connection))


def _state(connection: Connection) -> tuple[int, int]:
    """The counter of changes to contents, and the number of the last vector."""
    generation, last = connection.execute(Q.index_state).fetchone()
    return int(generation), int(last)


@dataclass(frozen=True, slots=True)
class KnownEmbedder:
    """An embedder that has vectors in a database: what it is, how many passages have one, and their bytes."""

    key: str
    model: str
    dim: int
    vectors: int
    bytes: int


def known_embedders(connection: Connection) -> tuple[KnownEmbedder, ...]:
    """Every embedder with vectors here, the newest last."""
    return tuple(
        KnownEmbedder(
            row["key"], str(json.loads(row["spec"]).get("model", "")), row["dim"], row["vectors"], row["bytes"]
        )
        for row in connection.execute(Q.known_embedders)
    )


def combined_embedders(*embedders: Sequence[KnownEmbedder]) -> tuple[KnownEmbedder, ...]:
    """The embedders of several databases, each once, with their totals over all of them."""
    merged: dict[str, KnownEmbedder] = {}
    for embedder in chain(*embedders):
        earlier = merged.get(embedder.key)
        merged[embedder.key] = (
            replace(embedder, vectors=embedder.vectors + earlier.vectors, bytes=embedder.bytes + earlier.bytes)
            if earlier
            else embedder
        )
    return tuple(merged.values())


def drop_embedder(connection: Connection, key: str) -> None:
    """Drop one embedder's vectors, their signs and token states; the next run makes the current one's anew."""
    connection.execute(Q.drop_fingerprint, {"key": key})


def drop_others(connection: Connection, key: str) -> int:
    """Drop every embedder's vectors but one's; returns how many embedders went."""
    others = [embedder.key for embedder in known_embedders(connection) if embedder.key != key]
    for other in others:
        drop_embedder(connection, other)
    return len(others)


MOST_STATES: Final = 100_000
"""Passages with token states; at 190 tokens each they take 450 MB."""


def add_states(connection: Connection, key: str, rows: Iterable[tuple[int, bytes]]) -> None:
    """Store the states of passages by an embedder's key."""
    connection.executemany(Q.add_states, [{"key": key, "passage": p, "states": blob, "bits": BITS} for p, blob in rows])


def states_of(connection: Connection, number: int, passages: Sequence[int]) -> dict[int, bytes]:
    """The states of some passages, by passage, where they have some."""
    rows = connection.execute(Q.states_of, {"fingerprint": number, "passages": json.dumps(list(passages))})
    return {row["id"]: row["states"] for row in rows}


def trim_states(connection: Connection, number: int, most: int = MOST_STATES) -> None:
    """Delete token states beyond `most`: of the least central passages first, then the oldest. Counts all."""
    (stored,) = connection.execute(Q.count_states, {"fingerprint": number}).fetchone()
    if stored > most:
        connection.execute(Q.trim_states, {"fingerprint": number, "surplus": stored - most})
