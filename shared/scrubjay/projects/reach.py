"""Is the git common directory this worktree's own? What a `.git` file says counts only if git's back link agrees."""

from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import MAX_POINTER, Repository


def vouched(git: Git, repository: Repository) -> bool:
    """Whether git itself says that the common directory belongs to this worktree.

    It does where `.git` is the directory, where `worktrees/<n>/gitdir` names this worktree's `.git`, and where
    `core.worktree` stands in the configuration there, as in a submodule's: git then takes the worktree from it.
    """
    marker = repository.worktree / ".git"
    if not marker.is_symlink() and marker.is_dir():
        return repository.git_dir == repository.common_dir
    if repository.git_dir.parent == repository.common_dir / "worktrees":
        return not marker.is_symlink() and _names(repository.git_dir, marker)
    if repository.git_dir != repository.common_dir or marker.is_symlink():
        return False
    code, out = git.answer("config", "--local", "--get", "core.worktree")
    return code == 0 and bool(out.strip())


def linked(repository: Repository) -> bool:
    """Whether the worktree is one of several that `git worktree` made."""
    return repository.git_dir.parent == repository.common_dir / "worktrees"


def of_another(repository: Repository) -> bool:
    """Whether the common directory is the `.git` of another folder, so that it is that one's first of all."""
    return repository.common_dir.name == ".git" and repository.common_dir.parent != repository.worktree


def _names(git_dir: Path, marker: Path) -> bool:
    """Whether the back link of a linked worktree names its `.git` file; git may write it relative to its own folder."""
    try:
        with (git_dir / "gitdir").open("rb") as stream:
            said = stream.read(MAX_POINTER).decode("utf-8", "surrogateescape").rstrip("\n")
        named = git_dir / said
        return bool(said) and named.name == ".git" and named.parent.samefile(marker.parent)
    except (OSError, ValueError):
        return False
