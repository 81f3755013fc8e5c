"""Parser for commit objects: headers and message, decoded to text that can be displayed."""

import re
from dataclasses import dataclass

from scrubjay.privacy.secrets.shown_names import shown

MAX_NAME = 200
MAX_BODY = 10_000

_SPACE = b" \t\n\r\x0b\x0c"
_ENCODINGS = (
    r"utf-?8|us-?ascii|(?:iso[-_]?)?8859-\d{1,2}|latin-?\d|(?:cp|windows-?|ibm)\d{3,4}|koi8-[rut]|mac-?\w+"
    r"|gb(?:k|2312|18030)|big5(?:-?hkscs)?|euc[-_]?(?:jp|kr|jis\w*)|shift[-_]?jis\w*|sjis|iso[-_]?2022[-_]?(?:jp|kr)\w*"
    r"|johab|hz(?:-gb-2312)?|tis-?620"
)
"""Encodings used for commit messages. Python knows others, whose decoders take quadratic time.

Compiled by the first commit that names its encoding, which few do.
"""

_DATE = re.compile(rb"(\d{1,20})(?:\s+([-+]\d{1,10}))?\s*\Z")


@dataclass(frozen=True, slots=True)
class CommitMessage:
    """A parsed commit object: the author's name, both dates in seconds, and the message's text.

    `seconds` is the committer's date, `authored` the author's with the offset from UTC in minutes; None where
    unreadable. `parents` and `tree` are ids.
    """

    tree: str
    parents: tuple[str, ...]
    author: str
    seconds: int | None
    text: str
    authored: tuple[int, int] | None = None


def parse_commit(commit: bytes) -> CommitMessage:
    """Parse a commit object of any bytes. As in git, a NUL ends it, and the first of repeated headers counts."""
    head, _, message = commit.partition(b"\0")[0].partition(b"\n\n")
    headers: dict[bytes, bytes] = {}
    parents = []
    for line in head.split(b"\n"):
        if line[:1] == b" ":
            continue  # a continued header: a signature is longer than all the rest
        name, _, value = line.partition(b" ")
        if name == b"parent":
            parents.append(value.decode("ascii", "replace"))
        elif name not in headers:
            headers[name] = value
    encoding = headers[b"encoding"].decode("ascii", "replace").strip() if b"encoding" in headers else ""
    author = decode_text(headers.get(b"author", b"").partition(b"<")[0].strip(_SPACE), encoding)
    tree = headers.get(b"tree", b"").decode("ascii", "replace")
    text = _unended(decode_text(message, encoding))
    committed, authored = (_date(headers.get(name, b"")) for name in (b"committer", b"author"))
    seconds = committed[0] if committed else None
    return CommitMessage(tree, tuple(parents), shown(author[:MAX_NAME]), seconds, text, authored)


def _date(person: bytes) -> tuple[int, int] | None:
    """The date behind a person's name and address: seconds, and minutes east of UTC."""
    date = _DATE.search(person.rpartition(b">")[2])
    if not date:
        return None
    zone = int(date[2] or b"0")
    hours, minutes = divmod(abs(zone), 100)
    return int(date[1]), (hours * 60 + minutes) * (-1 if zone < 0 else 1)


def _unended(text: str) -> str:
    """A text with "\\n" as its only line end, and without trailing blanks."""
    if not ("\r" in text or " \n" in text or "\t\n" in text or text.endswith((" ", "\t"))):
        return text  # the usual case, cheaper to test than to convert
    return "\n".join(line.rstrip(" \t\r") for line in text.split("\n")).replace("\r", "\n")


def decode_text(text: bytes, encoding: str) -> str:
    """Decode bytes by the encoding that a commit names if it is one of the accepted ones, else as UTF-8."""
    if not encoding:
        return text.decode("utf-8", "replace").replace("\0", "")
    accepted = re.fullmatch(_ENCODINGS, encoding, re.IGNORECASE)
    try:
        return text.decode(encoding if accepted else "utf-8", "replace").replace("\0", "")
    except LookupError:
        return text.decode("utf-8", "replace")


def split_message(text: str) -> tuple[str, str]:
    """Split a message into its subject (the first paragraph, on one line) and its body."""
    subject: list[str] = []
    lines = [line.rstrip() for line in text.split("\n")]
    end = len(lines)
    for number, line in enumerate(lines):
        if line:
            subject.append(line)
        elif subject:
            end = number
            break
    return " ".join(subject), "\n".join(lines[end:]).strip()[:MAX_BODY]
