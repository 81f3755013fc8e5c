"""What does a clone say of itself? Its binding in local git config, and its root commits."""

from pathlib import Path

from scrubjay.errors import RepositoryError
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.projects.identity import Claim
from scrubjay.projects.known import KEY, bound_id, valid_id

MAX_ROOTS = 1000


def claim(
    git: Git,
    repository: Repository,
    requested: str = "",
    *,
    bound: str | None = None,
    known_roots: frozenset[str] = frozenset(),
) -> Claim:
    """Gather what identifies a repository.

    Finding all root commits walks the whole history. For a clone that is known already it is enough that one of
    the project's `known_roots` is still there. `bound` is the id in its configuration, where the caller has read it.
    """
    wanted = requested if valid_id(requested) else ""
    roots = existing_commits(git, known_roots, partial=repository.partial) or root_commits(git, repository)
    mine = bound_id(git) if bound is None else bound
    return Claim(str(repository.common_dir), roots, repository.shallow, mine, wanted)


def existing_commits(git: Git, oids: frozenset[str], *, partial: bool | None = None) -> frozenset[str]:
    """Which of these commits the clone has."""
    if not oids:
        return frozenset()
    with ObjectReader(git, partial=partial) as reader:
        return frozenset(oid for oid, (kind, _) in reader.info(sorted(oids)).items() if kind == "commit")


def root_commits(git: Git, repository: Repository) -> frozenset[str]:
    """The commits without parents of HEAD and all local branches; a shallow clone has none that are real."""
    if repository.shallow:
        return frozenset()
    code, out = git.answer("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", "--branches", "HEAD", "--", timeout=60)
    if code:
        code, out = git.answer("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", "--branches", "--", timeout=60)
    return frozenset() if code else frozenset(out.decode("ascii", "replace").split())


def new_roots(git: Git, head: str, since: str) -> frozenset[str]:
    """The commits without parents in the history of `head` that `since` doesn't have; a pruned `since` has none."""
    walk = ("rev-list", "--max-parents=0", f"-{MAX_ROOTS}", head)
    code, out = git.answer(*walk, "--not", since, "--", timeout=60) if since else (1, b"")
    if code:
        code, out = git.answer(*walk, "--", timeout=60)
    return frozenset() if code else frozenset(out.decode("ascii", "replace").split())


def check_config(common_dir: Path) -> None:
    """Raise RepositoryError where git would write the binding through a link, into a file of somebody else."""
    file = common_dir / "config"
    if file.is_symlink():
        raise RepositoryError(f"{file} is a link, so scrubjay writes no project id there. Put a file in its place.")


def bind(git: Git, common_dir: Path, project: str) -> None:
    """Write the binding into the clone's local git config; all its worktrees share it. Raises RepositoryError."""
    check_config(common_dir)
    git.run("config", "--local", KEY, project)


def unbind(git: Git) -> None:
    """Take the binding back, and the section when nothing else stands in it."""
    git.answer("config", "--local", "--unset-all", KEY)
    code, _ = git.answer("config", "--local", "--get-regexp", r"^scrubjay\.")
    if code == 1:
        git.answer("config", "--local", "--remove-section", "scrubjay")
