"""A commit as a value, made from its object and the paths that it changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.git.head import local, utc
from scrubjay.git.message import parse_commit, split_message
from scrubjay.git.paths import printable

SHORT = 10
"""Digits of an abbreviated id; git's own length would cost a look at all ids."""

MOST_PATHS = 1_000
"""Changed paths of one commit that are kept; the first commit of a large repository has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit: ids, author's name, committer date (ISO 8601, UTC), message, the paths it changed, and its parents.

    `authored_at` is the author's date, ISO 8601 with the author's own offset from UTC.
    """

    sha: str
    short: str
    author: str
    committed_at: str
    subject: str
    body: str
    paths: tuple[str, ...] = ()
    authored_at: str = ""
    parents: tuple[str, ...] = ()


def commit_of(sha: str, content: bytes, paths: tuple[str, ...] = ()) -> Commit:
    """A commit from its id and its object."""
    parsed = parse_commit(content)
    subject, body = split_message(parsed.text)
    return Commit(
        sha=sha,
        short=sha[:SHORT],
        author=parsed.author,
        committed_at=utc(parsed.seconds or 0),
        subject=subject,
        body=body,
        paths=paths,
        authored_at=local(*(parsed.authored or (parsed.seconds or 0, 0))),
        parents=parsed.parents,
    )


def unindent(printed: bytes) -> bytes:
    """A commit object from its printed form: headers unchanged, each line of the message indented by four blanks."""
    head, ends, message = printed.partition(b"\n\n")
    return head + ends + message.removeprefix(b"    ").replace(b"\n    ", b"\n")


def shown_paths(names: Sequence[bytes]) -> tuple[str, ...]:
    """The changed paths of a commit as text, at most `MOST_PATHS`."""
    return tuple([printable(name) for name in names[:MOST_PATHS]])
