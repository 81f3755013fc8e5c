"""Opens a file of discussions as text, a piece at a time: plain or gzip, UTF-8 or what PowerShell writes."""

import codecs
import gzip
import os
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from scrubjay.errors import UsageError
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted

PIECE: Final = 1024 * 1024
"""Bytes that are read at once."""

LARGEST: Final = 4 * 1024 * 1024 * 1024
"""Bytes that a file may have, or unpack to."""

FORMS: Final = "JSON lines, what `gh … --json` or `gh api` printed, or an archive.json, also as .gz"

_GZIP: Final = b"\x1f\x8b"
_UTF16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file as it was when it was first looked at, which each reading of it must find again."""

    path: Path
    changed_at: str
    state: tuple[int, int, int]

    def pieces(self, most: int = LARGEST) -> Iterator[str]:
        """Its text. Bytes that are none in its encoding become U+FFFD. Raises UsageError."""
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


def opened(path: Path) -> OpenedFile:
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
    return OpenedFile(path, iso(datetime.fromtimestamp(info.st_mtime, UTC)), _told(info))


def _unreadable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} can't be read: {error.strerror}. Give a file that holds {FORMS}.")


def _state(path: Path) -> tuple[int, int, int]:
    return _told(path.stat())


def _told(info: os.stat_result) -> tuple[int, int, int]:
    return info.st_ino, info.st_size, info.st_mtime_ns
