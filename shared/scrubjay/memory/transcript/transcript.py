"""Lookup of a session's transcript, and its events: the client's own file, read from its end, within a deadline."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.claude_code import CLAUDE_CODE
from scrubjay.memory.transcript.codex import CODEX
from scrubjay.memory.transcript.gemini import GEMINI
from scrubjay.memory.transcript.lines import FIRST, MOST, FileLine, FileLines, Noted, Turns, note, root_of, typed_turns
from scrubjay.memory.transcript.session import (
    Call,
    Folders,
    RecordedSession,
    Recording,
    SessionEvent,
    Stay,
    ToolResult,
    Typed,
    may_overlap,
)
from scrubjay.model.frozen import dataclass, replace

PATIENCE_S: Final = 0.05
"""Seconds of this thread's processor time that a transcript is read for: a busy machine takes no evidence away."""

OFTEN: Final = 32
"""Lines between two looks at the clock."""

MOST_AGENTS: Final = 200
"""Files of sub-agents that are read."""

MOST_BESIDE: Final = 100
"""Other sessions of a client's process that are read."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session's file, those of its sub-agents, the client's folder that holds them, and how that records.

    Of a client that marks no paste none but a main file is read.
    """

    reported: ReportedSession
    file: Path
    folder: Path
    client: Recording = CLAUDE_CODE

    def agents(self) -> tuple[Path, ...]:
        """The files of the session's sub-agents."""
        top = self.file.with_suffix("") / "subagents"
        if self.client.is_interactive or top.is_symlink() or not top.is_dir():
            return ()
        return tuple(sorted(top.rglob("*.jsonl")))


def find(reported: Sequence[ReportedSession], folders: Folders) -> Transcript | str:
    """The transcript of the one session that was reported; else why there is none."""
    if not reported:
        return "no hook of this client has reported its session"
    if len(reported) > 1:
        return "this client has reported more than one session"
    session = reported[0]
    if not session.transcript or not Path(session.transcript).is_absolute():
        return "the client doesn't tell where it keeps the transcript"
    file = Path(session.transcript)
    clients = ((folders.claude_code, CLAUDE_CODE), (folders.codex, CODEX), (folders.gemini, GEMINI))
    for folder, client in clients:
        if _below(file, folder / client.subfolder):
            return _checked_name(Transcript(session, file, folder, client))
    return "the reported file doesn't lie in the client's own folder"


def _checked_name(transcript: Transcript) -> Transcript | str:
    """A transcript, if its file bears the session's name; else the reason to refuse it."""
    file, session = transcript.file, transcript.reported.session
    if file.suffix != ".jsonl" or not transcript.client.is_named(file.stem, session):
        return "the reported file doesn't bear the session's name"
    return transcript


@dataclass(frozen=True, slots=True)
class Sought:
    """What a look-up is for: most of a transcript can't bear on it, and isn't parsed.

    `needle` is an ASCII word that an answer must hold, `signs` are lower-case ASCII texts of which a call's input must
    hold one, unless it is the call of such an answer. Empty: everything is read.
    """

    needle: bytes = b""
    signs: tuple[bytes, ...] = ()


EVERYTHING: Final = Sought()

IN_NO_LINE: Final = b"\n"
"""The needle of who seeks no answer."""


def read(
    transcript: Transcript,
    now: Callable[[], float],
    until: float,
    sought: Sought = EVERYTHING,
    cache: FileLines | None = None,
) -> RecordedSession | str:
    """Read what happened in a session, as far as the time allows; else the reason why it can't be read.

    `cache` are the lines that were read before.
    """
    cache = cache or FileLines()
    wanted = EVERYTHING if transcript.reported.beside else sought  # else a turn would seem to end before its last call
    session = _events(transcript, now, until, wanted, cache)
    if isinstance(session, str):
        return session
    beside = _other_sessions_calls(transcript, session[0], now, cache)
    return beside if isinstance(beside, str) else replace(session[0], beside=beside)


def _other_sessions_calls(
    transcript: Transcript, session: RecordedSession, now: Callable[[], float], cache: FileLines
) -> tuple[Call, ...] | str:
    """Calls in other sessions of the same client process; or the reason why these can't be told apart."""
    calls: list[Call] = []
    reported = transcript.reported
    if len(reported.beside) > MOST_BESIDE:
        return "this client was in too many sessions to be told apart"
    for one in reported.beside:
        file = Path(one.session.transcript)
        if not one.session.transcript or not os.path.lexists(file):
            continue  # nothing was said in it
        other = replace(transcript, reported=one.session, file=file)
        at_home = _below(file, transcript.folder / transcript.client.subfolder) and not isinstance(
            _checked_name(other), str
        )
        found = _events(other, now, now() + PATIENCE_S, EVERYTHING, cache) if at_home else ""
        if isinstance(found, str):
            return "another session of this client can't be read"
        events, running = found
        ours = Stay(one.ours, session.events, complete=session.complete)
        if may_overlap(ours, Stay(one.since, events.events, running, events.complete)):
            return "its turns overlap with those of another session of this client, whose tools may have reported it"
        calls += events.calls()
    return tuple(calls)


