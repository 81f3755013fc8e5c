"""A member's conversations for the team's archive, which the member chose: sent once they ended, forgotten with them.

What is to be forgotten is noted first, and struck out once the server has heard it. From then on the server takes
nothing of it any more, from whichever machine.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.own import read_own, write_own
from scrubjay_joined.answers import read
from scrubjay_joined.errors import TeamRefusedCall
from scrubjay_joined.membership import Joined, joined_server, own_place
from scrubjay_joined.told import WireForgotten

if TYPE_CHECKING:
    from scrubjay.operations.jobs.step import StepContext
    from scrubjay.session.conversations.turns import EndedSession
    from scrubjay.settings.schema import Settings
    from scrubjay.wiring.workspace import Workspace

STEPS: Final = (WorkerStep("team archive", "ingest", "scrubjay_joined.archive:send_archive"),)
"""The worker sends: no session ever waits for it."""

FILE: Final = "archive.json"
LOCK: Final = "archive.lock"
NOTE: Final = "archive-forgets-"
MINE: Final = "mine"
AT_WORK: Final = timedelta(hours=1)
"""A session that went on so lately may still be at work."""
MOST: Final = 10
"""Sessions that one run sends; the next one goes on."""
PART: Final = 300_000
"""Bytes of a part's turns, about."""
MOST_PARTS: Final = 200
PAGE: Final = 500
TOOL: Final = "tool"
FORGOTTEN: Final = 409
"""What the server answers for a session that was forgotten, from whichever machine: it isn't sent again."""
_LONGEST: Final = 4_000_000


def archives_mine(settings: "Settings") -> bool:
    """Whether the user's own file says that conversations go to the archive; no repository and no variable says it."""
    section = settings.sections.get("team")
    return isinstance(section, Mapping) and section.get("archive") == MINE


