"""Binds clones to projects and releases them: the writes into a clone's git common directory."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from scrubjay.errors import ProjectConflict
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.binding import PreparedBinding, folder_of, keep_copies, leftovers, prepare, read, remove
from scrubjay.identity.projects.file import belongs_elsewhere, home_id, is_linked_worktree, made_home_id
from scrubjay.identity.projects.identity import (
    Borrowed,
    BoundFile,
    CloneFacts,
    Folder,
    Identity,
    Opens,
    Unbound,
    Unusable,
    identify,
)  # fmt: skip
from scrubjay.identity.projects.refusals import not_opened_error
from scrubjay.identity.projects.registry import LOCK, ProjectRegistry
from scrubjay.identity.projects.roots import root_commits
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID
from scrubjay.model.project import Project
from scrubjay.storage.driver import Connection, load
from scrubjay.storage.filesystem import file_lock

MAX_REFLOG = 10_000


def history_continues(git: Git, commit: str) -> bool:
    """Whether a commit is an ancestor of HEAD or in HEAD's reflog; False for an empty commit id."""
    if not re.fullmatch(OBJECT_ID, commit):
        return False
    if git.answer("merge-base", "--is-ancestor", commit, "HEAD", timeout=60)[0] == 0:
        return True
    code, output = git.answer("log", "--walk-reflogs", "--format=%H", f"-{MAX_REFLOG}", "HEAD", "--")
    return code == 0 and commit in output.decode("ascii", "replace").split()


Q = load(__package__)


@dataclass(frozen=True, slots=True)
class BindPreview:
    """Result of a dry run of `bind`: the project it would open or bring back after `uninstall`; None: a new one."""

    project: Project | None
    returned: bool = False


