"""Lines of a transcript, read without being parsed, and turns whose client marks no paste."""

import os
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from scrubjay.memory.transcript.gemini import ENTERED, GEMINI, ROOT, terminal_entries
from scrubjay.memory.transcript.session import Recording, SessionEvent, Typed
from scrubjay.model.frozen import dataclass
from scrubjay.storage.files import open_regular

MOST: Final = 16 << 20
"""Bytes that are read of a session."""

_FOLDER: Final = b'"cwd":"'
"""What stands before the folder where a call was asked, before the call or behind it."""


COMPARED: Final = 64
"""Lines that are read again to see whether a file still holds those that are kept."""


class Noted(NamedTuple):
    """Facts of a transcript line: whether it has an answer or a call, and its ids that link it to other lines.

    `around` is the folder where it was asked, with its mark. `plain` says that
    JSON spells what is asked as it is. `id` and `before` are this record and the one before it, for Claude Code alone.
    """

    answers: bool
    calls: bool
    arguments: slice
    around: bytes
    plain: bool
    id: bytes
    before: bytes


class FileLine:
    """A whole line without its end, and where it begins; what is worked out of it is kept, by whichever thread."""

    __slots__ = ("begins", "events", "noted", "raw")

    def __init__(self, raw: bytes, begins: int) -> None:
        self.raw = raw
        self.begins = begins
        self.events: list[SessionEvent] | None = None
        """What the line records, once somebody has parsed it."""
        self.noted: Noted | None = None


def note(raw: bytes, client: Recording) -> Noted:
    """The facts of a line of a client's file."""
    answers = any(mark in raw for mark in client.answers)
    start = -1 if answers else next((start for mark in client.calls if (start := raw.find(mark)) >= 0), -1)
    id, before = client.linked(raw)
    if start < 0:
        return Noted(answers=answers, calls=False, arguments=slice(0), around=b"", plain=True, id=id, before=before)
    folder = raw.find(_FOLDER)
    arguments = slice(start, folder if folder > start else None)
    words = raw[arguments]
    plain = words.isascii() and b"\\u" not in words and b"\\/" not in words
    return Noted(
        answers=False,
        calls=True,
        arguments=arguments,
        around=raw[folder : raw.find(b'"', folder + len(_FOLDER))],
        plain=plain,
        id=id,
        before=before,
    )


class Tail(NamedTuple):
    """The last whole lines of a file, whether they are all, and their bytes without their ends."""

    lines: Sequence[FileLine]
    complete: bool
    size: int


@dataclass(frozen=True, slots=True)
class _CachedLines:
    """The lines of a file that begin behind so many bytes that were skipped, and where the last one ends."""

    skipped: int
    lines: list[FileLine]
    end: int


class FileLines:
    """The lines of files that grow, of the last `most` bytes of all. Safe to share between threads.

    A file that its client rewrote shows in its first line, its last or one of some between, and is read anew.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._cache: OrderedDict[Path, _CachedLines] = OrderedDict()
        self._lock = threading.Lock()

    def last(self, file: Path, most: int) -> Tail | None:
        """The last whole lines within `most` bytes; None where the file can't be read."""
        stream = open_transcript(file)
        if stream is None:
            return None
        with stream:
            size = os.fstat(stream.fileno()).st_size
            skipped = max(0, size - most)
            with self._lock:
                cached = self._cache.get(file)
            lines = _unchanged_lines(cached, stream, skipped) if cached and cached.end <= size else []
            end = cached.end if cached and lines else skipped
            stream.seek(end)
            data = stream.read(size - end)
        if skipped and not lines:
            first = data.find(b"\n") + 1 or len(data)
            data, end = data[first:], end + first
        for raw in data.split(b"\n")[:-1]:
            lines.append(FileLine(raw, end))
            end += len(raw) + 1
        with self._lock:
            self._cache[file] = _CachedLines(skipped, lines, end)
            self._cache.move_to_end(file)
            while sum(entry.end - entry.skipped for entry in self._cache.values()) > self._most:
                self._cache.popitem(last=False)
        return Tail(lines, not skipped, end - lines[0].begins - len(lines) if lines else 0)


def open_transcript(file: Path) -> BinaryIO | None:
    """Open a file to read; None where it can't be read, is a link or a pipe, or has another name as well."""
    stream = open_regular(file)
    if stream is None or os.fstat(stream.fileno()).st_nlink == 1:
        return stream
    stream.close()
    return None


def _unchanged_lines(cached: _CachedLines, stream: BinaryIO, skipped: int) -> list[FileLine]:
    """The cached lines after the skipped part that the file still has; none if a compared line has changed."""
    if cached.skipped > skipped:
        return []
    first = bisect_right(cached.lines, skipped, key=lambda line: line.begins) if skipped else 0
    lines = cached.lines[first:]
    for line in (*lines[:: len(lines) // COMPARED + 1], *lines[-1:]):
        ends = b"\n" if line.begins else b""
        stream.seek(line.begins - len(ends))
        if stream.read(len(ends) + len(line.raw) + 1) != ends + line.raw + b"\n":
            return []
    return lines


FIRST: Final = 20
"""Records at a file's beginning that say whose session it is."""

LONGEST: Final = 400
"""Characters of the one line that counts as typed; no client marks so short a paste, and the person sees it."""

MOST_UNMARKED: Final = 4 << 20
"""Bytes that are read of what was entered."""

Turns = Callable[[Typed], bool]
"""Whether a turn counts as typed by a person."""


def typed_turns(
    client: Recording, file: Path, session: str, first: Sequence[Mapping[str, Any]], lines: Iterable[bytes]
) -> Turns:
    """The turns of a session that count: one short line each, of a terminal's session in which nobody went back.

    In Gemini CLI's file they must also be among what was entered.
    """
    is_interactive = client.is_interactive
    if not is_interactive or not any(is_interactive(record, session) for record in first):
        return lambda turn: False
    if any(map(client.goes_back, lines)):
        return lambda turn: False
    if client is not GEMINI:
        return _is_short
    known = terminal_entries(_small_file(file.parent.parent / ENTERED), session)
    return lambda turn: _is_short(turn) and turn.text in known


def root_of(client: Recording, file: Path) -> str:
    """The folder of the project that a chat is about; empty where the client's records tell it."""
    return _small_file(file.parent.parent / ROOT).decode("utf-8", "replace").strip() if client is GEMINI else ""


def _is_short(turn: Typed) -> bool:
    return len(turn.text) <= LONGEST and "\n" not in turn.text


def _small_file(file: Path) -> bytes:
    stream = open_transcript(file)
    if stream is None:
        return b""
    with stream:
        data = stream.read(MOST_UNMARKED + 1)
    return data if len(data) <= MOST_UNMARKED else b""
