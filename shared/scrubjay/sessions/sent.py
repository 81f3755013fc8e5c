"""The record of what sessions were told, as it was sent; light enough for a hook, bounded, and forgotten by line."""

import zlib
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.sessions.sent_text import MAX_TEXT, hidden_paths, named_ids, without_forgotten
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay.storage.queries import load

Q = load(__package__)

MAX_OF_SESSION = 100
"""Texts kept of one session, the newest."""

MAX_BYTES = 16 * 1024 * 1024
"""Compressed bytes kept of all sessions of a project, the newest."""

COUNTED_EVERY = 64
"""So many texts are kept until their bytes are counted again."""


@dataclass(frozen=True, slots=True)
class SentMark:
    """A moment, taken before a text is gathered: what is quarantined or forgotten later isn't kept by it."""

    quarantines: int
    forgotten: int


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A text that a session is told now. `channel`: session_init, start, compaction, hint or command."""

    session: str
    worktree: str
    channel: str
    text: str
    client: str = ""


def mark(connection: Connection) -> SentMark:
    """The moment before a text is gathered."""
    return SentMark(*connection.execute(Q.sent_mark).fetchone())


def keep(connection: Connection, telling: Telling, at: str, since: SentMark) -> None:
    """Record, within a transaction, what a session is told."""
    text = hidden_paths(telling.text[:MAX_TEXT])
    if not telling.session or not text:
        return
    row = {
        "session": telling.session,
        "worktree": telling.worktree,
        "client": telling.client,
        "channel": telling.channel,
        "at": at,
        "text": _packed(text),
        "ids": "".join(f" {id}" for id in named_ids(text)),
        "quarantines": since.quarantines,
        "forgotten": since.forgotten,
    }
    kept = connection.execute(Q.keep_sent, row).fetchone()
    if kept is None:
        return
    connection.execute(Q.drop_sent_of_session, {"session": telling.session, "kept": MAX_OF_SESSION})
    if kept["id"] % COUNTED_EVERY == 0:
        connection.execute(Q.drop_sent_beyond, {"bytes": MAX_BYTES})


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
        text = _unpacked(row["text"])
        left = without_forgotten(text, forgotten)
        if left != text:
            ids = "".join(f" {id}" for id in named_ids(left))
            connection.execute(Q.rewrite_sent, {"id": row["id"], "text": _packed(left), "ids": ids})


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def _unpacked(data: bytes) -> str:
    return zlib.decompress(data).decode("utf-8", "surrogatepass")


def _sent(row: Row) -> SentText:
    text = "" if row["withheld"] else _unpacked(row["text"])
    return SentText(
        session=row["session"],
        worktree=row["worktree"],
        client=row["client"],
        channel=row["channel"],
        at=row["at"],
        text=text,
        withheld=bool(row["withheld"]),
    )
