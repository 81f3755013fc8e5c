"""Reads a file of discussions, whatever wrote it: the documented lines, `gh … --json`, `gh api`, or `archive.json`.

A file is read twice, a discussion at a time: once to learn what it is and who its members are, then for its texts.
"""

import codecs
import gzip
import os
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from scrubjay.errors import UsageError
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay_forges.discussions.keys import no_later
from scrubjay_forges.discussions.values import DiscussionKind
from scrubjay_forges.forges.offline import camel
from scrubjay_forges.forges.offline.fields import BadItem, optional_time, text
from scrubjay_forges.forges.offline.items import OfflineItem, item_of
from scrubjay_forges.forges.offline.stream import LONGEST, BrokenJson, JsonStream, Value, begins_as_lines, lines

PIECE: Final = 1024 * 1024
"""Bytes that are read at once."""

LARGEST: Final = 4 * 1024 * 1024 * 1024
"""Bytes that a file may have, or unpack to."""

FORMS: Final = "JSON lines, what `gh … --json` or `gh api` printed, or an archive.json, also as .gz"

_GZIP: Final = b"\x1f\x8b"
_UTF16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is read several times; each reading must find it unchanged."""

    path: Path
    changed_at: str
    state: tuple[int, int, int]

    def pieces(self, most: int = LARGEST) -> Iterator[str]:
        """The file's text in pieces; bytes invalid in its encoding become U+FFFD. Raises UsageError."""
        try:
            yield from self._pieces(most)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise UsageError(f"{self.path} is damaged: it can't be unpacked. Download or pack it again.") from error
        except OSError as error:
            raise _unreadable(self.path, error) from error
        if _state(self.path) != self.state:
            raise UsageError(
                f"{self.path} changed while it was read. What was stored stays; import it again when it is complete."
            )

    def _pieces(self, most: int) -> Iterator[str]:
        """The file's text in pieces, unpacked. Raises UsageError for more text than `most`."""
        with self.path.open("rb") as plain:
            packed = plain.read(2) == _GZIP
            plain.seek(0)
            stream: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=plain) if packed else plain
            first = stream.read(PIECE)
            encoding = _UTF16.get(first[:2], "utf-8")
            decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
            read, piece = 0, first
            while piece:
                read += len(piece)
                if read > most:
                    what = "unpacks to" if packed else "has"
                    raise UsageError(f"{self.path} {what} more than {counted(most, 'byte')}. Split it.")
                yield decoder.decode(piece).removeprefix("\ufeff") if piece is first else decoder.decode(piece)
                piece = stream.read(PIECE)
            yield decoder.decode(b"", final=True)


def open_file(path: Path) -> OpenedFile:
    """A file that can be read twice. Raises UsageError for a folder, a pipe, and what can't be read."""
    try:
        info = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(info.st_mode):
        raise UsageError(f"{path} is a folder. Name the files in it, such as {path / 'archive.json'}.")
    if not stat.S_ISREG(info.st_mode):
        raise UsageError(
            f"{path} is no file: discussions are read twice, which a pipe can't be. Write them into a file first: "
            "`gh … > discussions.json`, then `scrubjay forge import discussions.json …`."
        )
    return OpenedFile(path, iso(datetime.fromtimestamp(info.st_mtime, UTC)), _file_marks(info))


def _unreadable(path: Path, error: OSError) -> UsageError:
    """The error for a file that can't be read."""
    return UsageError(f"{path} can't be read: {error.strerror}. Give a file that holds {FORMS}.")


def _state(path: Path) -> tuple[int, int, int]:
    """What of a file changes when it is written: its number, size and time."""
    return _file_marks(path.stat())


def _file_marks(info: os.stat_result) -> tuple[int, int, int]:
    """A file's number, size and time."""
    return info.st_ino, info.st_size, info.st_mtime_ns


KINDS: Final[Mapping[str, DiscussionKind]] = {"issues": "issue", "pulls": "pull_request"}
"""The lists of an archive."""

Reading = Callable[[int, int], None]
"""Gets how many discussions were read, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineFile:
    """A file of discussions: how many it has, and the repository and time that it names, if any.

    `is_archive`: it holds everything that its repository had at its time. `members` are logins that it proves.
    """

    file: OpenedFile
    by_line: bool
    count: int
    members: frozenset[str]
    is_archive: bool
    repository: str = ""
    as_of: str = ""

    @property
    def taken_at(self) -> str:
        """The time that the file names, else the time when it was written."""
        return self.as_of or self.file.changed_at

    def items(self) -> Iterator[OfflineItem]:
        """The file's discussions, read from its start each time; dates after `as_of` are cut. Raises UsageError."""
        for value in _values(self.file, by_line=self.by_line):
            if value.place:
                where = f"{self.file.path.name} {value.name} {value.place:,}"
                item = item_of(where, value.value, KINDS.get(value.name), self.members)
                yield _no_later(item, self.as_of) if self.as_of else item


def read_file(path: Path, reading: Reading = lambda done, total: None) -> OfflineFile:
    """Recognise a file by its beginning, and look through it. Raises UsageError."""
    file = open_file(path)
    by_line = begins_as_lines(file.pieces())
    count, members, archive = 0, set[str](), False
    fields: dict[str, Any] = {}
    for value in _values(file, by_line=by_line):
        archive = archive or value.name in KINDS
        if not value.place:
            fields[value.name] = value.value
            continue
        count += 1
        reading(count, count)
        if isinstance(value.value, dict):
            members |= _members_in(value.value)
    try:
        name, as_of = (text(fields, "repo"), optional_time(fields, "timestamp")) if archive else ("", "")
    except BadItem as error:
        raise UsageError(f"{path} is a damaged archive: {error}. Nothing was imported.") from error
    return OfflineFile(
        file=file, by_line=by_line, count=count, members=frozenset(members), is_archive=archive, repository=name,
        as_of=as_of,
    )  # fmt: skip


def _values(file: OpenedFile, *, by_line: bool) -> Iterator[Value]:
    """The JSON values of a file, one a line or out of lists. Raises UsageError."""
    if by_line:
        yield from lines(file.pieces())
        return
    last: Value | None = None
    try:
        for last in JsonStream(file.pieces()).values():
            yield last
    except BrokenJson as broken:
        if last is None and not broken.place:
            raise UsageError(f"{file.path} holds no discussions. It must be {FORMS}. Nothing was imported.") from broken
        after = f", after {last.name} {last.place:,}" if last is not None else ""
        what = f"has a value of more than {LONGEST:,} characters" if broken.long else "is no JSON"
        raise UsageError(
            f"{file.path} {what} at character {broken.place:,}{after}. Write or download it again."
        ) from broken


def _members_in(value: dict[str, Any]) -> frozenset[str]:
    """The logins that a value proves to be members; none where it is damaged."""
    try:
        return camel.members_in([value])
    except BadItem:
        return frozenset()


def _no_later(item: OfflineItem, limit: str) -> OfflineItem:
    """A discussion with no time after `limit`."""
    head = no_later(item.head, limit) if item.head else None
    return replace(item, head=head, parts=tuple(no_later(part, limit) for part in item.parts))
