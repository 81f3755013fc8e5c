"""Commits as values, made of their objects and the paths that they changed; and a walk around damaged ones."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from scrubjay.errors import GitFailed
from scrubjay.git.head import local, utc
from scrubjay.git.message import parse_commit, split_message
from scrubjay.git.objects import ObjectReader
from scrubjay.git.paths import LONGEST, printable
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass, field

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


MOST_UNREADABLE = 100
"""Unreadable commits before a walk gives up: each costs a new process."""


@dataclass(slots=True)
class Walk:
    """Walk of the commits reachable from a start, read one by one, newest first.

    git's own walk ends at the first commit that it can't read; this one continues with what is reachable another way.
    `unreadable` collects those met so far. Commits reachable only through such a one stay unknown.
    """

    git: Git
    start: str
    unreadable: list[str] = field(default_factory=list)

    def commits(self, most: int) -> Iterator[tuple[str, bytes]]:
        """The newest commits: each id with its commit object."""
        code, out = self.git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", self.start)
        waiting: list[tuple[int, int, str, bytes]] = []
        seen: set[str] = set()
        reader = ObjectReader(self.git, partial=False)
        try:
            todo = [out.decode("ascii", "replace").strip()] if code == 0 else []
            for _ in range(most):
                for sha in todo:
                    if sha in seen or len(self.unreadable) >= MOST_UNREADABLE:
                        continue
                    seen.add(sha)
                    try:
                        ((_, kind, content),) = reader.read_many([sha], LONGEST)
                    except GitFailed:
                        reader.close()
                        reader, kind, content = ObjectReader(self.git, partial=False), "", b""
                    if kind != "commit":
                        self.unreadable.append(sha)
                        continue
                    heappush(waiting, (-(parse_commit(content).seconds or 0), len(seen), sha, content))
                if not waiting:
                    return
                _, _, sha, content = heappop(waiting)
                todo = list(parse_commit(content).parents)
                yield sha, content
        finally:
            reader.close()


@dataclass(frozen=True, slots=True)
class ReadableCommits:
    """The ids of the newest reachable commits, and the unreadable ones among them."""

    shas: tuple[str, ...]
    unreadable: tuple[str, ...] = ()


def newest(git: Git, commit: str, most: int) -> ReadableCommits:
    """The newest commits reachable from a commit."""
    code, out = git.answer("rev-list", f"-{most}", "--end-of-options", commit, "--", timeout=20)
    if code == 0:
        return ReadableCommits(tuple(out.decode("ascii", "replace").split()))
    walk = Walk(git, commit)
    return ReadableCommits(tuple(sha for sha, _ in walk.commits(most)), tuple(walk.unreadable))
