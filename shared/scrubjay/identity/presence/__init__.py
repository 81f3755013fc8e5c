"""Current worktree of each client session, as its hooks last reported; light enough for a hook."""

from pathlib import Path

from scrubjay.model.clock import Clock, iso
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load

Q = load(__package__)

MAX_SESSIONS = 1000
"""Sessions kept at most, the newest."""

MAX_ID = 256
"""Characters of a session id; longer ones are ignored."""


class Presence:
    """Reported worktrees, in home.db. One session's report never affects another's."""

    def __init__(self, home: Database, clock: Clock) -> None:
        self._home = home
        self._clock = clock

    def report(self, session: str, worktree: Path) -> None:
        """Record where a session works from now on."""
        if not session or len(session) > MAX_ID:
            return
        row = {"session": session, "worktree": str(worktree), "at": iso(self._clock())}
        previous = self._home.read(lambda c: c.execute(Q.find, row).fetchone())
        if previous is not None and previous["worktree"] == row["worktree"]:
            return  # fast path: the worktree is unchanged

        def put(connection: Connection) -> None:
            connection.execute(Q.bring_back, row)
            connection.execute(Q.put, row)
            connection.execute(Q.drop_old, {"kept": MAX_SESSIONS})

        self._home.write(put)

    def of(self, session: str) -> Path | None:
        """The worktree that a session reported last, if the folder still exists."""
        if not session or len(session) > MAX_ID:
            return None
        row = self._home.read(lambda c: c.execute(Q.find, {"session": session}).fetchone())
        place = Path(row["worktree"]) if row else None
        return place if place is not None and place.is_dir() else None
