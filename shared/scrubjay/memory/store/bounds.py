"""Bounds of what is seen: the moments that were asked for, and where an agent's word on preferences holds."""

from collections.abc import Callable

from scrubjay.storage.driver import Connection, Row
from scrubjay.storage.queries import load

ALWAYS = "9999"
"""Later than any moment that is written as ISO 8601."""


def moments(now: str, valid_at: str = "", known_at: str = "") -> dict[str, object]:
    """The parameters of a query for what was believed at a moment (`known_at`) about another (`valid_at`); empty is
    now.

    What holds now is what is believed to hold: of the clock is only asked whether a day that somebody gave is over. So
    one that is set back hides nothing that was kept, and brings back nothing that was replaced.
    """
    return {
        "at": valid_at or now,
        "begun": valid_at or ALWAYS,
        "known": known_at or ALWAYS,
        "past": bool(valid_at or known_at),
    }


Q = load(__package__)

SAID_IN = "project"
"""The name in an evidence record's metadata of the project that a claim stays in."""

ONLY_HERE = "reported, seen in this project only until a person approves it"


def confined_here(connection: Connection, project: str) -> frozenset[str]:
    """Ids of those that this project shows and not every other does."""
    return _ids(connection, project, lambda row: bool(row["here"]))


def confined_elsewhere(connection: Connection, project: str) -> frozenset[str]:
    """Ids of those that only other projects show."""
    return _ids(connection, project, lambda row: not row["here"])


def unseen_here(connection: Connection, project: str) -> frozenset[str]:
    """Ids of those of this project that no person looked at: what the user confirmed in a client is seen, and stays."""
    return _ids(connection, project, lambda row: bool(row["here"]) and not row["seen"])


def _ids(connection: Connection, project: str, which: Callable[[Row], bool]) -> frozenset[str]:
    return frozenset(row["id"] for row in connection.execute(Q.confined, {"here": project}) if which(row))
