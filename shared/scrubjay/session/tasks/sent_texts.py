"""What the sessions of a project were told: shown again, and forgotten by line."""

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.sent import MAX_OF_SESSION, Q, Telling, keep, mark, packed, unpacked
from scrubjay.session.tasks.sent_text import SentMark, named_ids, without_forgotten
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class SentText:
    """A text that a session was told. `withheld`: it may hold words of somebody who is quarantined, and is empty."""

    session: str
    worktree: str
    client: str
    channel: str
    at: str
    text: str
    withheld: bool


class SentTexts:
    """What the sessions of one project were told."""

    def __init__(self, database: Database, clock: Clock, retention_days: int) -> None:
        self._database = database
        self._clock = clock
        self._retention = timedelta(days=retention_days)

    def mark(self) -> SentMark:
        """The moment before a text is gathered."""
        return self._database.read(mark)

    def keep(self, telling: Telling, since: SentMark) -> None:
        """Record what a session is told; best effort."""
        with suppress(StorageError):
            self._database.write(lambda c: keep(c, telling, iso(self._clock()), since))

    def told(self, session: str) -> tuple[SentText, ...]:
        """What a session and its sub-agents were told, in order."""
        params = {"session": session, "limit": 4 * MAX_OF_SESSION}
        return tuple(self._database.read(lambda c: [_sent(row) for row in c.execute(Q.sent_to, params)]))

    def session_at(self, until: str) -> tuple[str, str] | None:
        """The session that was told something last, up to a moment of a day, and when that was."""
        params = {"until": until, "since": until[:10]}
        row = self._database.read(lambda c: c.execute(Q.sent_until, params).fetchone())
        return None if row is None else (row["session"], row["at"])

    def last_day(self) -> str:
        """The day on which somebody was told something last; empty for none."""
        return str(self._database.read(lambda c: c.execute(Q.last_sent).fetchone()["at"]))[:10]

    def naming(self, memory: str, limit: int = 100) -> tuple[tuple[str, str, str], ...]:
        """Which sessions were told of a memory, by which channel, and when, the newest first."""
        params = {"id": memory[:8], "limit": limit}
        rows = self._database.read(lambda c: c.execute(Q.sent_naming, params).fetchall())
        return tuple((row["session"], row["channel"], row["at"]) for row in rows)

    def expire(self) -> None:
        """Delete what was told before the retention."""
        before = {"before": iso(self._clock() - self._retention)}
        self._database.write(lambda c: c.execute(Q.drop_sent_before, before))


def forget_words(connection: Connection, forgotten: Collection[tuple[str, str]]) -> None:
    """Take, within a transaction, the lines of forgotten memories, each as (id, content), out of every text.

    Without any named all texts go, since any may repeat what was forgotten.
    """
    connection.execute(Q.bump_forgotten)
    if not forgotten:
        connection.execute(Q.clear_sent)
        return
    for row in connection.execute(Q.every_sent).fetchall():
        text = unpacked(row["text"])
        left = without_forgotten(text, forgotten)
        if left != text:
            ids = "".join(f" {id}" for id in named_ids(left))
            connection.execute(Q.rewrite_sent, {"id": row["id"], "text": packed(left), "ids": ids})


def _sent(row: Row) -> SentText:
    text = "" if row["withheld"] else unpacked(row["text"])
    return SentText(
        session=row["session"],
        worktree=row["worktree"],
        client=row["client"],
        channel=row["channel"],
        at=row["at"],
        text=text,
        withheld=bool(row["withheld"]),
    )
