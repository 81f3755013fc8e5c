"""Which memories came last? What persons told, what nothing stands behind, what was kept without being asked."""

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.driver import Connection


def newest_told(connection: Connection, place: WriteContext, limit: int) -> list[str]:
    """Ids of what persons stand behind and that holds, newest first."""
    return _ids(connection, Q.newest_told, place, limit)


def newest_only_said(connection: Connection, place: WriteContext, limit: int) -> list[str]:
    """Ids of what holds and nothing but an agent's word stands behind, newest first."""
    return _ids(connection, Q.newest_only_said, place, limit)


def count_only_said(connection: Connection, place: WriteContext) -> int:
    """How many of those there are."""
    return int(connection.execute(Q.only_said_in_all, {"project": place.owner}).fetchone()[0])


def newest_said(connection: Connection, place: WriteContext, since: str, limit: int) -> list[str]:
    """Ids of what rests on a person's typed words since a moment, and that the person didn't confirm yet."""
    return _ids(connection, Q.newest_said, place, limit, since)


def newest_captured(connection: Connection, place: WriteContext, since: str, limit: int) -> list[str]:
    """Ids of what was kept since a moment from what was said in sessions, without anybody asking for it."""
    return _ids(connection, Q.newest_captured, place, limit, since)


def acts_since(connection: Connection, since: str) -> tuple[int, str]:
    """How often since a moment somebody acted as a person where an agent's process could have, and when last."""
    row = connection.execute(Q.acts_since, {"since": since}).fetchone()
    return int(row["acts"]), str(row["last"])


def last_act(memories: Scopes) -> str:
    """When somebody last acted as a person, in the project's or the user's memories; empty where nobody did."""
    return max(memories.reading(scope, lambda c, _: acts_since(c, ""))[1] for scope in memories.scopes())


def _ids(connection: Connection, sql: str, place: WriteContext, limit: int, since: str = "") -> list[str]:
    params = {"project": place.owner, "at": place.now, "since": since, "limit": limit}
    return [row["id"] for row in connection.execute(sql, params)]
