"""Bounds of what is seen: where an agent's word on preferences holds."""

from collections.abc import Callable

from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

SAID_IN = "project"
"""The name in an evidence record's metadata of the project that a claim stays in."""

ONLY_HERE = "reported, seen in this project only until a person approves it"


def confined_here(connection: Connection, project: str) -> frozenset[str]:
    """Ids of the user's memories that this project shows and not every other one does."""
    return _ids(connection, project, lambda row: bool(row["here"]))


def confined_elsewhere(connection: Connection, project: str) -> frozenset[str]:
    """Ids of the user's memories that only other projects show."""
    return _ids(connection, project, lambda row: not row["here"])


def unseen_here(connection: Connection, project: str) -> frozenset[str]:
    """Ids of the user's memories of this project that no person looked at, nor confirmed in a client."""
    return _ids(connection, project, lambda row: bool(row["here"]) and not row["seen"])


def _ids(connection: Connection, project: str, which: Callable[[Row], bool]) -> frozenset[str]:
    return frozenset(row["id"] for row in connection.execute(Q.confined, {"here": project}) if which(row))
