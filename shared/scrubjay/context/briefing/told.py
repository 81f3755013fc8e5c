"""Ledger of the prepared briefing per worktree and of what each session was told; light enough for a hook."""

import json
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from scrubjay.context.briefing.hearers import Q, note_had
from scrubjay.errors import ScrubjayError, StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, field_names
from scrubjay.model.pattern import pattern
from scrubjay.session.tasks import sent
from scrubjay.session.tasks.sent import SentMark
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row

MAX_SESSIONS = 1000
"""Sessions whose last briefing is remembered."""

DUPLICATE_WINDOW_S = 10.0
"""Seconds within which two hooks (the plugin's and `init`'s) count as one event."""

CONTEXT_LOST = frozenset({"clear", "compact"})
"""Events after which a session's context no longer holds what it was told."""

LOST = "(lost)"
"""Source of what a session was told before its context was compacted: it no longer knows it."""

ONE_TIME = "(once)"
"""Stands for a session's name in the rows of one-time lines."""

MAX_RECENT = 50
"""Sessions of a worktree whose texts tell what was shown there."""

MAX_KEYS = 500
"""Keys kept at most, the latest."""

ANSWERS = "(answers)"
"""Stands for a worktree in the rows of memories that answers showed to a session."""

_ID = pattern(r"\b[0-9a-f]{12}\b")
"""How an answer names a memory."""

