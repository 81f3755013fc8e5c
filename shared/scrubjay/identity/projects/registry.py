"""Registry of a home's projects, and lookup of the project that a repository opens."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from scrubjay.errors import DiskFailed, NotFound, ScrubjayError, StorageBusy, StorageForbidden
from scrubjay.git.head import head
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.binding import collect_facts, folder_of, read, recorded_folder, still_exists
from scrubjay.identity.projects.description import NAME
from scrubjay.identity.projects.file import home_id
from scrubjay.identity.projects.hints import MAX_CLONES, ProjectHint, matching_projects, remotes
from scrubjay.identity.projects.identity import BoundFile, CloneFacts, Copy, Opens, Unknown, Unusable, identify
from scrubjay.identity.projects.refusals import not_opened_error
from scrubjay.identity.projects.roots import existing_commits, new_roots
from scrubjay.model.clock import Clock, iso
from scrubjay.model.hints import too_short_hint
from scrubjay.model.project import Project
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load
from scrubjay.storage.filesystem import file_lock

Q = load(__package__)

LOCK = "projects.lock"
"""Held while a clone is bound, so that two concurrent calls bind it to the same project, while it is left, and while
something is written into a worktree of it: what `uninstall` takes back, no worker puts there again."""


class ProjectRegistry:
    """The projects of a home. Writes nothing into a clone; the binder does."""

    def __init__(self, database: Database, home: Path, environment: GitEnvironment, clock: Clock) -> None:
        self.database = database
        self.home = home
        self.environment = environment
        self.clock = clock

    def find(self, repository: Repository, requested: str = "", facts: CloneFacts | None = None) -> Project:
        """The project that a repository opens; a moved clone's new folder is recorded.

        Raises NotInitialised or one of its kinds, with what to do, and BindingUnusable. `requested` is an id in the
        repository's files: it opens nothing and is only a hint which project fits. `facts` are those of now.
        """
        facts = facts or self.facts(repository)
        match identify(facts):
            case Opens(id, moved):
                return self.record_folder(facts, id) if moved else self.by_id(id)
            case Unusable() as unusable:
                raise not_opened_error(unusable, repository, 0, self.known_here(repository))
            case refused:
                fits = len(self.matching(repository, requested, thorough=False))
                lost = isinstance(refused, Unknown) and (self.home / "projects" / refused.project / NAME).is_file()
                raise not_opened_error(refused, repository, fits, described=lost)

    @contextmanager
    def while_bound(self, worktree: Path, id: str) -> Iterator[bool]:
        """Whether a worktree opens the project; its clone is not left within the block."""
        with file_lock(self.home / LOCK, wait=True):
            try:
                is_bound = self.find(open_repository(worktree, self.environment)).id == id
            except ScrubjayError:
                is_bound = False
            yield is_bound

    def facts(self, repository: Repository, *, trusted: bool = False) -> CloneFacts:
        """The facts for a repository's identity; `trusted` takes its common directory for its own."""
        return collect_facts(self.git(repository), repository, home_id(self.home), self.database, trusted=trusted)

    def find_again(self, facts: CloneFacts) -> Project | None:
        """The project of a clone whose files are as they were; None where the home's record of it is another."""
        binding = facts.binding
        if not isinstance(binding, BoundFile) or recorded_folder(self.database, binding) != facts.folder:
            return None
        return self.by_id(binding.project)

    def record_folder(self, facts: CloneFacts, id: str) -> Project:
        """Record the clone's new folder, unless the recorded path still leads to the same folder."""
        binding, now = facts.binding, iso(self.clock())
        if isinstance(binding, BoundFile) and not (facts.clone and still_exists(facts.clone)):
            try:
                self.database.write(
                    lambda c: rows.move_clone(c, self.home, id, facts.folder, binding.secret_sha256, now)
                )
            except (StorageForbidden, StorageBusy, DiskFailed):
                pass  # the home is read-only: the next process that can write records it
        return self.by_id(id)

    def move(self, repository: Repository) -> Project:
        """Record a clone's new folder, even if its history is unrelated to the recorded one.

        Raises CopiedBinding where the recorded folder still has the binding.
        """
        facts = self.facts(repository)
        match identify(facts):
            case Copy(id, _, still_there) if not still_there:
                return self.record_folder(facts, id)
            case _:
                return self.find(repository)

    def record_roots(self, repository: Repository, project: Project) -> None:
        """Record the root commits that HEAD's history gained since the last call.

        An amended first commit, an orphan branch or `rebase --root` replaces the root that a project was known by,
        and git forgets the old one some weeks later. Walks only what is new. Raises GitFailed.
        """
        git = self.git(repository)
        commit = head(git).commit
        params = {"common_dir": str(repository.common_dir), "id": project.id, "commit": commit}
        row = self.database.read(lambda c: c.execute(Q.followed, params).fetchone())
        if row is None or not commit or row["followed"] == commit or repository.shallow:
            return  # a shallow clone's oldest commits are no roots
        roots = new_roots(git, commit, row["followed"])

        def remember(connection: Connection) -> None:
            rows.add_roots(connection, project.id, roots)
            connection.execute(Q.follow_clone, params)
            if not roots <= project.roots:
                rows.describe(connection, self.home, project.id)

        self.database.write(remember)

    def matching(
        self, repository: Repository, requested: str = "", *, thorough: bool = True
    ) -> tuple[ProjectHint, ...]:
        """The projects that a repository might join; `thorough` also compares the remotes of all clones."""
        git, identity = self.git(repository), identify(self.facts(repository))
        own_id = identity.project if isinstance(identity, Opens) else ""
        projects = tuple(project for project in self.list() if project.id != own_id)
        binding, left = read(repository.common_dir, home_id(self.home)), self.departure(repository)
        clone_remotes: dict[str, frozenset[str]] = {}
        if thorough:
            clones = [(project.id, clone) for project in projects for clone in self.clones(project)][:MAX_CLONES]
            for id, clone in clones:
                clone_remotes[id] = clone_remotes.get(id, frozenset()) | remotes(clone)
        known_roots = frozenset(oid for project in projects for oid in project.roots)
        return matching_projects(
            projects,
            roots=existing_commits(git, known_roots),
            named=frozenset({requested, binding.project if isinstance(binding, BoundFile) else ""}),
            left=left.id if left else "",
            addresses=remotes(git) if thorough else frozenset(),
            clone_remotes=clone_remotes,
        )

    def known_here(self, repository: Repository) -> str:
        """The project that this home bound in a repository's folder, whatever is there now; empty without one."""
        params = asdict(folder_of(repository.common_dir))
        row = self.database.read(lambda c: c.execute(Q.clone_here, params).fetchone())
        return str(row["project_id"]) if row else ""

    def departure(self, repository: Repository) -> rows.DepartedClone | None:
        """What `uninstall` left at a repository's path."""
        return self.database.read(lambda c: rows.departed_clone(c, str(repository.common_dir)))

    def unopened(self) -> tuple[Project, ...]:
        """Projects that no clone at its recorded path opens; doctor suggests to join a clone to them."""
        id = home_id(self.home)

        def rows_of(connection: Connection) -> dict[str, list[tuple[Path, str]]]:
            return {
                row["id"]: [(Path(c["common_dir"]), c["secret_sha256"]) for c in connection.execute(Q.clones, row)]
                for row in ({"id": row["id"]} for row in connection.execute(Q.projects).fetchall())
            }

        def opens(project: str, folder: Path, secret: str) -> bool:
            return read(folder, id) == BoundFile(project, secret) if secret else folder.is_dir()

        folders = self.database.read(rows_of)
        return tuple(
            project for project in self.list() if not any(opens(project.id, *clone) for clone in folders[project.id])
        )

    def unreadable(self) -> dict[str, str]:
        """The untrusted file, and why, of each project whose clones exist but stay closed."""
        id = home_id(self.home)
        bindings = ((project.id, read(clone, id)) for project in self.unopened() for clone in project.clones)
        return {
            project: f"{unusable.path} {unusable.why}"
            for project, unusable in bindings
            if isinstance(unusable, Unusable)
        }

    def list(self) -> tuple[Project, ...]:
        """Every project, oldest first."""
        return self.database.read(
            lambda c: tuple(_project(c, self.home, row["id"]) for row in c.execute(Q.projects).fetchall())
        )

    def by_id(self, id: str) -> Project:
        """A project that the home has, by its whole id."""
        return self.database.read(lambda c: c.once(("project", id), lambda: _project(c, self.home, id)))

    def resolve(self, id: str) -> Project:
        """A project by its id or an unambiguous prefix of at least eight digits. Raises NotFound."""
        short = too_short_hint(id)
        matching = [project for project in self.list() if not short and project.id.startswith(id.lower())]
        if len(matching) != 1:
            problem = "Several projects begin" if matching else "No project begins"
            raise NotFound(f"{problem} with {id[:40]!r}{short}. `scrubjay project list` shows them.")
        return matching[0]

    def clones(self, project: Project) -> Iterable[Git]:
        """git in each existing clone of a project."""
        return tuple(Git(clone, self.environment) for clone in project.clones if clone.is_dir())

    def git(self, repository: Repository) -> Git:
        """git in a worktree."""
        return Git(repository.worktree, self.environment)


def _project(connection: Connection, home: Path, id: str) -> Project:
    """One project that the home has."""
    row = connection.execute(Q.find_project, {"id": id}).fetchone()
    roots, clones = frozenset(json.loads(row["roots"])), tuple(map(Path, json.loads(row["clones"])))
    return Project(id, row["name"], home / "projects" / id, row["created_at"], roots, clones)
