"""Acts that triggers tell the connection of which did them, and whoever keeps them before they are done."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.errors import Diagnostic

Acts = Sequence[Mapping[str, Any]]
OnAudit = Callable[[Acts], object]
"""Keeps acts; what it raises undoes their transaction."""

AUDITED: Final = "scrubjay audit "
"""What the notice begins with by which a trigger tells of an entry of the audit, as JSON."""


@contextmanager
def telling(connection: "Connection[Any]", on_audit: OnAudit | None) -> Iterator[None]:
    """Tell of the acts of a block at its end, which is within its transaction; nobody where there is nobody to tell."""
    if on_audit is None:
        yield
        return
    acts: list[Mapping[str, Any]] = []

    def hear(said: "Diagnostic") -> None:
        if (message := said.message_primary or "").startswith(AUDITED):
            acts.append(json.loads(message.removeprefix(AUDITED)))

    connection.add_notice_handler(hear)
    try:
        yield
        if acts:
            on_audit(acts)
    finally:
        connection.remove_notice_handler(hear)
