"""Ancestry queries: which commits are reachable from a head, or from the base branch."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.clone_state import BASES
from scrubjay.git.head import base_fingerprint, base_state
from scrubjay.git.objects import ObjectReader, is_full, is_partial
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import shown

MOST_PATCHES = 2_000
"""Commits whose patches are compared; further ones are ignored."""

MOST_CHANGED = 100_000
"""Changed paths of one commit that are read."""


def existing_commits(git: Git, commits: Iterable[str]) -> frozenset[str]:
    """The ids among some that are commits of this clone."""
    oids = sorted(set(commits))
    if not oids:
        return frozenset()
    with ObjectReader(git) as reader:
        return frozenset(oid for oid, (kind, _) in reader.info(oids).items() if kind == "commit")


def unreachable(git: Git, commits: Collection[str], head: str) -> frozenset[str]:
    """The existing commits among some that `head` can't reach; walks only what the two don't share."""
    if not commits:
        return frozenset()
    revisions = "".join(f"{commit}\n" for commit in [*sorted(commits), f"^{head}"])
    listed = git.run("rev-list", "--stdin", input=revisions.encode(), timeout=30)
    return frozenset(listed.decode("ascii", "replace").split()) & frozenset(commits)


def head_at(git: Git, moment: float) -> str:
    """The commit that HEAD pointed to at a moment (seconds since 1970), by its reflog; empty where that doesn't say."""
    then = datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
    code, out = git.answer("rev-parse", "--verify", "--quiet", f"HEAD@{{{then}}}")
    return out.decode("ascii", "replace").strip() if code == 0 else ""


def is_ancestor(git: Git, commit: str, head: str) -> bool:
    """Whether a commit is an ancestor of `head` or `head` itself; False where the clone doesn't have it."""
    return git.answer("merge-base", "--is-ancestor", "--end-of-options", commit, head)[0] == 0


