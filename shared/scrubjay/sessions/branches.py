"""Where does a new branch come from? Its reflog says which one's working set it takes over."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scrubjay.git.ancestry import bases
from scrubjay.git.process import Git
from scrubjay.git.status import branches

MAX_BRANCHES = 200
"""Branches looked at, newest tip first."""

_RENAMED = re.compile(r"Branch: renamed refs/heads/(\S+) to refs/heads/\S+$")
_CREATED = re.compile(r"branch: Created from (\S+)$")
_MOVED = re.compile(r"checkout: moving from (\S+) to (\S+)$")
_REBASE_BEGAN = re.compile(r"(?:rebase|pull)\b.*\(start\)")
_SHA = re.compile(r"[0-9a-f]{40,64}$")


@dataclass(frozen=True, slots=True)
class Lineage:
    """What a branch without a working set may take over: its own under an older name, else a copy of another's.

    Both are asked only when they are needed.
    """

    renamed: Callable[[], Iterable[str]] = tuple
    sources: Callable[[], Iterable[str]] = tuple


def lineage(git: Git, branch: str, commit: str) -> Lineage:
    """The lineage of a branch in this worktree."""
    return Lineage(lambda: renamed_from(git, branch), lambda: sources(git, branch, commit))


def sources(git: Git, branch: str, commit: str) -> tuple[str, ...]:
    """The branches whose working set a branch without one may take over at `commit`, the best first.

    A branch that wasn't made from another one, such as the base branch, takes over nothing.
    """
    if branch.startswith("detached:"):
        return tuple(dict.fromkeys([*_before(git), *_at(git, commit)]))
    reflog = _reflog(git, f"refs/heads/{branch}")
    made = _CREATED.match(reflog[-1]) if reflog else None
    if made is None:
        return () if reflog or branch == _base(git) else _at(git, commit)
    source = made[1].removeprefix("refs/heads/")
    if source != "HEAD":
        return (_named(source),)
    return tuple(dict.fromkeys([*_left(git, branch), *_at(git, commit)]))


def renamed_from(git: Git, branch: str) -> tuple[str, ...]:
    """The names that a branch had before, the last first, of those that no branch has now."""
    names = [found[1] for line in _reflog(git, f"refs/heads/{branch}") if (found := _RENAMED.match(line))]
    there = {one.name for one in branches(git, MAX_BRANCHES)} if names else set[str]()
    return tuple(name for name in names if name not in there)


def has_commits(git: Git, branch: str) -> bool:
    """Whether a branch's reflog holds a commit that was made on it; False where there is no reflog."""
    return any(line.startswith(("commit", "cherry-pick", "rebase", "am:", "revert")) for line in _reflog(git, branch))


def _left(git: Git, target: str) -> Iterator[str]:
    """The branch that this worktree left when it went to the branch `target`."""
    for line in _reflog(git, "HEAD"):
        found = _MOVED.match(line)
        if found and found[2] == target:
            yield _named(found[1])
            return


def _before(git: Git) -> Iterator[str]:
    """Where a detached HEAD stood before: at other commits, the last first, then on the branch that it left.

    `checkout` detaches by any name of a commit ("HEAD", a tag); a rebase says nothing of the branch that it rewrites,
    which is the one that was checked out before it.
    """
    rebased = False
    steps = _reflog(git, "HEAD", "%H %gs")
    for step, older in zip(steps, [*steps[1:], ""], strict=True):
        line = step.partition(" ")[2]
        found = _MOVED.match(line)
        rebased = rebased or bool(_REBASE_BEGAN.match(line))
        if found:
            yield _named(found[2] if rebased else found[1])
            return
        if not rebased and older:
            yield f"detached:{older.partition(' ')[0]}"


def _named(place: str) -> str:
    return f"detached:{place}" if _SHA.match(place) else place


def _at(git: Git, commit: str) -> tuple[str, ...]:
    """The branches whose tip is a commit, the base branch first."""
    base = _base(git)
    names = [one.name for one in branches(git, MAX_BRANCHES) if one.commit == commit]
    return tuple(sorted(names, key=lambda name: name != base))


def _base(git: Git) -> str:
    return next((base.name for base in bases(git)), "")


def _reflog(git: Git, ref: str, form: str = "%gs") -> list[str]:
    """What happened to a ref, the newest first; nothing where it has no reflog."""
    name = ref if ref == "HEAD" or ref.startswith("refs/") else f"refs/heads/{ref}"
    code, out = git.answer(
        "log", "-g", "-500", "--no-show-signature", f"--format={form}", "--end-of-options", name, "--", timeout=10
    )
    return out.decode("utf-8", "replace").splitlines() if code == 0 else []
