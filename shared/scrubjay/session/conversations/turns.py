"""Reader of stored turns in order."""

from scrubjay.model.frozen import dataclass
from scrubjay.session.conversations import store
from scrubjay.session.conversations.model import Turn, clean_name
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class EndedSession:
    """A session that went on last at `last_at`: by which client, and how many turns it has."""

    id: str
    client: str
    started_at: str
    last_at: str
    turns: int


class TurnReader:
    """Reads the conversations' turns of one project."""

    def __init__(self, session_database: Database) -> None:
        self._database = session_database

    def newest(self, session: str, limit: int) -> tuple[Turn, ...]:
        """The last turns of people and agents in a session, newest first; "" means the session active last.

        Empty for a session that isn't stored.
        """

        def read(connection: Connection) -> list[Turn]:
            name = clean_name(session)
            if not name:
                row = connection.execute(store.Q.last_session).fetchone()
                name = row["session"] if row else ""
            rows = connection.execute(store.Q.newest_turns, {"session": name, "limit": limit})
            return [store.turn_from_row(row) for row in rows]

        return tuple(self._database.read(read))

    def page(self, session: str, limit: int, offset: int) -> tuple[tuple[Turn, ...], int]:
        """Some turns of a session and its sub-agents, in order, and how many there are in all."""
        params = {"session": clean_name(session), "limit": limit, "offset": offset}
        rows = self._database.read(lambda c: c.execute(store.Q.turns_in_order, params).fetchall())
        return tuple(store.turn_from_row(row) for row in rows), rows[0]["total"] if rows else 0

    def ended(self, since: str, until: str) -> tuple[EndedSession, ...]:
        """The sessions that went on last between two moments, the oldest first; turns count those of sub-agents."""
        params = {"since": since, "until": until}
        rows = self._database.read(lambda c: c.execute(store.Q.ended, params).fetchall())
        return tuple(
            EndedSession(row["session"], row["client"], row["started_at"], row["last_at"], row["turns"]) for row in rows
        )

    def turns_after(self, after: int, limit: int, *, agents: bool = False) -> tuple[tuple[int, Turn], ...]:
        """People's turns behind a row number, in the order of their import, each with its row number.

        `agents`: agents' answers, too.
        """
        params = {"after": after, "limit": limit, "agents": agents}
        rows = self._database.read(lambda c: c.execute(store.Q.said_after, params).fetchall())
        return tuple((row["id"], store.turn_from_row(row)) for row in rows)
