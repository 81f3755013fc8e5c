"""Events of a session, each client's way to record them, and the client and sessions of a process. Pure."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from scrubjay.identity.person.lineage import Process, lineage
from scrubjay.model.frozen import dataclass, field

UNRECORDED = "not recorded"
"""The exit status of a command whose client doesn't tell it."""


class Does(StrEnum):
    """What a tool does, as far as it matters here."""

    RUNS = "runs a command here"
    READS = "reads a file here"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a tool was asked. `inputs` is every text of its input, a line each; `folder` where it was asked.

    `file` is set where the tool's input names exactly one file, as an editor's does.
    """

    id: str
    tool: str
    does: Does
    inputs: str
    command: str = ""
    file: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered; only commands that ran and reads that worked have one. `status`: "0", … or UNRECORDED."""

    call: str
    text: str
    status: str = UNRECORDED


@dataclass(frozen=True, slots=True)
class Typed:
    """What a person typed, as the client recorded it; `record` names the client's record."""

    record: str
    text: str


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """A call, an answer or a typed turn, and when it was: ISO 8601 in UTC."""

    occurred_at: str
    what: Call | ToolResult | Typed


@dataclass(frozen=True, slots=True)
class RecordedSession:
    """The events of a session in their order. `complete`: its beginning was read, too.

    `beside` is what tools were asked in other sessions of the same client's process.
    """

    name: str
    events: tuple[SessionEvent, ...]
    complete: bool = True
    beside: tuple[Call, ...] = ()

    def answers(self) -> tuple[tuple[int, SessionEvent, Call, ToolResult], ...]:
        """Each answer with its place among the events and the call that it answers."""
        calls = {event.what.id: event.what for event in self.events if isinstance(event.what, Call)}
        return tuple(
            (place, event, calls[event.what.call], event.what)
            for place, event in enumerate(self.events)
            if isinstance(event.what, ToolResult) and event.what.call in calls
        )

    def calls(self, before: int | None = None) -> tuple[Call, ...]:
        """The calls of tools; only those before a place among the events, if one is given."""
        return tuple(event.what for event in self.events[:before] if isinstance(event.what, Call))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A client's recording: the folder of its files below its own, and what their lines and records say.

    `is_named` says whether a file's stem is that of a session, `events` what a record says that was made in a folder.
    `answers` and `calls` stand in a line with a tool's answer or call; where there are none each line is parsed.
    `linked` gives the record that a line is, and the one before it in the conversation, `folder_of` where the session
    works from a record on; each is empty where it doesn't say. `telling`: a line with none of them records nothing.

    `is_interactive` is there where the client marks no paste: whether a record says that a session, by its name, is a
    person's, in the terminal. `goes_back` says whether by a line the person went back: which turns still count isn't
    known then.
    """

    subfolder: str
    is_named: Callable[[str, str], bool]
    events: Callable[[Mapping[str, Any], str], Iterator[SessionEvent]]
    answers: tuple[bytes, ...] = ()
    calls: tuple[bytes, ...] = ()
    linked: Callable[[bytes], tuple[bytes, bytes]] = lambda _: (b"", b"")
    folder_of: Callable[[Mapping[str, Any]], str] = lambda _: ""
    telling: tuple[bytes, ...] = (b"",)
    is_interactive: Callable[[Mapping[str, Any], str], bool] | None = None
    goes_back: Callable[[bytes], bool] = lambda _: False


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, names of fields left out."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            waiting += reversed(node.values())
        elif isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, int | float) and not isinstance(node, bool):
            yield str(node)


def text_of(value: Any) -> str:
    """A text as it is; empty for anything else."""
    return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders where Claude Code, Codex and Gemini CLI keep everything, as they are named at the edge."""

    claude_code: Path
    codex: Path
    gemini: Path


@dataclass(frozen=True, slots=True)
class CallingClient:
    """The client that leads to this process: its ancestors, where clients keep transcripts, the account's home.

    `since` is when it started this process, in seconds since 1970.
    """

    ancestors: Callable[[], Sequence[Process]]
    folders: Folders
    account: Path
    since: float = field(default_factory=time.time)


def client_of(environment: Mapping[str, str], account: Path) -> CallingClient:
    """The client of this process, which stands among its ancestors; they are read when they are asked for."""
    claude, codex = environment.get("CLAUDE_CONFIG_DIR", ""), environment.get("CODEX_HOME", "")
    gemini = environment.get("GEMINI_CLI_HOME", "")
    folders = Folders(
        Path(claude).expanduser() if claude else account / ".claude",
        Path(codex).expanduser() if codex else account / ".codex",
        (Path(gemini).expanduser() if gemini else account) / ".gemini",
    )
    return CallingClient(lambda: lineage(os.getppid()), folders, account)


Turn = tuple[datetime, datetime]
"""Its beginning and its end."""

_EVER: Final = datetime.min.replace(tzinfo=UTC)
_END: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Stay:
    """A session in a client's process: when its hooks reported it there first, and what happened in it.

    `running`: its last call has no answer yet. `complete`: its beginning was read, too.
    """

    since: str
    events: Sequence[SessionEvent]
    running: bool = False
    complete: bool = True

    def turns(self) -> list[Turn]:
        """The turns of the session, each from what a person typed to the last event that followed."""
        turns = list(_turns(self.events))
        if turns and not self.complete:
            turns[0] = (_EVER, turns[0][1])
        if turns and self.running:
            turns[-1] = (turns[-1][0], _END)
        return turns


def may_overlap(first: Stay, second: Stay) -> bool:
    """Whether turns of two sessions overlap, or one session was reported first while a turn of the other went on."""
    ours, others = first.turns(), second.turns()
    if any(mine[0] < other[1] and other[0] < mine[1] for mine in ours for other in others):
        return True
    reports = ((_moment(first.since), others), (_moment(second.since), ours))
    return any(moment and begins < moment < ends for moment, turns in reports for begins, ends in turns)


def _turns(events: Sequence[SessionEvent]) -> Iterator[Turn]:
    turn: Turn | None = None
    for event in events:
        moment = _moment(event.occurred_at)
        if moment is None:
            continue
        if isinstance(event.what, Typed) and turn:
            yield turn
            turn = None
        turn = (turn[0] if turn else moment, moment)
    if turn:
        yield turn


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