def number_of(session: str) -> str:
    """What the server calls a session: the same from each machine, and nothing can be read from it."""
    return hashlib.sha256(f"scrubjay session {session}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveState:
    """Since when a home sends, and how many turns of which session went there, by number; 0: some of it may have."""

    since: str = ""
    sent: dict[str, int] = field(default_factory=dict)


class ArchiveFile:
    """What a home keeps of that, beside its membership: it goes when the home leaves."""

    def __init__(self, home: Path) -> None:
        self._folder = own_place(home)
        self.file = self._folder / FILE

    def read(self) -> ArchiveState:
        """What is kept; one that can't be read begins anew."""
        try:
            held: Any = json.loads(read_own(self.file, "what was archived", _LONGEST) or "{}")
            sent = {str(name): int(turns) for name, turns in held.get("sent", {}).items()}
            return ArchiveState(since=str(held.get("since", "")), sent=sent)
        except (ValueError, TypeError, AttributeError):
            return ArchiveState()

    def write(self, state: ArchiveState) -> None:
        """Keep it; a home that left meanwhile gets no folder back."""
        if self._folder.is_dir():
            write_own(self.file, json.dumps(asdict(state)))

    def locked(self, patience_s: float = 0.0) -> Any:
        """The lock around sending; it gives whether it is ours."""
        return file_lock(self._folder / LOCK, patience_s=patience_s)

    def note(self, numbers: Sequence[str]) -> None:
        """Note what the server is to forget, a file each: needs no lock, and stays until the server has heard it."""
        for number in numbers if self._folder.is_dir() else ():
            write_own(self._folder / f"{NOTE}{number}", "")

    def noted(self) -> list[str]:
        """What is noted."""
        return sorted(one.name.removeprefix(NOTE) for one in self._folder.glob(f"{NOTE}*"))

    def strike(self, numbers: Sequence[str]) -> None:
        """Strike out what the server has heard."""
        for number in numbers:
            (self._folder / f"{NOTE}{number}").unlink(missing_ok=True)


def send_archive(context: "StepContext") -> None:
    """Forget at the server what was forgotten here, and send the sessions that ended, if the member chose that.

    A server that is away gets both later.
    """
    workspace = context.workspace
    joined = joined_server(workspace.user_settings, clock=workspace.clock)
    if joined is None:
        return
    kept = ArchiveFile(workspace.user_settings.home)
    with kept.locked() as ours:
        if not ours:
            return
        try:
            forget_noted(joined, kept)
            if number := _send(joined, workspace, kept):
                context.log(f"archived at the team: {counted(number, 'session')}")
        except ScrubjayError as error:
            context.log(f"the team's archive is asked again later: {error}")


def _send(joined: Joined, workspace: "Workspace", kept: ArchiveFile) -> int:
    """Send sessions of one that is chosen; returns how many. The lock is ours."""
    now, state = workspace.clock(), kept.read()
    if not archives_mine(workspace.user_settings):
        if state.since:
            kept.write(ArchiveState(sent=state.sent))  # chosen again, it begins then
        return 0
    if not state.since:
        state = ArchiveState(since=iso(now), sent=state.sent)
        kept.write(state)
    project = joined.projects.named(workspace.project.id)
    if not project:
        return 0
    ended = workspace.turn_reader.ended(state.since, iso(now - AT_WORK))
    new = [one for one in ended if state.sent.get(number_of(one.id), 0) != one.turns][:MOST]
    for one in new:
        state.sent.setdefault(number_of(one.id), 0)  # before anything goes: it may be forgotten at any moment
        kept.write(state)
        try:
            _send_one(joined, workspace, project, one)
        except TeamRefusedCall as error:
            if error.status != FORGOTTEN:
                raise
        state.sent[number_of(one.id)] = one.turns
        kept.write(state)
    return len(new)


def _send_one(joined: Joined, workspace: "Workspace", project: str, session: "EndedSession") -> None:
    """Send a session in parts; those that are there already change nothing."""
    parts = list(_parts(workspace, session))[:MOST_PARTS]
    for number, turns in enumerate(parts, 1):
        joined.client.post(f"/archives/{number_of(session.id)}/parts/{number}", {
            "project": project, "client": session.client[:40], "branch": "", "started_at": session.started_at,
            "ended_at": session.last_at, "parts": len(parts), "turns": turns,
        })  # fmt: skip


def _parts(workspace: "Workspace", session: "EndedSession") -> Iterator[list[dict[str, Any]]]:
    """The turns of a session and its sub-agents, without what tools printed, in pieces of about PART bytes."""
    offset, size, part = 0, 0, list[dict[str, Any]]()
    while True:
        turns, total = workspace.turn_reader.page(session.id, PAGE, offset)
        for place, turn in enumerate(turns, offset + 1):
            if turn.role == TOOL:
                continue
            line = {"number": place, "at": turn.said_at[:40], "role": turn.role[:40], "text": turn.text}
            part.append(line)
            size += len(turn.text.encode()) + 100
            if size >= PART:
                yield part
                size, part = 0, []
        offset += len(turns)
        if not turns or offset >= total:
            break
    if part:
        yield part


def forget_archived(workspace: "Workspace", sessions: Sequence[str]) -> str:
    """Forget sessions at the server, too; says what isn't gone there yet, empty where nothing is left.

    It waits for nobody who sends: the server takes nothing more of what it was told to forget.
    """
    settings = workspace.user_settings
    joined = joined_server(settings, clock=workspace.clock)
    if joined is None:
        return ""
    kept = ArchiveFile(settings.home)
    numbers = [
        *dict.fromkeys(number_of(one.partition("/")[0]) for one in sessions)
    ]  # a sub-agent's goes with its whole
    there = numbers if archives_mine(settings) else [one for one in numbers if one in kept.read().sent]
    if not there:
        return ""
    kept.note(there)
    try:
        going = forget_noted(joined, kept)
    except ScrubjayError as error:
        return f"{joined.name}'s archive still has it, and the worker asks it again: {error}"
    return f"{joined.name}'s archive deletes {counted(going, 'object')} in a minute." if going else ""


def kept_there(home: Path) -> list[str]:
    """What a home that leaves may have in the team's archive and can't delete any more; nothing where it has none."""
    sent = ArchiveFile(home).read().sent
    there = f"Its archive has {counted(len(sent), 'session')} of this home, which stay there until their time is over"
    return [f"{there}; before you leave, `scrubjay team archive --forget` deletes them."] if sent else []


def forget_noted(joined: Joined, kept: ArchiveFile) -> int:
    """Let the server forget what is noted; returns how many objects it still deletes. Raises as the client."""
    noted, going = kept.noted(), 0
    for start in range(0, len(noted), 100):
        some = noted[start : start + 100]
        going += read(WireForgotten, joined.client.post("/archives/forget", {"sessions": some})).going
        kept.strike(some)
    return going
