"""What followed from what somebody wrote? Ids of memories, of one database, without their words."""

import json
from collections.abc import Collection

from scrubjay.memory.store.rows import Q
from scrubjay.model.quarantine import BlastRadius
from scrubjay.storage.driver import Connection


def radius(connection: Connection, who: str, names: Collection[str]) -> BlastRadius:
    """What somebody wrote under some names, and the memories of others that it touched; who was told is not asked."""
    params = {"names": json.dumps(sorted(names))}

    def ids(sql: str) -> tuple[str, ...]:
        return tuple(row["id"] for row in connection.execute(sql, params))

    replaced = [(row["id"], row["waits"]) for row in connection.execute(Q.replaced_by, params)]
    return BlastRadius(
        who=who,
        written=ids(Q.written_by),
        replaced=tuple(id for id, waits in replaced if not waits),
        would_replace=tuple(id for id, waits in replaced if waits),
        derived=ids(Q.made_of),
        supported=ids(Q.supported_by),
        contested=ids(Q.contested_by),
        shared=ids(Q.shared_by),
    )


def in_pools(connection: Connection, ids: Collection[str]) -> tuple[tuple[str, str], ...]:
    """The pools in which some memories are shared, each with an id."""
    rows = connection.execute(Q.in_pools, {"ids": json.dumps(sorted(ids))})
    return tuple((row["name"], row["id"]) for row in rows)


def shown_in_projects(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Projects that were shown memories of this database, each with the beginnings of their ids, from the audit."""
    return tuple((row["project"], row["memories"] or "") for row in connection.execute(Q.shown_in_projects))
