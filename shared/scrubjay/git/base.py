"""Cached commits of the base branch, invalidated when the files of its refs change."""

from pathlib import Path

from scrubjay.git.ancestry import base_commit, remote_base
from scrubjay.git.process import Git
from scrubjay.git.refs import base_fingerprint


class BaseTracker:
    """The base branch of one clone. Safe to use from several threads: a state and its commits are replaced together."""

    def __init__(self, git: Git, common_dir: Path) -> None:
        self._git = git
        self._common_dir = common_dir
        self._cached: tuple[tuple[str, ...], tuple[str, str]] | None = None

    def commit(self) -> str:
        """The current result of `base_commit`; no process runs while the ref files are unchanged."""
        return self._commits()[0]

    def remote(self) -> str:
        """The current result of `remote_base`."""
        return self._commits()[1]

    def _commits(self) -> tuple[str, str]:
        state, cached = base_fingerprint(self._common_dir), self._cached
        if state is not None and cached is not None and cached[0] == state:
            return cached[1]
        commits = base_commit(self._git), remote_base(self._git)
        self._cached = (state, commits) if state is not None else None
        return commits
