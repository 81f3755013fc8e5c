"""Forgetting a session for good: its turns, what it was told, what it saved, and where it stood."""

from collections.abc import Callable, Collection, Sequence

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import too_short_hint
from scrubjay.session.conversations.conversations import Conversations, KeptSession
from scrubjay.session.conversations.model import clean_name
from scrubjay.session.tasks.points import Q, SessionPoints
from scrubjay.session.tasks.task import SAVE_LISTS, SessionSave
from scrubjay.session.tasks.timeline import Timeline
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

ForgetWords = Callable[[Collection[tuple[str, str]]], None]
"""Takes words, each as ("", text), out of what other sessions were told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettableSession:
    """A session or sub-agent's session that can be deleted, with how much of it will be gone."""

    id: str
    title: str
    last_at: str
    turns: int
    told: int
    saves: int


class SessionForgetting:
    """Deletes a project's sessions. `others` delete what other packages store of them."""

    def __init__(
        self,
        database: Database,
        conversations: Conversations,
        points: SessionPoints,
        others: Sequence[Callable[[str], None]],
        forget_words: ForgetWords,
    ) -> None:
        self._database = database
        self._conversations = conversations
        self._points = points
        self._others = others
        self._forget_words = forget_words

    def found(self, id: str) -> tuple[ForgettableSession, ...]:
        """A session by its id or its first 8 characters, with its sub-agents'. Raises NotFound, UsageError."""
        name = clean_name(id)
        params = {"session": name}
        called = [row["session"] for row in self._database.read(lambda c: c.execute(Q.sessions_called, params))]
        exact = [session for session in called if session == name or session.startswith(f"{name}/")]
        others = sorted({session.partition("/")[0] for session in called})
        if not exact and len(others) > 1:
            choices = ", ".join(others[:5])
            raise UsageError(f"{name[:60]!r} begins {counted(len(others), 'session')}. Give the whole id: {choices}.")
        if not called or not name:
            raise NotFound(
                f"No session {id[:60]!r} is kept here{too_short_hint(name)}. "
                "`scrubjay search --kind conversation` shows their ids."
            )
        kept = {one.id: one for one in self._kept_sessions(name)}
        return self._database.read(lambda c: tuple(_forgettable(c, one, kept.get(one)) for one in exact or called))

    def forget(self, sessions: Sequence[ForgettableSession]) -> bool:
        """Delete sessions for good; they are not imported again. Memories made from them and tasks stay.

        False when bytes stay in the journal until another reader ends.
        """
        timeline = Timeline(self._database)
        saved = [past.save for session in sessions for past in timeline.saves(session.id)]
        words = [("", text) for save in saved for text in (save.summary, save.in_progress, *_entries(save)) if text]
        for session in sessions:
            self._points.forget(session.id)
            for forget in self._others:
                forget(session.id)

        def delete(connection: Connection) -> None:
            for session in sessions:
                connection.execute(Q.forget_sent, {"session": session.id})
                connection.execute(Q.forget_saves, {"session": session.id})

        self._database.write(delete)
        if words:
            self._forget_words(words)
        return self._conversations.forget([KeptSession(one.id, one.title, one.last_at, one.turns) for one in sessions])

    def _kept_sessions(self, name: str) -> tuple[KeptSession, ...]:
        """The stored sessions of an id or its beginning; none where there is no such."""
        try:
            return self._conversations.sessions(name)
        except NotFound:
            return ()


def _forgettable(connection: Connection, session: str, kept: KeptSession | None) -> ForgettableSession:
    """A session with the counts of what is stored of it."""
    count = {"session": session}
    (told,) = connection.execute(Q.count_sent, count).fetchone()
    (saves,) = connection.execute(Q.count_saves, count).fetchone()
    last = connection.execute(Q.last_report, count).fetchone()
    return ForgettableSession(
        id=session,
        title=kept.title if kept else "",
        last_at=kept.last_at if kept else last["at"] if last else "",
        turns=kept.turns if kept else 0,
        told=told,
        saves=saves,
    )


def _entries(save: SessionSave) -> tuple[str, ...]:
    """All entries of a save."""
    return tuple(entry for name in SAVE_LISTS for entry in getattr(save, name))
