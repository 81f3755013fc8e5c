"""A member's conversations for the team's archive, which the member chose: sent once they ended, forgotten with them.

What is about to be sent is written down before it is, and what is to be forgotten before anything of it is deleted: the
one is asked for at the server even where its answer was lost, the other is never sent again. One lock stands around
sending and forgetting; writing down waits for neither.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.own import read_own, write_own
from scrubjay_joined.answers import read
from scrubjay_joined.errors import TeamAway, TeamRefusedCall
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
FILE_LOCK: Final = "archive.json.lock"
"""Held while the file is changed, and never while a server is asked."""
MINE: Final = "mine"
AT_WORK: Final = timedelta(hours=1)
"""A session that went on so lately may still be at work."""
MOST: Final = 10
"""Sessions that one run sends; the next one goes on."""
PART: Final = 300_000
"""Bytes of a part's turns, about."""
MOST_PARTS: Final = 200
PAGE: Final = 500
WAIT_S: Final = 2.0
"""How long forgetting waits for a worker that sends; then the worker forgets."""
BEGUN: Final = -1
"""Stands for the turns of a session while it is sent."""
TOOL: Final = "tool"
FORGOTTEN: Final = "forgotten"
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
    """Since when a home sends, how many turns of which session went there (by number), and what is to be forgotten.

    What was forgotten stays in `never`: it isn't sent again, whatever is said in it later.
    """

    since: str = ""
    sent: dict[str, int] = field(default_factory=dict)
    forgetting: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)


class ArchiveFile:
    """The file of that, beside the membership: it goes when the home leaves."""

    def __init__(self, home: Path) -> None:
        self._folder = own_place(home)
        self.file = self._folder / FILE

    def read(self) -> ArchiveState:
        """What is kept; one that can't be read begins anew."""
        try:
            held: Any = json.loads(read_own(self.file, "what was archived", _LONGEST) or "{}")
            sent = {str(name): int(turns) for name, turns in held.get("sent", {}).items()}
            forgetting, never = ([*map(str, held.get(name, ()))] for name in ("forgetting", "never"))
            return ArchiveState(since=str(held.get("since", "")), sent=sent, forgetting=forgetting, never=never)
        except (ValueError, TypeError, AttributeError):
            return ArchiveState()

    def change(self, change: Callable[[ArchiveState], ArchiveState]) -> ArchiveState:
        """Keep what `change` makes of what is kept; returns it. A home that left meanwhile gets no folder back."""
        if not self._folder.is_dir():
            return change(self.read())
        with file_lock(self._folder / FILE_LOCK, wait=True):
            state = change(self.read())
            write_own(self.file, json.dumps(asdict(state)))
        return state

    def note(self, numbers: Sequence[str]) -> None:
        """Write down that sessions are to be forgotten, and never sent again."""
        self.change(
            lambda state: replace(
                state,
                forgetting=[*dict.fromkeys([*state.forgetting, *numbers])],
                never=[*dict.fromkeys([*state.never, *numbers])],
            )
        )

    def locked(self, patience_s: float = 0.0) -> Any:
        """The lock; it gives whether it is ours."""
        return file_lock(self._folder / LOCK, patience_s=patience_s)


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
            if going := forget_noted(joined, kept):  # what was forgotten while it was sent
                context.log(f"the team's archive still has {counted(going, 'object')} of what was forgotten")
        except ScrubjayError as error:
            context.log(f"the team's archive is asked again later: {error}")