LIVE_PREFIX = "live"
"""Prefix of the state of a text that was told before any briefing was prepared: the working set alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedBriefing:
    """A briefing without its first line and live parts, with age placeholders. `state` is its fingerprint.

    `hidden` are ids of memories that its commit doesn't show, or whose grade is too low there. `quarantines` counts
    those of the project before it was gathered: after a further one it is shown to nobody.
    """

    worktree: str
    branch: str
    head: str
    task_version: int
    state: str
    knowledge: str
    text: str
    at: str = ""
    hidden: tuple[str, ...] = ()
    quarantines: int = 0


@dataclass(frozen=True, slots=True)
class ToldBriefing:
    """What a session was told in a worktree, and when."""

    state: str
    text: str
    shown_at: str


class BriefingLedger:
    """The ledger's rows of one project. Every method is one transaction."""

    def __init__(self, session_database: Database, clock: Clock) -> None:
        self._session = session_database
        self._clock = clock

    def prepare(self, prepared: PreparedBriefing) -> None:
        """Store a worktree's prepared briefing, in place of its last one."""
        row = {name: getattr(prepared, name) for name in field_names(PreparedBriefing)}
        row |= {"at": iso(self._clock()), "hidden": json.dumps(list(prepared.hidden))}
        self._session.write(lambda c: c.execute(Q.put_prepared, row))

    def quarantines(self) -> int:
        """How often somebody was quarantined or freed."""
        return int(self._session.read(lambda c: c.execute(Q.quarantines).fetchone()[0]))

    def mark(self) -> SentMark:
        """A mark set before a text is gathered, by which `add` tells whether the text may be kept."""
        return self._session.read(sent.mark)

    def clear(self, forgotten: Collection[tuple[str, str]] = ()) -> None:
        """Delete every text of a briefing, since it may repeat a memory that was forgotten, given as (id, content).

        Of what was sent only the lines of those memories go, where any are named.
        """
        from scrubjay.session.tasks.sent import forget_words  # late: a hook forgets nothing

        def drop(connection: Connection) -> None:
            connection.execute(Q.clear_prepared)
            connection.execute(Q.clear_told)
            forget_words(connection, forgotten)

        self._session.write(drop)
        self._session.truncate_log()

    def forget(self, session: str) -> None:
        """Delete what a session was told, and the prepared briefings, which may tell what the session left."""

        def drop(connection: Connection) -> None:
            connection.execute(Q.forget_told, {"session": session})
            connection.execute(Q.clear_prepared)

        self._session.write(drop)

    def prepared(self, worktree: str, branch: str) -> PreparedBriefing | None:
        """The briefing prepared for a worktree and branch, while the branch's task is at the version it describes."""
        row = self._session.read(lambda c: c.execute(Q.prepared, {"worktree": worktree, "branch": branch}).fetchone())
        return None if row is None else _prepared_of_row(row)

    def latest_prepared(self, limit: int) -> tuple[PreparedBriefing, ...]:
        """The briefings prepared last for any worktree and branch, newest first."""
        rows = self._session.read(lambda c: c.execute(Q.latest_prepared, {"limit": limit}).fetchall())
        return tuple(_prepared_of_row(row) for row in rows)

    def last_told(self, session: str, worktree: str) -> ToldBriefing | None:
        """What a session was last told in a worktree."""
        key = {"session": session, "worktree": worktree}
        row = self._session.read(lambda c: c.execute(Q.told, key).fetchone())
        return None if row is None else ToldBriefing(row["state"], row["text"], row["at"])

    def record_told(self, session: str, worktree: str, state: str, text: str) -> None:
        """Record what a session is told."""
        self._session.write(lambda c: self.note_told(c, session, worktree, state, text))

    def note_told(self, connection: Connection, session: str, worktree: str, state: str, text: str) -> None:
        """Record, within the caller's transaction, what a session is told."""
        self._put_told(connection, session, worktree, state, text, "")

    def recent(self, worktree: str) -> tuple[str, frozenset[str]]:
        """The latest texts that sessions of a worktree were told, and the keys of its one-time lines."""
        params = {"worktree": worktree, "once": ONE_TIME, "limit": MAX_RECENT + 1}
        rows = self._session.read(lambda c: c.execute(Q.told_here, params).fetchall())
        texts = [row["text"] for row in rows if row["session"] != ONE_TIME][:MAX_RECENT]
        keys = "\n".join(row["text"] for row in rows if row["session"] == ONE_TIME)
        return "\n".join(reversed(texts)), frozenset(keys.split("\n")) - {""}

    def shown_keys(self, worktree: str) -> frozenset[str]:
        """The keys of the one-time lines that were shown in a worktree."""
        row = self.last_told(ONE_TIME, worktree)
        return frozenset(row.text.split("\n")) - {""} if row is not None else frozenset()

    def record_keys(self, worktree: str, keys: Sequence[str]) -> None:
        """Record some one-time lines, by their keys, as shown in a worktree."""
        self._session.write(lambda c: self.note_keys(c, worktree, keys))

    def note_keys(self, connection: Connection, worktree: str, keys: Sequence[str]) -> None:
        """Record, within the caller's transaction, one-time lines as shown."""
        if not keys:
            return
        row = connection.execute(Q.told, {"session": ONE_TIME, "worktree": worktree}).fetchone()
        previous = row["text"].split("\n") if row is not None else []
        every = list(dict.fromkeys([*previous, *keys]))[-MAX_KEYS:]
        self._put_told(connection, ONE_TIME, worktree, "", "\n".join(every), "")

    def add(
        self,
        session: str,
        worktree: str,
        lines: Sequence[str],
        telling: sent.Telling,
        since: SentMark,
        besides: Callable[[Connection], None] = lambda _: None,
    ) -> None:
        """Record further lines that a session was told, the text in which they were sent, and related rows."""

        def put(connection: Connection) -> None:
            connection.execute(Q.add_told, {"session": session, "worktree": worktree, "text": "\n".join(lines)})
            sent.keep(connection, telling, iso(self._clock()), since)
            besides(connection)

        self._session.write(put)

    def record_answer(self, session: str, answer: str) -> None:
        """Record which memories an answer showed to a known session; best effort."""
        found = tuple(dict.fromkeys(_ID.findall(answer)))
        ids = "\n".join(found)
        if not session or not ids:
            return

        def put(connection: Connection) -> None:
            note_had(connection, session, found, "answer", iso(self._clock()))
            if not connection.execute(Q.add_told, {"session": session, "worktree": ANSWERS, "text": ids}).rowcount:
                self._put_told(connection, session, ANSWERS, "", ids, "")

        with suppress(ScrubjayError):
            self._session.write(put)

    def told_lengths(self, since: str) -> tuple[int, ...]:
        """How many characters of briefings and hints each session since a day was told; a later one replaces them."""
        params = {"since": since, "once": ONE_TIME, "answers": ANSWERS}
        rows = self._session.read(lambda c: c.execute(Q.told_lengths, params).fetchall())
        return tuple(row["characters"] for row in rows)

    def known_text(self, session: str) -> str:
        """Everything that a session was told, in any worktree, and the ids of memories that answers showed it."""
        rows = self._session.read(lambda c: c.execute(Q.all_told, {"session": session}).fetchall())
        return "\n".join(row["text"] for row in rows)

    def claim(self, session: str, worktree: str, state: str, text: str, source: str) -> tuple[bool, str]:
        """Whether this client event shall tell `text`, and what the session knows already; records it as told.

        Of several hooks that run at once for one event, one gets True. After a compaction the text is told again, once:
        Codex fires the start of a resumed session and the one of its compaction right after another.
        """

        def note(connection: Connection) -> tuple[bool, str]:
            tell, known, is_noted = self._decide(connection, session, worktree, state, source)
            if not is_noted:
                self._put_told(connection, session, worktree, state, text, source)
            return tell, known

        return self._session.write(note)

    def look(self, session: str, worktree: str, state: str, source: str) -> tuple[bool, str]:
        """The answer that `claim` would give, with nothing recorded: for a database that can't be written."""
        return self._session.read(lambda c: self._decide(c, session, worktree, state, source)[:2])

    def _decide(
        self, connection: Connection, session: str, worktree: str, state: str, source: str
    ) -> tuple[bool, str, bool]:
        """Whether to tell a state, what the session knows already, and whether the ledger says that it was told."""
        row = connection.execute(Q.told, {"session": session, "worktree": worktree}).fetchone()
        if row is None and source == "fork":
            row = connection.execute(Q.told_in, {"worktree": worktree, "state": state}).fetchone()
            if row is not None:
                return False, str(row["text"]), False
        known = row is not None and row["source"] != LOST
        if row is not None and known:
            fresh = abs(_elapsed(row["at"], self._clock())) <= timedelta(seconds=DUPLICATE_WINDOW_S)
            doubled = fresh and (row["source"] == source or (row["source"], source) == ("resume", "compact"))
            if row["state"] == state and (source not in CONTEXT_LOST or doubled):
                return False, str(row["text"]), True
        return True, str(row["text"]) if row is not None and known and source not in CONTEXT_LOST else "", False

    def lose(self, session: str) -> None:
        """Record that a session's context is about to be compacted: whatever it was told, it may be told again."""
        self._session.write(lambda c: c.execute(Q.lose, {"session": session, "lost": LOST}))

    def _put_told(
        self, connection: Connection, session: str, worktree: str, state: str, text: str, source: str
    ) -> None:
        row = {"session": session, "worktree": worktree, "state": state, "text": text, "source": source}
        row |= {"at": iso(self._clock())}
        connection.execute(Q.bring_back, row)
        connection.execute(Q.put_told, row)
        connection.execute(Q.drop_old_told, {"kept": MAX_SESSIONS})


def _elapsed(moment: str, now: datetime) -> timedelta:
    try:
        return now - datetime.fromisoformat(moment)
    except ValueError:
        return timedelta.max


def _prepared_of_row(row: Row) -> PreparedBriefing:
    values = {name: row[name] for name in field_names(PreparedBriefing)}
    return PreparedBriefing(**(values | {"hidden": tuple(json.loads(values["hidden"]))}))


def forget_told(home: Path, clock: Clock, forgotten: Collection[tuple[str, str]], *, but: Path | None = None) -> None:
    """Delete forgotten memories, each as (id, content), from what sessions of projects were told; `but` one project.

    Raises StorageError for a database that can't be written, after the others.
    """
    failed: StorageError | None = None
    for file in sorted((home / "projects").glob("*/session.db")):
        if file.parent == but:
            continue
        try:
            with Database(file, "session") as database:
                BriefingLedger(database, clock).clear(forgotten)
        except StorageError as error:
            failed = error
    if failed:
        raise failed
