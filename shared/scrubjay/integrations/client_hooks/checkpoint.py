"""Checkpoint of a session as one row: its commit, the files it touched, its transcript's length."""

import stat
from pathlib import Path

from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.errors import ScrubjayError
from scrubjay.git.ancestry import changed_between
from scrubjay.integrations.client_hooks.context import BUSY_TIMEOUT_MS, Enqueue, HookContext
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.integrations.client_hooks.state import current_state, git_with_deadline
from scrubjay.model.clock import Clock
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.session.tasks.points import MAX_FILES, HookReport, SessionPoints
from scrubjay.storage.database import Database


def on_stop(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """A turn ended: write a checkpoint, and queue the capture of what is worth keeping of it."""
    try:
        checkpoint(place, message, clock)
    finally:
        if message.transcript:
            ask(message.event, "capture")
    return ""


def on_leave(place: HookContext, message: Message, clock: Clock, ask: Enqueue) -> str:
    """Before compaction or at the session's end: write a checkpoint and queue an ingestion."""
    try:
        checkpoint(place, message, clock)
    finally:
        ask(message.event, "ingest")
    return ""


def checkpoint(place: HookContext, message: Message, clock: Clock) -> None:
    """Write the checkpoint; the working set itself is on disk already. Raises ScrubjayError."""
    head, changed = current_state(place)
    transcript, position = _transcript(message.record)
    with Database(place.folder / "session.db", "session", busy_ms=BUSY_TIMEOUT_MS) as database:
        if message.event == "PreCompact" and not message.origin.agent:
            BriefingLedger(database, clock).lose(message.session)
        points = SessionPoints(database, clock)
        before = points.of(message.session, head.branch)
        touched = dict.fromkeys((*(changed or ()), *_committed(place, before, head.commit)))
        worktree = str(place.repository.worktree)
        points.report(
            HookReport(
                session=message.session,
                branch=head.branch,
                head=head.commit,
                event=message.event,
                worktree=worktree,
                transcript=transcript,
                position=position,
                files=tuple(touched),
            )
        )


def _transcript(path: str) -> tuple[str, int]:
    """The transcript and its current length; it is being written, so it isn't read here."""
    if not path:
        return "", 0
    try:
        info = Path(path).stat()
    except (OSError, ValueError):
        return "", 0
    return (path, info.st_size) if stat.S_ISREG(info.st_mode) else ("", 0)


def _committed(place: HookContext, before: SessionPoint | None, commit: str) -> tuple[str, ...]:
    """Files that the session committed since it began, and those it had touched before."""
    if before is None:
        return ()
    git = git_with_deadline(place) if before.began_head not in ("", commit) and before.head != commit else None
    if git is None:
        return before.files
    try:
        return (*map(shown, changed_between(git, before.began_head, commit, MAX_FILES)), *before.files)
    except ScrubjayError:
        return before.files  # the files are optional; the session's position isn't
