"""Which file is a session's transcript, and what happened in it? The client's own file, read from its end, in time."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scrubjay.observed import claude_code, codex
from scrubjay.observed.session import Call, Event, Session, Typed
from scrubjay.observed.tail import MOST, last_lines
from scrubjay.presence.clients import Reported

PATIENCE_S: Final = 0.05
"""Seconds of this thread's processor time that a transcript is read for: a busy machine takes no evidence away."""

OFTEN: Final = 32
"""Lines between two looks at the clock."""

MOST_AGENTS: Final = 200
"""Files of sub-agents that are read."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The clients' own folders, as they are named at the edge: where Claude Code and Codex keep everything."""

    claude_code: Path
    codex: Path


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session's file, those of its sub-agents, the client's folder that holds them, and which client's they are."""

    reported: Reported
    file: Path
    folder: Path
    is_codex: bool = False

    def agents(self) -> tuple[Path, ...]:
        """The files of the session's sub-agents."""
        top = self.file.with_suffix("") / "subagents"
        if self.is_codex or top.is_symlink() or not top.is_dir():
            return ()
        return tuple(sorted(top.rglob("*.jsonl")))


def find(reported: Sequence[Reported], folders: Folders) -> Transcript | str:
    """The transcript of the one session that was reported; else why there is none."""
    if not reported:
        return "no hook of this client has reported its session"
    if len(reported) > 1:
        return "this client has reported more than one session"
    session = reported[0]
    file = Path(session.transcript)
    if not session.transcript or not file.is_absolute():
        return "the client doesn't tell where it keeps the transcript"
    for folder, kept, is_codex in ((folders.claude_code, "projects", False), (folders.codex, "sessions", True)):
        if _below(file, folder / kept):
            named = file.stem.endswith(f"-{session.session}") if is_codex else file.stem == session.session
            if file.suffix != ".jsonl" or not named:
                return "the reported file doesn't bear the session's name"
            return Transcript(session, file, folder, is_codex)
    return "the reported file doesn't lie in the client's own folder"


def read(transcript: Transcript, now: Callable[[], float], until: float, needle: bytes = b"") -> Session | str:
    """What happened in the session, as far as it can be read until then; else why it can't be read.

    With a `needle`, an ASCII word, answers of tools without it are passed over: most of a transcript are such.
    """
    left = MOST
    whole = True
    parts: list[list[Event]] = []
    agents = transcript.agents()
    for number, file in enumerate((transcript.file, *agents[:MOST_AGENTS])):
        found = last_lines(file, left)
        if found is None:
            if not number:
                return "the transcript can't be read, or is a link"
            whole = False
            continue
        lines, all_lines = found
        left -= sum(map(len, lines))
        reader = _Reader(transcript.is_codex, needle)
        done = reader.read(lines, now, until)
        whole = whole and all_lines and done
        parts.append(_in_order(reader.told(main=not number)))
    events = [event for part in parts for event in part]
    events.sort(key=lambda event: (event.at, not isinstance(event.what, Call)))
    return Session(transcript.reported.session, tuple(events), whole and len(agents) <= MOST_AGENTS)


class _Reader:
    """Reads lines from the last to the first."""

    def __init__(self, is_codex: bool, needle: bytes) -> None:
        self._is_codex = is_codex
        self._needle = needle
        self._found: list[list[Event]] = []
        self._links: dict[str, str] = {}
        self._last = ""
        self._folder = ""

    def read(self, lines: Sequence[bytes], now: Callable[[], float], until: float) -> bool:
        """Read them; False where the time was up before."""
        if self._is_codex:
            self._folder = next((folder for line in lines[:20] if (folder := codex.folder_of(_record(line)))), "")
        for number, line in enumerate(reversed(lines)):
            if number % OFTEN == 0 and now() > until:
                return False
            self._found.append(list(self._of(line)))
        return True

    def told(self, *, main: bool) -> list[Event]:
        """The events in the order of their lines; turns only of the main chain."""
        chain = self._chain() if main else frozenset()
        events = [event for part in reversed(self._found) for event in part]
        return [event for event in events if not isinstance(event.what, Typed) or event.what.record in chain]

    def _of(self, line: bytes) -> Iterator[Event]:
        if self._is_codex:
            record = {} if self._passed(line, codex.ANSWERS) else _record(line)
            self._folder = codex.folder_of(record) or self._folder
            return codex.events(record, self._folder)
        wanted = any(map(line.__contains__, claude_code.TELLING)) and not self._passed(line, claude_code.ANSWERS)
        record = _record(line) if wanted else {}
        id, before = claude_code.linked(record, line)
        if id:
            self._last = self._last or id
            self._links[id] = before
        return claude_code.events(record)

    def _passed(self, line: bytes, marks: tuple[bytes, ...]) -> bool:
        return bool(self._needle) and self._needle not in line and any(map(line.__contains__, marks))

    def _chain(self) -> frozenset[str]:
        """The records that led to the last one: a turn that the person went back before isn't among them."""
        found: set[str] = set()
        id = self._last
        while id and id not in found:
            found.add(id)
            id = self._links.get(id, "")
        return frozenset(found)


def _in_order(events: list[Event]) -> list[Event]:
    """Events of one file, none earlier than the one before it, whatever the clock did."""
    latest = ""
    found: list[Event] = []
    for event in events:
        latest = max(latest, event.at)
        found.append(Event(latest, event.what))
    return found


def _below(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder, by its name and by where its name leads: no link on the way."""
    if os.path.normpath(file) != str(file) or not file.is_relative_to(folder):
        return False
    try:
        return file.resolve(strict=True) == folder.resolve(strict=True) / file.relative_to(folder)
    except OSError:
        return False


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
