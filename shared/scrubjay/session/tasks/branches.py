"""Origin of a new branch, from its reflog: the branch whose working set it inherits."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from scrubjay.git.ancestry import base_branches
from scrubjay.git.branches import branch_in_git, branches, reflog
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID, pattern
from scrubjay.privacy.secrets.shown_names import shown

MAX_BRANCHES = 200
"""Branches checked, newest tip first."""

_RENAMED = pattern(r"Branch: renamed refs/heads/(\S+) to refs/heads/\S+$")
_CREATED = pattern(r"branch: Created from (\S+)$")
_MOVED = pattern(r"checkout: moving from (\S+) to (\S+)$")
_MADE = pattern(r"commit|cherry-pick|am:|revert|(?:merge|pull)\b.*: Merge made by")
"""Reflog messages of operations that create a commit."""

_REBASED = pattern(r"(?:rebase|pull)\b.*(?:\(finish\)|finished): \S+ onto (\S+)$")
_SHA = pattern(OBJECT_ID)


@dataclass(frozen=True, slots=True)
class Lineage:
    """The branches that a branch without a working set may take one from: its former names, then others to copy.

    `had(commit)` says whether the branch ever pointed at a commit. All three are evaluated lazily.
    """

    renamed: Callable[[], Iterable[str]] = tuple
    sources: Callable[[], Iterable[str]] = tuple
    has_been_at: Callable[[str], bool] = lambda commit: False


def lineage(git: Git, branch: str, commit: str) -> Lineage:
    """What a branch at a commit may take its working set from, in this worktree."""
    return Lineage(
        lambda: renamed_from(git, branch), lambda: sources(git, branch, commit),
        lambda before: has_been_at(git, branch, before),
    )  # fmt: skip


def sources(git: Git, branch: str, commit: str) -> tuple[str, ...]:
    """The branches whose working set a branch without one may inherit at `commit`, the best first.

    A branch that wasn't made from another one, such as the base branch, inherits nothing.
    """
    if branch.startswith("detached:"):
        return tuple(dict.fromkeys([*_earlier_positions(git), *_branches_at(git, commit)]))
    steps = _reflog(git, branch)
    made = _CREATED.match(steps[-1]) if steps else None
    if made is None:
        return () if steps or branch == _base_name(git) else _branches_at(git, commit)
    source = shown(made[1].removeprefix("refs/heads/"))
    if source != "HEAD":
        return (_shown_name(source),)
    return tuple(dict.fromkeys([*_left_branch(git, branch), *_branches_at(git, commit)]))


def renamed_from(git: Git, branch: str) -> tuple[str, ...]:
    """The former names of a branch, the latest first, except names that another branch has now."""
    names = [shown(match[1]) for line in _reflog(git, branch) if (match := _RENAMED.match(line))]
    branch_names = {branch.name for branch in branches(git, MAX_BRANCHES)} if names else set[str]()
    return tuple(name for name in names if name not in branch_names)


def last_commit(git: Git, branch: str) -> str:
    """The last commit made on a branch by its reflog, of any kind: commit, cherry-pick, merge or rebase.

    A reset or fast-forward makes none: the commit it moves to is another branch's work. Empty where none is known.
    """
    for step in reflog(git, _full_ref(git, branch)):
        rebased = _REBASED.match(step.message)
        if _MADE.match(step.message) or (rebased and rebased[1] != step.commit):
            return step.commit
    return ""


def has_been_at(git: Git, branch: str, commit: str) -> bool:
    """Whether this branch, not another of the same name, ever pointed at a commit, by its reflog."""
    return any(step.commit == commit for step in reflog(git, _full_ref(git, branch)))


def _left_branch(git: Git, target: str) -> Iterator[str]:
    """The branch that this worktree was on before it switched to the branch `target`."""
    for line in _reflog(git, "HEAD"):
        match = _MOVED.match(line)
        if match and shown(match[2]) == target:
            yield _shown_name(match[1])
            return


def _earlier_positions(git: Git) -> Iterator[str]:
    """Where a detached HEAD was before: other commits, the latest first, then the branch that it left.

    `checkout` detaches by any name of a commit ("HEAD", a tag).
    """
    steps = reflog(git, "HEAD")
    for step, older in zip(steps, [*steps[1:], None], strict=True):
        if match := _MOVED.match(step.message):
            yield _shown_name(match[1])
            return
        if older:
            yield f"detached:{older.commit}"


def _shown_name(place: str) -> str:
    """The name of a branch as it may be shown; "detached:ID" for a commit."""
    return f"detached:{place}" if _SHA.fullmatch(place) else shown(place)


def _branches_at(git: Git, commit: str) -> tuple[str, ...]:
    """The branches whose tip is a commit, the base branch first."""
    base = _base_name(git)
    names = [branch.name for branch in branches(git, MAX_BRANCHES) if branch.commit == commit]
    return tuple(sorted(names, key=lambda name: name != base))


def _base_name(git: Git) -> str:
    """The name of the base branch; empty without one."""
    return next((base.name for base in base_branches(git)), "")


def _full_ref(git: Git, name: str) -> str:
    """The full ref of a branch, or HEAD."""
    return name if name == "HEAD" else f"refs/heads/{branch_in_git(git, name)}"


def _reflog(git: Git, name: str) -> list[str]:
    """The messages of the reflog of HEAD or a branch, newest first; empty where it has none."""
    return [step.message for step in reflog(git, _full_ref(git, name))]


Lineages = Callable[[str, str], Lineage]
"""Resolves the origin of a branch at a commit."""


def lineages(git: Git) -> "Lineages":
    """A function that gives the lineage of a branch at a commit."""
    return partial(lineage, git)
