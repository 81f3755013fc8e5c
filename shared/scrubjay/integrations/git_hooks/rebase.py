"""Detection of a rebase in progress."""

from pathlib import Path


def is_rebasing(git_dir: Path) -> bool:
    """Whether git keeps the state of a rebase. `git am` shares a folder with it, but isn't one."""
    return (git_dir / "rebase-merge").is_dir() or (git_dir / "rebase-apply" / "rebasing").exists()
