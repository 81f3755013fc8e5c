"""Visible contents of a view: `temp.visible`, one table for all kinds, of which each fills its own rows."""

import json
from collections.abc import Callable, Sequence

from scrubjay.knowledge.index.generation import Q, generation
from scrubjay.storage.driver import Connection

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


def show_kind(connection: Connection, kind: str, number: int, state: str, fill: Fill) -> int:
    """Fill the rows of one more kind under a view's number, where `state` differs from that of the last fill."""
    if connection.fill_states.get((kind, number)) != state:
        clear(connection, number, (kind,))
        fill(number)
        connection.fill_states[kind, number] = state
    return number


def hide_kind(connection: Connection, kind: str, number: int) -> None:
    """Drop the rows of one more kind under a view's number, where there are any."""
    if connection.fill_states.pop((kind, number), None) is not None:
        clear(connection, number, (kind,))


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
