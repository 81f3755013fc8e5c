"""Root commits of a history."""

from pathlib import Path

from scrubjay.errors import NotARepository
from scrubjay.git.branches import worktrees
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

MAX_ROOTS = 1000


def existing_commits(git: Git, oids: frozenset[str]) -> frozenset[str]:
    """Which of these commits the clone has."""
    if not oids:
        return frozenset()
    with ObjectReader(git) as reader:
        return frozenset(oid for oid, (kind, _) in reader.info(sorted(oids)).items() if kind == "commit")


def root_commits(git: Git, repository: Repository) -> frozenset[str]:
    """The root commits of HEAD and all local branches; empty for a shallow clone, which has no real ones."""
    if repository.shallow:
        return frozenset()
    code, output = git.answer("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", "--branches", "HEAD", "--", timeout=60)
    if code:
        code, output = git.answer("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", "--branches", "--", timeout=60)
    return frozenset() if code else frozenset(output.decode("ascii", "replace").split())


def new_roots(git: Git, head: str, since: str) -> frozenset[str]:
    """The root commits in the history of `head` but not of `since`; none where `since` was pruned."""
    walk = ("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", head)
    code, output = git.answer(*walk, "--not", since, "--", timeout=60) if since else (1, b"")
    if code:
        code, output = git.answer(*walk, "--", timeout=60)
    return frozenset() if code else frozenset(output.decode("ascii", "replace").split())


def unborn(git: Git) -> bool:
    """Whether no branch has a commit yet."""
    code, output = git.answer("for-each-ref", "--count=1", "--format=%(objectname)", "refs/heads")
    return code == 0 and not output.strip() and git.answer("rev-parse", "--verify", "--quiet", "HEAD")[0] != 0


Q = load(__package__)


def working_trees(clone: Path, environment: GitEnvironment, database: Database) -> tuple[Path, ...]:
    """The folders of a clone's working trees that exist, the main one first. Raises NotARepository, GitFailed.

    `clone` is the git common directory. git lists it itself where the clone is bare or a submodule: it is left out.
    """
    if not clone.is_dir():
        raise NotARepository(f"{clone} is gone. `scrubjay init` in the moved clone finds its project again.")
    rows = database.read(lambda c: c.execute(Q.worktrees, {"common_dir": str(clone)}).fetchall())
    listed = (*worktrees(Git(clone, environment)), *(Path(row["worktree"]) for row in rows))
    return tuple(folder for folder in dict.fromkeys(listed) if folder != clone and folder.is_dir())