def patch_ids(git: Git, commits: Sequence[str]) -> dict[str, str]:
    """The stable patch id of each commit that changes something; merges have none.

    The output of one git process is the input of the next. The patches may be gigabytes, so none are read here.
    """
    if not commits:
        return {}
    request = "".join(f"{commit}\n" for commit in commits[:MOST_PATCHES]).encode()
    listed = git.pipe(
        ("diff-tree", "--stdin", "-p", "--root", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index"),
        ("patch-id", "--stable"), input=request, timeout=60,
    )  # fmt: skip
    pairs = (line.split() for line in listed.decode("ascii", "replace").split("\n"))
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


def last_change(git: Git, head: str, path: str) -> str:
    """The newest commit reachable from `head` that changed a path; empty where none did."""
    out = git.run("rev-list", "-1", "--end-of-options", head, "--", f":(top,literal){path}", timeout=30)
    return out.decode("ascii", "replace").strip()


def changes_of(git: Git, head: str, paths: Sequence[str], most: int) -> tuple[str, ...]:
    """The commits reachable from `head` that changed some paths, the newest first, at most `most`."""
    named = [f":(top,literal){path}" for path in paths]
    out = git.run("rev-list", f"--max-count={most}", "--end-of-options", head, "--", *named, timeout=30)
    return tuple(out.decode("ascii", "replace").split())


def base_commit(git: Git) -> str:
    """The commit of the base branch: the remote's default branch, else main or master; empty without one.

    A local branch of that name counts, because it is what a person merges into. On that branch itself it is HEAD.
    """
    return next((base.commit for base in base_branches(git)), "")


def remote_base(git: Git) -> str:
    """The commit of the base branch as the remote has it; empty where the clone has none."""
    return next((base.commit for base in base_branches(git) if base.remote), "")


@dataclass(frozen=True, slots=True)
class BaseBranch:
    """A base branch: its name as it may be shown, its commit, and whether it is the remote's."""

    name: str
    commit: str
    remote: bool = False


def base_branches(git: Git) -> Iterator[BaseBranch]:
    """The base branches of a clone: the local one, then its remote-tracking form, as far as they exist."""
    worktree = git.worktree
    if worktree is None:
        return _read_bases(git)
    return iter(worktree.answer("bases", lambda: base_state(worktree), lambda: tuple(_read_bases(git))))


def _read_bases(git: Git) -> Iterator[BaseBranch]:
    """The base branches as git lists them: first local ones, then remote-tracking ones."""
    code, out = git.answer("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    remote = out.decode("utf-8", "replace").strip() if code == 0 else ""
    names = [remote.partition("/")[2]] if remote else list(BASES)
    tracked = [remote] if remote else [f"origin/{name}" for name in names]
    refs = [(name, f"refs/heads/{name}") for name in names] + [(name, f"refs/remotes/{name}") for name in tracked]
    for name, ref in refs:
        code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        if code == 0:
            yield BaseBranch(shown(name), out.decode("ascii", "replace").strip(), ref.startswith("refs/remotes/"))


def ahead_behind(git: Git, base: str, head: str) -> tuple[int, int]:
    """The number of commits reachable only from `head`, and of those only from `base`."""
    worktree = git.worktree
    if worktree is None or not (is_full(base) and is_full(head)):
        return _count_ahead_behind(git, base, head)
    return worktree.answer(("apart", base, head), worktree.shallow_state, lambda: _count_ahead_behind(git, base, head))


def _count_ahead_behind(git: Git, base: str, head: str) -> tuple[int, int]:
    """Count with git the commits reachable only from `head`, and those only from `base`."""
    out = git.run("rev-list", "--left-right", "--count", "--end-of-options", f"{base}...{head}", timeout=20)
    behind, ahead = out.split()
    return int(ahead), int(behind)


def changed_between(git: Git, old: str, new: str, most: int) -> tuple[str, ...]:
    """Paths that differ between two commits, at most `most`."""
    worktree = git.worktree
    if worktree is None or not (is_full(old) and is_full(new)):
        return _read_changed(git, old, new, most)
    return worktree.answer(
        ("changed", old, new, most), worktree.shallow_state, lambda: _read_changed(git, old, new, most)
    )


def _read_changed(git: Git, old: str, new: str, most: int) -> tuple[str, ...]:
    """List with git the paths that differ between two commits, at most `most`."""
    listed = git.fields(
        "diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options", old, new, "--", ok=range(256)
    )
    with closing(listed):
        return tuple(name.decode("utf-8", "surrogateescape") for name in islice(listed, most))


def merge_base(git: Git, commit: str, other: str) -> str:
    """The best common ancestor of two commits; empty without one."""
    worktree = git.worktree
    if worktree is None or not (is_full(commit) and is_full(other)):
        return _read_merge_base(git, commit, other)
    return worktree.answer(
        ("base", commit, other), worktree.shallow_state, lambda: _read_merge_base(git, commit, other)
    )


def _read_merge_base(git: Git, commit: str, other: str) -> str:
    """Ask git for the best common ancestor of two commits; empty without one."""
    code, out = git.answer("merge-base", "--end-of-options", commit, other)
    return out.decode("ascii", "replace").split()[0] if code == 0 and out.strip() else ""


def blobs_at(git: Git, commit: str, paths: Iterable[str]) -> dict[str, str]:
    """The blob of each path that a commit has as a file."""
    requested = [path for path in paths if "\n" not in path]
    if not requested:
        return {}
    if git.worktree is not None and not is_partial(git):
        with ObjectReader(git, partial=False) as reader:
            entries = reader.entries([f"{commit}:{path}" for path in requested])
        return {
            path: entry[0] for path in requested if (entry := entries.get(f"{commit}:{path}")) and entry[1] == "blob"
        }
    lines = "".join(f"{commit}:{path}\n" for path in requested).encode("utf-8", "surrogateescape")
    out = git.run("cat-file", "--batch-check=%(objectname) %(objecttype)", input=lines)
    answers = out.removesuffix(b"\n").split(b"\n")  # a missing name is echoed back in one line
    if len(answers) != len(requested):
        raise GitFailed("git cat-file did not answer every question. Run the command again.")
    pairs = zip(requested, answers, strict=True)
    return {path: line.split(b" ")[0].decode("ascii") for path, line in pairs if line.endswith(b" blob")}


def changed_paths(git: Git, commit: str) -> tuple[str, ...]:
    """The files that a commit added or changed, against its first parent, in order."""
    listed = git.fields(
        "diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-only", "--diff-filter=d", "--no-renames",
        "--diff-merges=first-parent", "--end-of-options", commit,
    )  # fmt: skip
    with closing(listed):
        return tuple(sorted(path.decode("utf-8", "surrogateescape") for path in islice(listed, MOST_CHANGED)))


class BaseTracker:
    """The base branch of one clone. Safe to use from several threads: a state and its commits are replaced together."""

    def __init__(self, git: Git, common_dir: Path) -> None:
        self._git = git
        self._common_dir = common_dir
        self._cached: tuple[tuple[str, ...], tuple[str, str]] | None = None

    def commit(self) -> str:
        """The commit of the base branch, as `base_commit` gives it; read again only when the ref files change."""
        return self._base_commits()[0]

    def remote(self) -> str:
        """The commit of the base branch as the remote has it; read again only when the ref files change."""
        return self._base_commits()[1]

    def _base_commits(self) -> tuple[str, str]:
        """The local and the remote base commit, read again only when their ref files change."""
        worktree, cached = self._git.worktree, self._cached
        state = base_fingerprint(self._common_dir) if worktree is None else base_state(worktree)
        if state is not None and cached is not None and cached[0] == state:
            return cached[1]
        commits = base_commit(self._git), remote_base(self._git)
        self._cached = (state, commits) if state is not None else None
        return commits
