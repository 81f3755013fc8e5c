"""Decoder of blobs: bytes to text, whatever the encoding, or the reason why there is none."""

import codecs
import re
from dataclasses import dataclass
from typing import Final

SNIFFED: Final = 8192
"""Bytes of a blob's beginning that tell what it is."""

_LFS = b"version https://git-lfs.github.com/spec/"
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NO_LINE_ENDS = "\0\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A blob's text with `\\n` as its only line end; line numbers are those an editor shows.

    `encoding` names what was read; "cp1252" is a fallback for bytes that are neither UTF-8 nor marked.
    """

    text: str
    encoding: str
    binary: bool = False
    lfs_pointer: bool = False


def decode(data: bytes) -> Decoded:
    """Decode a blob. Never raises."""
    if is_pointer(data):
        return Decoded("", "ascii", lfs_pointer=True)
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return Decoded(_lines(data.decode(encoding, "replace")), encoding)
    binary = b"\0" in data[:SNIFFED]
    try:
        return Decoded(_lines(data.decode("utf-8")), "utf-8", binary=binary)
    except UnicodeDecodeError:
        return Decoded(_lines(data.decode("cp1252", "replace")), "cp1252", binary=binary)


def is_pointer(data: bytes) -> bool:
    """Whether a blob is a Git LFS pointer."""
    return data.startswith(_LFS) and len(data) < 1024


def is_no_text(data: bytes) -> bool:
    """Whether the beginning of a blob is that of an image, an archive and the like, and not of text with a stray NUL.

    Such bytes are neither marked nor UTF-8, and hold control characters.
    """
    start = data[:SNIFFED]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or not _CONTROL.search(start):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start, final=len(start) < SNIFFED)
    except UnicodeDecodeError:
        return True
    return False


def _lines(text: str) -> str:
    """CR and CRLF become LF; NUL and characters that only Python treats as a line end become spaces."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for character in _NO_LINE_ENDS:
        text = text.replace(character, " ")
    return text
