"""Who is quarantined in a project: rows of its session.db, beside what the sessions wrote."""

import json
from collections.abc import Iterable, Mapping

from scrubjay.knowledge.index.generation import bump
from scrubjay.storage.driver import Connection, load

Q = load(__package__)


def impose(connection: Connection, who: str, names: Iterable[str], wrote_from: str = "") -> None:
    """Quarantine some names: hide what was written under them, and what was prepared from it, from every answer.

    `wrote_from` is when the first memory was written under one of them, empty for none. What sessions were told before
    anybody of these was there can't have their words, and stays readable.
    """
    every = sorted({who, *names})
    connection.executemany(Q.add_quarantine, [{"session": name, "who": who} for name in every])
    traces = [row["at"] for row in connection.execute(Q.first_traces, {"names": json.dumps(every)})]
    moments = [*traces, *filter(None, [wrote_from])]
    connection.execute(Q.doubt_sent, {"since": min(moments, default="")})
    _bump_version(connection)


def quarantine_of_names(connection: Connection, names: Iterable[str]) -> str:
    """The quarantine that the first quarantined one of some names belongs to; empty for none."""
    rows = (connection.execute(Q.quarantine_of, {"session": name}).fetchone() for name in names)
    return next((row["who"] for row in rows if row is not None), "")


def lift(connection: Connection, who: str) -> None:
    """End a quarantine: what was written under its names is shown again."""
    connection.execute(Q.drop_quarantine, {"who": who})
    _bump_version(connection)


def known_sessions(connection: Connection) -> frozenset[str]:
    """The ids of all sessions that wrote or said something in this project."""
    return frozenset(row["session"] for row in connection.execute(Q.known_sessions)) - {""}


def names(connection: Connection) -> frozenset[str]:
    """All names under which quarantined sessions or agents wrote."""
    return frozenset(row["session"] for row in connection.execute(Q.quarantined))


def runs(connection: Connection) -> Mapping[str, frozenset[str]]:
    """The sessions in which each agent left or took handoffs, by agent."""
    found: dict[str, frozenset[str]] = {}
    for row in connection.execute(Q.handed_over):
        found[row["agent"]] = found.get(row["agent"], frozenset()) | {row["session"]}
    return found


def shown_to(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Each session with a text it was told, such as a briefing or ids of memories; quarantined texts are left out."""
    return tuple((row["session"], row["text"]) for row in connection.execute(Q.shown_to))


def handoff_contents(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Each handoff's id with its content."""
    return tuple((row["id"], row["context"]) for row in connection.execute(Q.handoff_texts))


def _bump_version(connection: Connection) -> None:
    """Tell all connections that quarantines and contents changed."""
    connection.execute(Q.bump_quarantines)
    bump(connection)
