"""What is told of a commit? Made from the object as git prints it, and from the paths that it changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.git.head import utc
from scrubjay.git.message import read, split
from scrubjay.git.printable import printable

SHORT = 10
"""Digits of an id as it is shown; git's own number of them costs a look at all ids."""

MOST_PATHS = 1_000
"""Changed paths of one commit that are told; the first commit of a large repository has all of them."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: ids, author's name, committer date (ISO 8601, UTC), message, and the paths it changed."""

    sha: str
    short: str
    author: str
    committed_at: str
    subject: str
    body: str
    paths: tuple[str, ...] = ()


def commit_of(sha: str, content: bytes, paths: tuple[str, ...] = ()) -> Commit:
    """A commit from its id and its object."""
    said = read(content)
    subject, body = split(said.text)
    return Commit(sha, sha[:SHORT], said.author, utc(said.seconds or 0), subject, body, paths)


def unindented(shown: bytes) -> bytes:
    """A commit object from how it is shown: its headers as they are, each line of its message behind four blanks."""
    head, ends, message = shown.partition(b"\n\n")
    return head + ends + message.removeprefix(b"    ").replace(b"\n    ", b"\n")


def told_paths(names: Sequence[bytes]) -> tuple[str, ...]:
    """The changed paths of a commit as they are told."""
    return tuple([printable(name) for name in names[:MOST_PATHS]])
