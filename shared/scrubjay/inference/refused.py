"""Those whose vectors a home takes no more: somebody gave others than the model's, until a person says so."""

from scrubjay.model.frozen import dataclass, from_row
from scrubjay.storage.driver import Connection, load

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class RefusedSource:
    """Whose vectors aren't taken, why, and since when (ISO 8601, UTC)."""

    name: str
    reason: str
    at: str


def refused_sources(connection: Connection) -> tuple[RefusedSource, ...]:
    """All of them, the latest first."""
    return tuple(from_row(RefusedSource, row) for row in connection.execute(Q.refused_sources))


def refuse_source(connection: Connection, refused: RefusedSource) -> None:
    """Take no more vectors of somebody."""
    connection.execute(Q.refuse_source, {"name": refused.name, "reason": refused.reason, "at": refused.at})


def accept_source(connection: Connection, name: str) -> None:
    """Forget that somebody was refused."""
    connection.execute(Q.accept_source, {"name": name})


def accept_sources(connection: Connection) -> int:
    """Ask everybody again, as a person said; returns how many were refused."""
    return int(connection.execute(Q.accept_sources).rowcount)
