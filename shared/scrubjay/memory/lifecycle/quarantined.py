"""Quarantined authors, whose memories are in no answer; functions inside one transaction."""

import json
from collections.abc import Collection, Mapping

from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.lifecycle.changes import kept_reason
from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import REPLACED, WriteContext
from scrubjay.model.quarantine import Quarantine, QuarantineCounts
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.driver import Connection


def impose(
    connection: Connection, place: WriteContext, who: str, names: Collection[str], actor: str, reason: str
) -> QuarantineCounts:
    """Take what somebody wrote under some names out of every answer; what it had taken the place of holds again."""
    params = {
        "who": who, "names": json.dumps(sorted(names)), "reason": mask(kept_reason(reason)).text, "actor": actor,
        "at": place.now,
    }  # fmt: skip
    connection.execute(Q.add_quarantine, params)
    connection.execute(Q.add_quarantined_names, params)
    connection.execute(Q.add_quarantined_sessions, params)
    replaced = _restore_replaced(connection, place, who, actor)
    counts = QuarantineCounts(_memory_count(connection, who), replaced, _shared_count(connection, names))
    return _record_change(connection, place, who, actor, action="quarantine", counts=counts)


def lift(connection: Connection, place: WriteContext, who: str, actor: str) -> QuarantineCounts:
    """Let what somebody wrote count again, and end anew what it had ended."""
    memories, names = _memory_count(connection, who), names_under(connection, who)
    connection.execute(Q.drop_quarantine, {"who": who})
    counts = QuarantineCounts(memories, _end_restored(connection, place, actor), _shared_count(connection, names))
    return _record_change(connection, place, who, actor, action="lift quarantine", counts=counts)


def quarantines(connection: Connection) -> tuple[Quarantine, ...]:
    """Everybody who is quarantined in a database, the oldest first."""
    rows = connection.execute(Q.list_quarantines).fetchall()
    return tuple(
        Quarantine(row["who"], row["reason"], row["actor"], row["at"], memories=row["memories"]) for row in rows
    )


def withheld_count(connection: Connection, place: WriteContext, stems: Collection[str]) -> int:
    """The number of quarantined memories that hold at least half of the given stems; 0 for no stems.

    Of the user's own those that other projects alone may see are left out.
    """
    if not stems or not quarantines(connection):
        return 0
    elsewhere = frozenset[str]() if place.owner else confined_elsewhere(connection, place.project)
    rows = connection.execute(Q.withheld, {"project": place.owner, "stems": json.dumps(sorted(stems))})
    return sum(row["id"] not in elsewhere for row in rows)


def writers(connection: Connection) -> frozenset[str]:
    """Every author and session that a memory names."""
    return frozenset(row["who"] for row in connection.execute(Q.writers)) - {""}


def wrote_from(connection: Connection, names: Collection[str]) -> str:
    """When the first memory under some names was recorded; empty for none."""
    row = connection.execute(Q.first_written, {"names": json.dumps(sorted(names))}).fetchone()
    return str(row["at"])


def names_under(connection: Connection, who: str) -> frozenset[str]:
    """The names under which somebody who is quarantined wrote."""
    return frozenset(row["name"] for row in connection.execute(Q.names_of, {"who": who}))


def agents(connection: Connection) -> Mapping[str, frozenset[str]]:
    """Agents that write (by label) or share in pools (by id), each with the sessions in which it does so."""
    found: dict[str, frozenset[str]] = {}
    for row in (*connection.execute(Q.sharers).fetchall(), *connection.execute(Q.agent_writers).fetchall()):
        found[row["agent"]] = found.get(row["agent"], frozenset()) | ({row["session"]} - {""})
    return found


def sessions_of(connection: Connection, who: str) -> frozenset[str]:
    """The sessions of somebody who is quarantined."""
    return frozenset(row["session"] for row in connection.execute(Q.sessions_of, {"who": who}))


def _restore_replaced(connection: Connection, place: WriteContext, who: str, actor: str) -> int:
    """Let the beliefs hold again that somebody's memories had replaced; returns how many."""
    rows = connection.execute(Q.lost_to, {"who": who, "replaced": REPLACED}).fetchall()
    pairs = [(row["ended"], row["before"]) for row in rows]
    _swap_beliefs(connection, place, actor, pairs)
    connection.execute(Q.add_given_back, {"pairs": json.dumps(pairs)})
    return len(pairs)


def _end_restored(connection: Connection, place: WriteContext, actor: str) -> int:
    """End again the beliefs that a quarantine had let hold again; returns how many."""
    rows = connection.execute(Q.given_back).fetchall()
    connection.execute(Q.drop_given_back, {"beliefs": json.dumps([row["belief"] for row in rows])})
    pairs = [(row["belief"], row["ended"]) for row in rows if row["unchanged"]]
    _swap_beliefs(connection, place, actor, pairs)
    return len(pairs)


def _swap_beliefs(connection: Connection, place: WriteContext, actor: str, pairs: list[tuple[int, int]]) -> None:
    """End beliefs that hold, and let an earlier one of each hold again; `pairs` are (ended, earlier)."""
    params = {"pairs": json.dumps(pairs), "at": place.now, "actor": actor}
    connection.execute(Q.end_beliefs, params)
    connection.execute(Q.return_beliefs, params)


def _record_change(
    connection: Connection, place: WriteContext, who: str, actor: str, *, action: str, counts: QuarantineCounts
) -> QuarantineCounts:
    """Record a change of a quarantine in the audit, and tell every connection of it; returns the counts."""
    connection.execute(Q.bump_quarantines)
    connection.execute(Q.bump_generation)
    metadata = {"memories": counts.memories, "replaced": counts.replaced, "shared": counts.shared}
    place.audit.add(connection, place.now, AuditEvent.REVIEW, actor, who, action, "done", metadata)
    return counts


def _memory_count(connection: Connection, who: str) -> int:
    return next((one.memories for one in quarantines(connection) if one.who == who), 0)


def _shared_count(connection: Connection, names: Collection[str]) -> int:
    return len(connection.execute(Q.shared_by, {"names": json.dumps(sorted(names))}).fetchall())
