"""History walk that continues around damaged or missing commits, where git's own walk ends."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from scrubjay.errors import GitFailed
from scrubjay.git.frames import LONGEST
from scrubjay.git.message import parse_commit
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git

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