def _send(joined: Joined, workspace: "Workspace", kept: ArchiveFile) -> int:
    """Send sessions of one that is chosen; returns how many. The lock is ours."""
    now, state = workspace.clock(), kept.read()
    if not archives_mine(workspace.user_settings):
        if state.since:
            kept.change(lambda state: replace(state, since=""))  # chosen again, it begins then
        return 0
    if not state.since:
        state = kept.change(lambda state: replace(state, since=iso(now)))
    project = joined.projects.named(workspace.project.id)
    if not project:
        return 0
    done = 0
    for one in workspace.turn_reader.ended(state.since, iso(now - AT_WORK)):
        name = number_of(one.id)
        was = state.sent.get(name)
        if done == MOST or was == one.turns or name in state.never:
            continue
        state = kept.change(partial(_with_sent, name=name, turns=BEGUN))
        if name in state.never:  # forgotten meanwhile
            continue
        reached = False
        try:
            for path, body in _calls(workspace, project, one):
                joined.client.post(path, body)
                reached = True
        except (TeamRefusedCall, TeamAway) as error:
            if isinstance(error, TeamRefusedCall) and error.code == FORGOTTEN:
                state = kept.change(partial(_struck, gone=[name], never=[name]))
                continue
            if not reached and not (isinstance(error, TeamAway) and error.sent):  # nothing of it came there
                kept.change(partial(_with_sent, name=name, turns=was))
            raise
        state = kept.change(partial(_with_sent, name=name, turns=one.turns))
        done += 1
    return done


def _with_sent(state: ArchiveState, name: str, turns: int | None) -> ArchiveState:
    """The state with how much of a session is there, None for nothing; one that was forgotten meanwhile stays so."""
    if name in state.never:
        return state
    sent = {one: number for one, number in state.sent.items() if one != name}
    return replace(state, sent=sent if turns is None else sent | {name: turns})


def _calls(workspace: "Workspace", project: str, session: "EndedSession") -> Iterator[tuple[str, dict[str, Any]]]:
    """What sends a session in parts; those that are there already change nothing."""
    parts = list(_parts(workspace, session))[:MOST_PARTS]
    for number, turns in enumerate(parts, 1):
        yield f"/archives/{number_of(session.id)}/parts/{number}", {
            "project": project, "client": session.client[:40], "branch": "", "started_at": session.started_at,
            "ended_at": session.last_at, "parts": len(parts), "turns": turns,
        }  # fmt: skip


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
    """Forget sessions at the server as well; says what isn't gone there yet, empty where nothing is left."""
    settings = workspace.user_settings
    joined = joined_server(settings, clock=workspace.clock)
    if joined is None:
        return ""
    kept = ArchiveFile(settings.home)
    before = kept.read()
    if not before.since and not before.sent:
        return ""
    numbers = [
        *dict.fromkeys(number_of(one.partition("/")[0]) for one in sessions)
    ]  # a sub-agent's goes with its whole
    kept.note(numbers)
    with kept.locked(WAIT_S) as ours:
        if not ours:
            return f"{joined.name}'s archive is being written now, and the worker deletes it there after that."
        if not set(kept.read().sent).intersection(numbers):
            kept.change(partial(_struck, gone=numbers))
            return ""
        try:
            going = forget_noted(joined, kept)
        except ScrubjayError as error:
            return f"{joined.name}'s archive still has it, and the worker asks it again: {error}"
    return f"{joined.name}'s archive deletes {counted(going, 'object')} in a minute." if going else ""


def kept_there(home: Path) -> list[str]:
    """What a home that leaves has in the team's archive and can't delete any more; nothing where it has none."""
    sent = ArchiveFile(home).read().sent
    there = f"Its archive has {counted(len(sent), 'session')} of this home, which stay there until their time is over"
    return [f"{there}; before you leave, `scrubjay team archive --forget` deletes them."] if sent else []


def forget_noted(joined: Joined, kept: ArchiveFile) -> int:
    """Forget at the server what is noted; returns how many objects it still has. Raises as the client.

    The lock is ours.
    """
    noted, going = kept.read().forgetting, 0
    for start in range(0, len(noted), 100):
        asked = noted[start : start + 100]
        answer = read(WireForgotten, joined.client.post("/archives/forget", {"sessions": asked}))
        if not answer.going:
            kept.change(partial(_struck, gone=asked))
        going += answer.going
    return going


def _struck(state: ArchiveState, gone: Sequence[str], never: Sequence[str] = ()) -> ArchiveState:
    """The state without what the server has no more, and with what is never sent again."""
    return replace(
        state,
        sent={name: turns for name, turns in state.sent.items() if name not in gone},
        forgetting=[name for name in state.forgetting if name not in gone],
        never=[*dict.fromkeys([*state.never, *never])],
    )
