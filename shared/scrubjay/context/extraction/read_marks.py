"""Marks of how far turns and transcripts were read for memories. Light: the worker asks after each commit."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Q = load(__package__)

RULES: Final = "rules"
MODEL: Final = "model"
"""Readers of turns: the rules, and a language model."""


class ReadMarks:
    """How far each reader has read, in a session.db: the number of a turn, or bytes of a session's transcript."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, reader: str) -> int:
        """How far a reader has read, as a turn's number or in bytes; 0 if it hasn't begun."""
        row = self._database.read(lambda c: c.execute(Q.read_to, {"reader": reader}).fetchone())
        return row["turn"] if row else 0

    def note(self, reader: str, to: int) -> None:
        """Store how far a reader has read; it never goes back."""
        self._database.write(lambda c: c.execute(Q.put_read_to, {"reader": reader, "turn": to}))

    def turns_wait(self, turns: TurnReader, *, by_model: bool) -> bool:
        """Whether something was said that isn't read yet. `by_model`: also by a language model."""
        return bool(
            turns.turns_after(self.of(RULES), 1) or (by_model and turns.turns_after(self.of(MODEL), 1, agents=True))
        )

    def grown_sessions(
        self, worktree: Path, reported: Callable[[str], ReportedSession | None]
    ) -> Iterator[tuple[ReportedSession, int]]:
        """The sessions that worked in a worktree and whose transcript has grown, the last first, with its bytes.

        `reported` tells what hooks said of a session.
        """
        rows = self._database.read(lambda c: c.execute(Q.sessions_in, {"worktree": str(worktree)}).fetchall())
        for row in rows:
            session = reported(row["session"])
            size = _size(session.transcript) if session else 0
            if session is not None and size > self.of(session_reader(session.session)):
                yield session, size


def session_reader(session: str) -> str:
    """The name of the reader of one session's transcript."""
    return f"session {session}"


def _size(transcript: str) -> int:
    try:
        return Path(transcript).stat().st_size
    except (OSError, ValueError):
        return 0


def turns_wait(
    session_database: Database, turn_reader: TurnReader, user_settings: Settings, language_model: object | None
) -> Callable[[], bool]:
    """A function that tells whether something was said that isn't read for memories yet, by what the user allows."""
    marks, by_model = ReadMarks(session_database), language_model is not None
    if user_settings.extraction.by == "off":
        return lambda: False
    return lambda: marks.turns_wait(turn_reader, by_model=by_model)
