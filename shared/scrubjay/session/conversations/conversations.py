"""Conversation service: imports, retention and forgetting; search is in `recall`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TypeVar

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.store import purge
from scrubjay.model.clock import Clock, iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import too_short_hint
from scrubjay.privacy.personal.policy import Personal
from scrubjay.session.conversations import store
from scrubjay.session.conversations.folders import Holds, read_line
from scrubjay.session.conversations.model import ImportReport, Title, Turn, clean_name
from scrubjay.session.conversations.transcripts import Position, TranscriptLine, read_new, session_of
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

T = TypeVar("T")
Progress = Callable[[int, int], None]

BATCH = 200
EXPIRED_AT_ONCE = 20
MAX_LINE = 16 * 1024 * 1024
MAX_BYTES = 4 * 1024**3
"""Bytes of an import file."""

CLAUDE_CODE = "claude-code"
IMPORTED = "import"


def _no_progress(done: int, total: int) -> None:
    """Do nothing: for callers who want no progress."""


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A stored session as it is shown before it is deleted."""

    id: str
    title: str
    last_at: str
    turns: int


@dataclass(frozen=True, slots=True)
class ConversationCounts:
    """How many sessions and turns are stored, and the time of the last one."""

    sessions: int
    turns: int
    last_at: str


class Conversations:
    """Imports, lists and deletes the conversations of one project, in its session.db."""

    def __init__(
        self,
        database: Database,
        counter: TokenCounter,
        clock: Clock,
        retention_days: int,
        personal: Personal = "auto",
    ) -> None:
        self._database = database
        self._counter = counter
        self._clock = clock
        self._retention = timedelta(days=retention_days)
        self._personal: Personal = personal

    def import_transcripts(
        self,
        files: Sequence[Path],
        holds: Holds,
        *,
        dry_run: bool = False,
        progress: Progress = _no_progress,
        stop: Callable[[], bool] = lambda: False,
    ) -> ImportReport:
        """Import what is new in transcripts of Claude Code. `holds` says whether a folder is this project's.

        Resumable: stopped at any point, the next run continues there. `progress` counts bytes. A file that can't be
        read is retried next time.
        """
        before = iso(self._clock() - self._retention)
        sizes = {file: size for file in files if (size := _size(file)) >= 0}
        total, done, report = sum(sizes.values()), 0, ImportReport()
        for file, size in sizes.items():
            with suppress(OSError):
                for batch in self._import_batches(file, holds, before, dry_run, stop):
                    report += batch[0]
                    progress(min(total, done + batch[1]), total)
            done += size
            if stop():
                break
        return report

    def _import_batches(
        self, file: Path, holds: Holds, before: str, dry_run: bool, stop: Callable[[], bool]
    ) -> Iterator[tuple[ImportReport, int]]:
        """Import a file in batches, each stored together with the read offset; yields its result and that offset."""
        position = self._read_position(file)
        session = clean_name(session_of(file))
        touched: set[str] = set()
        named: list[Title] = []
        counted = False
        for lines in _batched(read_new(file, position, session, stop), BATCH):
            turns, titles, elsewhere = _sorted_by_kind(lines, holds)
            named += titles
            own_answers = sum(line.message.own_answers for line in lines if line.message)
            unreadable = sum(line.unreadable for line in lines)
            reached = lines[-1].position
            if dry_run:
                stored = self._would_add(turns, before)
            else:
                stored = self._add(CLAUDE_CODE, turns, before, (file, session, reached))
                touched.update(turn.session for turn in turns)
            files = int(not counted and bool(stored.turns))
            counted = counted or bool(files)
            yield (
                stored + ImportReport(files=files, elsewhere=elsewhere, own=own_answers, unreadable=unreadable),
                reached.bytes,
            )
        if not dry_run:
            self._summarise(touched, named)

    def import_file(self, file: Path, *, dry_run: bool = False, progress: Progress = _no_progress) -> ImportReport:
        """Import conversations from JSON lines (see `generic.read_line`); a known turn stays unchanged.

        Retention counts from now, however old the turns are. Raises UsageError for a file that can't be read,
        LimitExceeded.
        """
        size = _size(file)
        if size < 0:
            raise UsageError(f"{file} is no file that can be read. Give a file of JSON lines.")
        if size > MAX_BYTES:
            raise LimitExceeded(f"{file} has more than {MAX_BYTES:,} bytes. Import it in parts.")
        report, touched, titles = ImportReport(files=1), set[str](), dict[str, Title]()
        with file.open("rb") as stream:
            for batch in _batched(enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1), BATCH):
                parsed = [read_line(line, number) for number, line in batch if line.strip()]
                read = [item for item in parsed if not isinstance(item, str)]
                turns = [turn for turn, _ in read]
                titles |= {title.session: title for _, title in read if title}
                stored = self._would_add(turns, "") if dry_run else self._add(IMPORTED, turns, "")
                report += stored + ImportReport(unreadable=len(parsed) - len(read))
                touched.update(turn.session for turn in turns)
                progress(stream.tell(), size)
        if not dry_run:
            self._summarise(touched, tuple(titles.values()))
        return report

    def expire(self) -> int:
        """Delete sessions beyond the retention; returns how many."""
        before = iso(self._clock() - self._retention)
        params = {"before": before, "limit": EXPIRED_AT_ONCE}
        gone = 0
        while rows := self._database.read(lambda c: c.execute(store.Q.expired, params).fetchall()):
            for row in rows:
                self._database.write(lambda c, id=row["id"]: store.delete_session(c, id))  # type: ignore[misc]
            gone += len(rows)
        if gone:
            purge(self._database)
        return gone

    def sessions(self, id: str) -> tuple[KeptSession, ...]:
        """A session by id or a prefix of at least 8 characters, with its sub-agents'. Raises NotFound, UsageError."""
        name = clean_name(id)
        rows = self._database.read(lambda c: c.execute(store.Q.sessions_named, {"session": name}).fetchall())
        exact = [row for row in rows if row["session"] == name or row["session"].startswith(f"{name}/")]
        others = {row["session"].partition("/")[0] for row in rows}
        if not exact and len(others) > 1:
            choices = ", ".join(sorted(others)[:5])
            raise UsageError(f"{name[:60]!r} begins {counted(len(others), 'session')}. Give the whole id: {choices}.")
        rows = exact or rows
        if not rows:
            raise NotFound(
                f"No session {id[:60]!r} is kept here{too_short_hint(name)}. "
                "`scrubjay search --kind conversation` shows their ids."
            )
        return tuple(KeptSession(row["session"], row["title"], row["last_at"], row["turns"]) for row in rows)

    def forget(self, sessions: Sequence[KeptSession]) -> bool:
        """Delete sessions for good: turns, index and journal; they are not imported again.

        False when bytes stay in the journal until another reader ends.
        """

        def delete(connection: Connection) -> None:
            for session in sessions:
                row = connection.execute(store.Q.find_conversation, {"session": session.id}).fetchone()
                if row:
                    store.delete_session(connection, row["id"])
                connection.execute(store.Q.add_forgotten, {"digest": store.session_digest(session.id)})

        self._database.write(delete)
        return purge(self._database)

    def counts(self) -> ConversationCounts:
        """The stored sessions and turns."""
        row = self._database.read(lambda c: c.execute(store.Q.counts).fetchone())
        return ConversationCounts(row["sessions"], row["turns"], row["last_at"])

    def _read_position(self, file: Path) -> Position:
        """Where the reading of a transcript stopped last; its beginning for a new one."""
        row = self._database.read(lambda c: c.execute(store.Q.find_transcript, {"file": str(file)}).fetchone())
        pending_calls = tuple(word for word in row["own"].split("\n") if word) if row else ()
        return Position(row["position"], row["head"], pending_calls) if row else Position()

    def _add(
        self,
        client: str,
        turns: Sequence[Turn],
        before: str,
        read: tuple[Path, str, Position] | None = None,
    ) -> ImportReport:
        """Store some turns, with the position read to, if any."""
        prepared = store.prepare(turns, self._counter, self._personal)
        now = iso(self._clock())

        def put(connection: Connection) -> ImportReport:
            stored = store.add(connection, client, prepared, now, before, unique=client == CLAUDE_CODE)
            if read:
                file, session, position = read
                row = {"position": position.bytes, "head": position.head, "own": "\n".join(position.pending_calls)}
                connection.execute(store.Q.put_transcript, {"file": str(file), "session": session, **row})
            return stored

        return self._database.write(put)

    def _would_add(self, turns: Sequence[Turn], before: str) -> ImportReport:
        """What storing some turns would report, without writing."""
        return self._database.read(lambda c: store.preview_add(c, turns, before, unique=bool(before)))

    def _summarise(self, sessions: set[str], titles: Sequence[Title]) -> None:
        """Index sessions as a whole again, with their titles. Sessions of other projects are ignored."""
        now = iso(self._clock())
        named = self._database.write(
            lambda c: {title.session for title in titles if store.set_title(c, title, self._personal)}
        )
        for batch in _batched(iter(sorted(sessions | named)), EXPIRED_AT_ONCE):

            def put(connection: Connection, batch: list[str] = batch) -> None:
                for session in batch:
                    store.index_session(connection, session, self._counter, now)

            self._database.write(put)


def _sorted_by_kind(lines: Sequence[TranscriptLine], holds: Holds) -> tuple[list[Turn], list[Title], int]:
    """The turns of this project, the titles, and the number of turns from other folders."""
    turns: list[Turn] = []
    titles: list[Title] = []
    elsewhere = 0
    for message in (line.message for line in lines if line.message):
        if message.title:
            titles.append(message.title)
        if message.turns and not holds(message.folder):
            elsewhere += len(message.turns)
        else:
            turns += message.turns
    return turns, titles, elsewhere


def _batched(items: Iterator[T], size: int) -> Iterator[list[T]]:
    """The items in lists of a size."""
    while batch := list(islice(items, size)):
        yield batch


def _size(file: Path) -> int:
    """The size of a regular file in bytes, -1 for anything else."""
    try:
        return file.stat().st_size if file.is_file() else -1
    except OSError:
        return -1