def _events(
    transcript: Transcript, now: Callable[[], float], until: float, sought: Sought, cache: FileLines
) -> tuple[RecordedSession, bool] | str:
    """What happened in a session, and whether its last call has no answer yet; else why it can't be read."""
    left = MOST
    complete, running = True, False
    parts: list[list[SessionEvent]] = []
    agents = transcript.agents()
    for number, file in enumerate((transcript.file, *agents[:MOST_AGENTS])):
        tail = cache.last(file, left)
        if tail is None:
            if not number:
                return "the transcript can't be read, or is a link"
            complete = False
            continue
        left -= tail.size
        reader = _ReverseReader(transcript, sought)
        done = reader.read(tail.lines, now, until)
        complete = complete and tail.complete and done
        running = running or (not number and reader.is_running)
        parts.append(_in_order(reader.events(main=not number)))
    events = [event for part in parts for event in part]
    events.sort(key=lambda event: (event.occurred_at, not isinstance(event.what, Call)))
    recorded = RecordedSession(transcript.reported.session, tuple(events), complete and len(agents) <= MOST_AGENTS)
    return recorded, running


def has_typed_turns(reported: ReportedSession, folders: Folders, now: Callable[[], float]) -> bool:
    """Whether a person typed a turn of a session; not where its transcript can't be read."""
    transcript = find((reported,), folders)
    session = transcript if isinstance(transcript, str) else read(transcript, now, now() + PATIENCE_S)
    return not isinstance(session, str) and any(isinstance(event.what, Typed) for event in session.events)


class _ReverseReader:
    """Reads lines from the last to the first."""

    def __init__(self, transcript: Transcript, sought: Sought) -> None:
        self._transcript = transcript
        self._client = transcript.client
        self._sought = sought
        self._events: list[list[SessionEvent]] = []
        self._links: dict[bytes, bytes] = {}
        self._answered: list[bytes] = []
        self._around: set[bytes] = set()
        self._last = b""
        self._folder = ""
        self._typed: Turns | None = None
        self._called: bool | None = None

    @property
    def is_running(self) -> bool:
        """Whether the last call of the file has no answer in it."""
        return bool(self._called)

    def read(self, lines: Sequence[FileLine], now: Callable[[], float], until: float) -> bool:
        """Read the lines that can bear on what is sought, the last line first; False where the time ran out."""
        file, client = self._transcript.file, self._client
        if client.is_interactive:
            first = [_parsed_record(line.raw) for line in lines[:FIRST]]
            self._folder = next(filter(None, map(client.folder_of, first)), "") or root_of(client, file)
            session = self._transcript.reported.session
            self._typed = typed_turns(client, file, session, first, (line.raw for line in lines))
        needle, links = self._sought.needle, self._links
        for number, line in enumerate(reversed(lines)):
            if number % OFTEN == 0 and now() > until:
                return False
            noted = line.noted = line.noted or note(line.raw, client)
            links[noted.id] = noted.before
            self._last = self._last or noted.id
            if self._called is None and (noted.calls or noted.answers):
                self._called = noted.calls and not noted.answers
            if not needle or (needle in line.raw if noted.answers else not noted.calls or self._bears(line, noted)):
                self._events.append(self._events_of(line))
        return True

    def events(self, *, main: bool) -> list[SessionEvent]:
        """The events in the order of their lines; turns only of the main chain."""
        chain = self._chain() if main else set()
        counts = self._typed or (lambda turn: turn.record.encode() in chain)
        events = [event for part in reversed(self._events) for event in part]
        return [event for event in events if not isinstance(event.what, Typed) or counts(event.what)]

    def _events_of(self, line: FileLine) -> list[SessionEvent]:
        events = line.events
        if events is None:
            record = _parsed_record(line.raw) if any(map(line.raw.__contains__, self._client.telling)) else {}
            self._folder = self._client.folder_of(record) or self._folder
            events = list(self._client.events(record, self._folder))
            line.events = None if self._client.is_interactive else events  # where each call names its own folder
        self._answered += [event.what.call.encode() for event in events if isinstance(event.what, ToolResult)]
        return events

    def _bears(self, line: FileLine, noted: Noted) -> bool:
        """Whether a call must be read: by what it was asked, and by the folder where, once for each folder."""
        if noted.around not in self._around:
            self._around.add(noted.around)
            return True
        if not noted.plain:  # a sign may be spelled otherwise
            return True
        arguments = line.raw[noted.arguments]
        return any(map(arguments.lower().__contains__, self._sought.signs)) or any(
            map(arguments.__contains__, self._answered)
        )

    def _chain(self) -> set[bytes]:
        """The records that led to the last one: a turn that the person went back before isn't among them."""
        ids: set[bytes] = set()
        id, links = self._last, self._links
        while id and id not in ids:
            ids.add(id)
            id = links.get(id, b"")
        return ids


def _in_order(events: list[SessionEvent]) -> list[SessionEvent]:
    """Events of one file, none earlier than the one before it, whatever the clock did."""
    latest = ""
    ordered: list[SessionEvent] = []
    for event in events:
        latest = max(latest, event.occurred_at)
        ordered.append(SessionEvent(latest, event.what))
    return ordered


def _below(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder, by its name and by where its name leads: no link on the way."""
    if os.path.normpath(file) != str(file) or not file.is_relative_to(folder):
        return False
    try:
        return file.resolve(strict=True) == folder.resolve(strict=True) / file.relative_to(folder)
    except OSError:
        return False


def _parsed_record(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