class ProjectBinder:
    """Binds clones to the projects of a home. The caller has already checked permission."""

    def __init__(self, registry: ProjectRegistry) -> None:
        self._registry = registry
        self._home = registry.home
        self._database = registry.database

    def preview(self, repository: Repository, *, agreed: bool = False) -> BindPreview:
        """Dry run of `bind`; writes nothing. Raises what `bind` raises, except for failed writes."""
        if begun := next((binding.project for binding in self._leftovers(repository) if self._awaited(binding)), ""):
            return BindPreview(self._registry.by_id(begun))
        match self._settle(repository, agreed)[1]:
            case Opens(id):
                return BindPreview(self._registry.by_id(id))
            case _:
                id = self._left(repository)
                return BindPreview(self._registry.by_id(id), returned=True) if id else BindPreview(None)

    def bind(self, repository: Repository, *, agreed: bool = False) -> Project:
        """Bind for `init`: the project that a repository opens, or that `uninstall` left here; otherwise a new one.

        Never joins a project. A common directory that isn't this worktree's own is bound only if a person `agreed`, or
        if it is unbound and no other folder's. Raises BorrowedRepository, BindingUnusable, BindingRefused.
        """
        with self._alone(repository):
            facts, binding, borrowed = self._settle(repository, agreed)
            match binding:
                case Opens(id, moved):
                    project = self._registry.record_folder(facts, id) if moved else self._registry.by_id(id)
                case _:
                    project = self._bind(repository, self._left(repository))
            if borrowed:
                self._pair(repository, project)
            keep_copies(repository.common_dir, home_id(self._home))
            return project

    def join(self, repository: Repository, id: str, *, anyway: bool = False) -> Project:
        """Bind a clone to another clone's project, with a secret of its own.

        Raises ProjectConflict where they share no root commit, unless `anyway`; NotFound.
        """
        project = self._registry.resolve(id)
        if not anyway and not project.roots & root_commits(self._registry.git(repository), repository):
            raise ProjectConflict(
                f"{repository.worktree} shares no root commit with project {project.id[:12]}, so only a person may "
                f"join them. In a terminal: scrubjay project join {project.id[:12]}"
            )
        with self._alone(repository):
            _, _, borrowed = self._settle(repository, agreed=anyway)
            project = self._bind(repository, project.id)
            if borrowed:
                self._pair(repository, project)
            keep_copies(repository.common_dir, home_id(self._home))
            return project

    def release(self, repository: Repository, project: Project) -> None:
        """Remove the binding from one clone. Its memory stays in the home, and `init` can bind it again."""
        git, folder = self._registry.git(repository), folder_of(repository.common_dir)
        commit, now = head(git).commit, iso(self._registry.clock())

        def leave(connection: Connection) -> None:
            rows.add_departure(connection, project.id, folder, commit, now)
            rows.describe(connection, self._home, project.id)

        self._database.write(leave)
        remove(repository.common_dir, home_id(self._home))

    def forget(self, id: str) -> Project:
        """Delete a project: its folder, its rows, and the binding in the clones that still exist."""
        project, home = self._registry.resolve(id), home_id(self._home)
        for clone in project.clones:
            binding = read(clone, home)
            if isinstance(binding, BoundFile) and binding.project == project.id:
                remove(clone, home)
        self._database.write(lambda c: c.execute(Q.forget_project, {"id": project.id}))
        shutil.rmtree(project.folder, ignore_errors=True)
        return project

    @contextmanager
    def _alone(self, repository: Repository) -> Iterator[None]:
        """Bind exclusively; interrupted bindings of killed processes are completed or dropped first."""
        made_home_id(self._home)
        with file_lock(self._home / LOCK, wait=True):
            for binding in self._leftovers(repository):
                if self._awaited(binding):
                    binding.put()
                else:
                    binding.drop()
            yield

    def _leftovers(self, repository: Repository) -> tuple[PreparedBinding, ...]:
        """The bindings of this home that a killed process prepared and left in a clone."""
        return leftovers(repository.common_dir, home_id(self._home))

    def _awaited(self, prepared: PreparedBinding) -> bool:
        """Whether the home has a row for this very folder whose binding was prepared but never put in place."""
        params = {"id": prepared.project, "secret": prepared.secret_sha256}
        row = self._database.read(lambda c: c.execute(Q.clone_with_secret, params).fetchone())
        return row is not None and Folder(row["common_dir"], row["device"], row["inode"]) == folder_of(
            prepared.common_dir
        )

    def _settle(self, repository: Repository, agreed: bool) -> tuple[CloneFacts, Identity, bool]:
        """The facts, the identity, and whether the common directory is borrowed. Raises where binding isn't allowed."""
        facts = self._registry.facts(repository)
        binding, borrowed = identify(facts), False
        if isinstance(binding, Borrowed) and not is_linked_worktree(repository):
            facts, borrowed = self._registry.facts(repository, trusted=True), True
            refreshed = identify(facts)
            binding = refreshed if agreed or (refreshed == Unbound() and not belongs_elsewhere(repository)) else binding
        if isinstance(binding, Borrowed | Unusable):
            project_id = self._registry.known_here(repository) if isinstance(binding, Unusable) else ""
            raise not_opened_error(binding, repository, 0, project_id)
        return facts, binding, borrowed

    def _bind(self, repository: Repository, id: str) -> Project:
        """Bind by a new secret to project `id`, or a new one where it is empty: file aside, row, file."""
        roots = root_commits(self._registry.git(repository), repository)
        folder, now, project = folder_of(repository.common_dir), iso(self._registry.clock()), id or uuid4().hex
        prepared = prepare(repository.common_dir, home_id(self._home), project)

        def write(connection: Connection) -> None:
            if not id:
                name = repository.name or "repository"
                connection.execute(Q.add_project, {"id": project, "name": name, "at": now})
            rows.bind_clone(
                connection=connection,
                home=self._home,
                id=project,
                folder=folder,
                secret_sha256=prepared.secret_sha256,
                now=now,
            )
            rows.add_roots(connection, project, roots)
            rows.describe(connection, self._home, project)

        try:
            self._database.write(write)
            prepared.put()
        except BaseException:
            prepared.drop()
            raise
        return self._registry.by_id(project)

    def _pair(self, repository: Repository, project: Project) -> None:
        """Record that a worktree reaches its common directory by a file or link of its own."""
        pair = {"common_dir": str(repository.common_dir), "worktree": str(repository.worktree)}

        def remember(connection: Connection) -> None:
            connection.execute(Q.pair, pair)
            rows.describe(connection, self._home, project.id)

        self._database.write(remember)

    def _left(self, repository: Repository) -> str:
        """The project that `uninstall` left in this very folder, if its history continues; otherwise empty."""
        left = self._registry.departure(repository)
        if left is None or left.folder != folder_of(repository.common_dir):
            return ""
        return left.id if history_continues(self._registry.git(repository), left.head) else ""
