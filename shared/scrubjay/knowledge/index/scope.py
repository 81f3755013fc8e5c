"""Contents that one search may return, and those visible in a view, in temporary tables of a connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, cast

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.generation import Q, generation
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from numpy.typing import NDArray


Part = Literal["scope", "memories", "grounds"]
"""What a search may show, the memories beside it, and the documents that grounds of memories stand in."""

_CONTENTS: Final[Mapping[Part, str]] = {
    "scope": Q.contents_of_scope,
    "memories": Q.contents_of_memories,
    "grounds": Q.contents_of_grounds,
}


_CODE: Final = (Q.create_code, Q.clear_code)


@dataclass(slots=True)
class FilledScope:
    """What a connection's `temp.scope` was filled with, and everything it depends on: the notes, the contents.

    `view` is the number in `temp.visible`, `filters` are the search's own; `state` is that of `database_state`.
    `lengths`: the tokens of each thread of discussions, `languages`: those of documents, where somebody asked.
    """

    view: int
    filters: object
    state: tuple[int, int]
    notes: tuple[str, ...]
    contents: dict[Part, NDArray[np.int64]] = field(default_factory=dict)
    lengths: Mapping[int, int] | None = None
    languages: tuple[str, ...] | None = None


def create(connection: Connection) -> None:
    """Make the tables of a scope where they don't exist, and empty them."""
    for statement in (Q.create_scope, Q.index_scope, Q.clear_scope, Q.create_memories, Q.clear_memories, *_CODE):
        connection.execute(statement)


def filled(connection: Connection) -> FilledScope | None:
    """What the connection's scope was filled with last."""
    return cast("FilledScope | None", connection.scope)


def contents_of(connection: Connection, part: Part = "scope") -> NDArray[np.int64]:
    """The contents of `temp.scope` as it was set, or of a part."""
    scope = filled(connection)
    if scope is None:
        return np.empty(0, dtype=np.int64)
    if part not in scope.contents:
        scope.contents[part] = np.array([row[0] for row in connection.execute(_CONTENTS[part])], dtype=np.int64)
    return scope.contents[part]


def is_empty(connection: Connection, part: Part) -> bool:
    """Whether `contents_of` gives nothing."""
    scope = filled(connection)
    if scope is None:
        return True
    if part in scope.contents:
        return not len(scope.contents[part])
    return connection.execute(_CONTENTS[part]).fetchone() is None


def database_state(connection: Connection) -> tuple[int, int]:
    """Differs when another connection wrote to the database, or this one to any table."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return version, connection.total_changes


VIEWS_KEPT = 8
"""Views cached in a connection's temporary table."""

Fill = Callable[[int], object]
"""Writes rows of `temp.visible` under a view's number."""


def show(connection: Connection, key: str, fill: Fill) -> int:
    """The number of a view in `temp.visible`, filled once per connection and cached until contents change.

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
    """Drop the rows of one more kind under a view's number, where there are any."""
    if connection.fill_states.pop((kind, number), None) is not None:
        clear(connection, number, (kind,))


def show_kind(connection: Connection, kind: str, number: int, state: str, fill: Fill) -> int:
    """Fill the rows of one more kind under a view's number, where `state` differs from that of the last fill."""
    if connection.fill_states.get((kind, number)) != state:
        clear(connection, number, (kind,))
        fill(number)
        connection.fill_states[kind, number] = state
    return number


def clear(connection: Connection, number: int, kinds: Sequence[str] = ()) -> None:
    """Make sure that the table exists, and that it holds no rows of some kinds, or of any, under a number."""
    connection.execute(Q.create_visible)
    connection.execute(Q.clear_visible, {"view": number, "kinds": json.dumps(kinds)})


def _free_number(connection: Connection) -> int:
    views = connection.views
    if len(views) >= VIEWS_KEPT:
        oldest = next(iter(views))
        return views.pop(oldest)[0]
    return max((number for number, _ in views.values()), default=0) + 1
