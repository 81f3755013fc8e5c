"""Common parts of every page: the home with its worktrees, and the message that is shown once after an act."""

import hashlib
import threading
from collections import deque
from pathlib import Path

from scrubjay.app import App, Workspace
from scrubjay.errors import NotFound, RepositoryError
from scrubjay.identity.person.permit import Permit
from scrubjay.identity.projects.roots import working_trees
from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay_ui.views import PageGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """The home that is shown. `folder` is where it was started; `writes`: a person started it, and lets it write.

    A page that may not write shows no form, and every form's address refuses. `parts` are those that are on.
    """

    home: App
    permit: Permit
    writes: bool
    folder: Path
    parts: tuple[PageGroup, ...] = ()


MOST = 20


class Notices:
    """Notices for the next page: what was said since the last one. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque(maxlen=MOST)

    def add(self, notice: str) -> None:
        """Keep a sentence for the next page; an empty one is nothing."""
        if notice:
            with self._lock:
                self._waiting.append(notice)

    def take(self) -> tuple[str, ...]:
        """The notices since the last page, which are then forgotten."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
        return taken


@dataclass(frozen=True, slots=True)
class ShownWorktree:
    """A worktree of a project. `key` stands for it in addresses."""

    key: str
    project: str
    folder: Path

    @property
    def name(self) -> str:
        """The folder's name, as it may be shown."""
        return shown(self.folder.name)

    @property
    def path(self) -> str:
        """The whole path, as it may be shown."""
        return shown(str(self.folder))


def key_of(folder: Path) -> str:
    """The key of a worktree: the first 12 digits of its path's SHA-256."""
    return hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:12]


class Places:
    """The worktrees of a home's projects; the one that the page was started in stands first.

    `one_project`: those of its project alone, since an agent may read the page.
    """

    def __init__(self, home: App, start: Path, *, one_project: bool = False) -> None:
        self._home = home
        self._start = start
        self._one_project = one_project

    def all(self) -> tuple[ShownWorktree, ...]:
        """Every worktree that opens its project now; one that moved, or is no longer the project's, is left out."""
        opened: dict[Path, ShownWorktree] = {}
        for folder in (self._start, *self._worktree_folders()):
            try:
                workspace = self._home.workspace(folder)
            except RepositoryError:
                continue
            worktree = workspace.repository.worktree
            opened.setdefault(worktree, ShownWorktree(key_of(worktree), workspace.project.name, worktree))
        return tuple(opened.values())

    def first(self) -> str:
        """The key of the worktree that the page was started in; empty where that opens no project."""
        try:
            return key_of(self._home.workspace(self._start).repository.worktree)
        except RepositoryError:
            return ""

    def workspace(self, key: str) -> Workspace:
        """The workspace of a key. Raises NotFound."""
        for folder in (self._start, *self._worktree_folders()):
            if key_of(folder) == key:
                return self._home.workspace(folder)
        for place in self.all():
            if place.key == key:
                return self._home.workspace(place.folder)
        raise NotFound("No worktree has this address. The first page lists those that scrubjay knows.")

    def _projects(self) -> tuple[Project, ...]:
        """The projects that may be shown: every one of the home, or only the one of the start."""
        if not self._one_project:
            return self._home.registry.list()
        try:
            return (self._home.workspace(self._start).project,)
        except RepositoryError:
            return ()

    def _worktree_folders(self) -> tuple[Path, ...]:
        """The folders of all worktrees of the projects that may be shown."""
        home, folders = self._home, dict[Path, None]()
        for project in self._projects():
            for clone in project.clones:
                try:
                    folders |= dict.fromkeys(working_trees(clone, home.git_environment, home.home_database))
                except RepositoryError:
                    continue
        return tuple(folders)
