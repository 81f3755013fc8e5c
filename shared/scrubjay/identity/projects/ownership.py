"""Ownership of the git common directory: a `.git` file is trusted only if git's back link confirms it."""

from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import MAX_POINTER, Repository


def owns_common_dir(git: Git, repository: Repository) -> bool:
    """Whether git itself confirms that the common directory belongs to this worktree.

    It does where `.git` is the directory, where `worktrees/<n>/gitdir` names this worktree's `.git`, and where
    the configuration there has `core.worktree`, as in a submodule: git then takes the worktree from it.
    """
    marker = repository.worktree / ".git"
    if not marker.is_symlink() and marker.is_dir():
        return repository.git_dir == repository.common_dir
    if repository.git_dir.parent == repository.common_dir / "worktrees":
        return not marker.is_symlink() and _names(repository.git_dir, marker)
    if repository.git_dir != repository.common_dir or marker.is_symlink():
        return False
    code, output = git.answer("config", "--local", "--get", "core.worktree")
    return code == 0 and bool(output.strip())


def is_linked_worktree(repository: Repository) -> bool:
    """Whether this is a linked worktree, made by `git worktree`."""
    return repository.git_dir.parent == repository.common_dir / "worktrees"


def belongs_elsewhere(repository: Repository) -> bool:
    """Whether the common directory is the `.git` of another folder, and so belongs to that one first."""
    return repository.common_dir.name == ".git" and repository.common_dir.parent != repository.worktree


def _names(git_dir: Path, marker: Path) -> bool:
    """Whether a linked worktree's back link names its `.git` file; git may write it relative to its own folder."""
    try:
        with (git_dir / "gitdir").open("rb") as stream:
            pointer = stream.read(MAX_POINTER).decode("utf-8", "surrogateescape").rstrip("\n")
        named = git_dir / pointer
        return bool(pointer) and named.name == ".git" and named.parent.samefile(marker.parent)
    except (OSError, ValueError):
        return False
