"""Generation of a database's contents: a counter of changes, by which derived data is known to be valid."""

from scrubjay.storage.driver import Connection, load

Q = load(__package__)


def generation(connection: Connection) -> int:
    """A counter of changes to the contents; derived data is valid while it stays."""
    return int(connection.execute(Q.generation).fetchone()[0])


def bump(connection: Connection) -> None:
    """Tell every connection that contents changed."""
    connection.execute(Q.bump_generation)


def state(connection: Connection) -> tuple[int, int]:
    """Differs whenever contents or memories came or went, or vectors were added."""
    generation, last = connection.execute(Q.index_state).fetchone()
    return int(generation), int(last)
