"""Commit objects: headers and message, decoded to text that can be displayed; and the commits that one names."""

import re
from collections.abc import Collection, Iterable
from typing import Final, Literal

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import COMMIT_PREFIX, pattern
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

_DATE = pattern(rb"(\d{1,20})(?:\s+([-+]\d{1,10}))?\s*\Z")


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
    text = _normalised_ends(decode_text(message, encoding))
    committed, authored = (_parsed_date(headers.get(name, b"")) for name in (b"committer", b"author"))
    seconds = committed[0] if committed else None
    return CommitMessage(tree, tuple(parents), shown(author[:MAX_NAME]), seconds, text, authored)


def _parsed_date(person: bytes) -> tuple[int, int] | None:
    """The date behind a person's name and address: seconds since 1970, and minutes east of UTC; None without one."""
    date = _DATE.search(person.rpartition(b">")[2])
    if not date:
        return None
    zone = int(date[2] or b"0")
    hours, minutes = divmod(abs(zone), 100)
    return int(date[1]), (hours * 60 + minutes) * (-1 if zone < 0 else 1)


def _normalised_ends(text: str) -> str:
    """A text with "\\n" as its only line end, without blanks at its end."""
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


_IN_BODY: Final = (
    pattern(r"Merge pull request (?P<number>#\d+) from \S+\Z"),  # GitHub
    pattern(r"Merged in \S+ \(pull request (?P<number>#\d+)\)\Z"),  # Bitbucket
    pattern(
        r"Merge pull request (?P<number>#\d+) in \S+ from \S+ to \S+\Z"
    ),  # its server, which lists the commits below
)
"""Subjects below which the request's title stands."""

_IN_SUBJECT: Final = pattern(r"Merge pull request '(?P<title>.+)' \((?P<number>#\d+)\)(?: from \S+ into \S+)?\Z")
"""Gitea and Forgejo."""

_BRANCH: Final = pattern(r"Merge branch '[^']+' into '[^']+'\Z")
_REQUEST: Final = pattern(r"^See merge request (?P<repository>\S*?)(?P<number>!\d+)\s*$", re.MULTILINE)
"""GitLab: a branch's merge is a request's where its message says so."""

_SQUASHED: Final = pattern(r"\S \(([#!]\d+)\)\Z")
_LONGEST: Final = 9
"""Digits of a number."""


@dataclass(frozen=True, slots=True)
class MergedRequest:
    """The pull or merge request that a commit says it merged; `repository` is OWNER/NAME or empty."""

    sign: Literal["#", "!"]
    number: int
    repository: str = ""
    squashed: bool = False


def merged_request(subject: str, body: str) -> MergedRequest | None:
    """The request that a commit merged, by its message; None where it merged none."""
    named = _IN_SUBJECT.match(subject) or next(filter(None, (one.match(subject) for one in _IN_BODY)), None)
    if named:
        return _parsed_request(named["number"])
    if _BRANCH.match(subject):
        seen = _REQUEST.search(body)
        return _parsed_request(seen["number"], seen["repository"]) if seen else None
    squashed = _SQUASHED.search(subject)
    return _parsed_request(squashed[1], squashed=True) if squashed else None


def _parsed_request(named: str, repository: str = "", *, squashed: bool = False) -> MergedRequest | None:
    """The request with a sign and number such as "#12"; None for 0 or too many digits."""
    sign: Literal["#", "!"] = "!" if named[0] == "!" else "#"
    digits = named[1:]
    return MergedRequest(sign, int(digits), repository, squashed) if len(digits) <= _LONGEST and int(digits) else None


def merged_title(subject: str, body: str) -> str:
    """The title and number of the request that a forge's merge commit merged; empty for any other commit."""
    if named := _IN_SUBJECT.match(subject):
        return f"{named['title']} ({named['number']})"
    lines = (line.strip() for line in body.split("\n"))
    first = next((line for line in lines if line and not line.startswith("* commit '")), "")
    for expression in _IN_BODY:
        if merge := expression.match(subject):
            return f"{first} ({merge['number']})" if first else ""
    request = _REQUEST.search(body) if _BRANCH.match(subject) else None
    return f"{first} ({request['number']})" if request and not first.startswith("See merge request") else ""


_NAMED = pattern(rf"^\W*This reverts commit ({COMMIT_PREFIX})\b", re.MULTILINE | re.IGNORECASE)


def reverted_commits(messages: Iterable[tuple[str, str]], candidates: Collection[str]) -> dict[str, str]:
    """Maps each reverted commit to the commit that reverted it: the newest, if several did.

    `messages` are (id, text), newest first; `candidates` are the ids that count, in which abbreviated ones are
    resolved. A revert that was itself reverted doesn't count.
    """
    reverted: dict[str, str] = {}
    for sha, text in messages:
        if sha in reverted:
            continue
        for written in _NAMED.findall(text):
            target = _full_id(written.lower(), candidates)
            if target and target != sha:
                reverted.setdefault(target, sha)
    return reverted


def _full_id(written: str, candidates: Collection[str]) -> str:
    """The only candidate that begins with a written id; empty without one, or with several."""
    if written in candidates:
        return written
    begun = [sha for sha in candidates if sha.startswith(written)]
    return begun[0] if len(begun) == 1 else ""
