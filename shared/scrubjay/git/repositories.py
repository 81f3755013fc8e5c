"""Repositories of the folders that a process is called with: found by git once, then by what git reads."""

import threading
from collections import OrderedDict
from pathlib import Path

from scrubjay.git.discovery import State, discovery_state
from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import Repository, open_repository

MOST = 64
"""Folders whose repository is cached."""


class RepositoryCache:
    """The repository of each folder, the same as `open_repository` finds. Safe to share between threads."""

    def __init__(self, environment: GitEnvironment) -> None:
        self._environment = environment
        self._lock = threading.Lock()
        self._cached: OrderedDict[Path, tuple[State, Repository]] = OrderedDict()

    def open(self, path: Path) -> Repository:
        """The repository that holds a path; no process runs while nothing changed that decides. Raises as git's way."""
        folder = path if path.is_dir() else path.parent
        state = self._state(folder)
        with self._lock:
            cached = self._cached.get(folder)
        if state is not None and cached is not None and cached[0] == state:
            return cached[1]
        repository = open_repository(path, self._environment)
        if state is not None and self._state(folder) == state:  # nothing changed while git looked
            with self._lock:
                self._cached[folder] = (state, repository)
                self._cached.move_to_end(folder)
                if len(self._cached) > MOST:
                    self._cached.popitem(last=False)
        return repository

    def _state(self, folder: Path) -> State | None:
        return discovery_state(folder, self._environment.variables)
