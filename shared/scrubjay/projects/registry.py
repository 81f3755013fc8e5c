"""Which projects does this home know? Binding, joining, moving and forgetting them."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from scrubjay.errors import NotFound, NotInitialised, ProjectConflict
from scrubjay.git.head import head
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository
from scrubjay.model.clock import Clock, iso
from scrubjay.model.project import Project
from scrubjay.projects.binding import bind, check_config, claim, new_roots, unbind
from scrubjay.projects.identity import Bound, Claim, Identity, Joins, Known, Stranger, identify
from scrubjay.projects.known import bound_id
from scrubjay.storage import Connection, Database, load

Q = load(__package__)


class ProjectRegistry:
    """The projects of a home."""

    def __init__(self, database: Database, home: Path, environment: GitEnvironment, clock: Clock) -> None:
        self._database = database
        self._home = home
        self._environment = environment
        self._clock = clock

    def find(self, repository: Repository, requested: str = "") -> Project:
        """The project of a repository. Raises NotInitialised, with the reason when an id it carries doesn't count.

        A clone that shares a root commit with the project it carries or asks for is remembered as one of its clones.
        """
        git = self._git(repository)
        mine = self._claim(git, repository, requested)
        match self._identify(mine):
            case Bound(project) | Joins(project):
                return self._see(git, project, mine)
            case Stranger(refused):
                raise NotInitialised(
                    "scrubjay is not set up in this repository. Run `scrubjay init` in it."
                    + (f" ({refused})" if refused else "")
                )

    def bind(self, repository: Repository, requested: str = "") -> Project:
        """The project of a repository; a new one where it belongs to none. Writes the clone's local git config.

        A new one takes the id that the team committed, if this home has none of that id: later clones then join it.
        """
        git = self._git(repository)
        mine = self._claim(git, repository, requested)
        match self._identify(mine):
            case Bound(project) | Joins(project):
                return self._see(git, project, mine)
            case Stranger(refused):
                check_config(repository.common_dir)
                fresh = self._free_id(mine, refused) or uuid4().hex
                name = repository.worktree.name or "repository"
                at = iso(self._clock())
                self._database.write(lambda c: c.execute(Q.add_project, {"id": fresh, "name": name, "at": at}))
                return self._see(git, fresh, mine)

    def follow(self, repository: Repository, project: Project) -> None:
        """Remember the root commits that HEAD's history has got since the last call.

        An amended first commit, an orphan branch or `rebase --root` replaces the root that a project was known by,
        and git forgets the old one some weeks later. Walks only what is new. Raises GitFailed.
        """
        git = self._git(repository)
        commit = head(git).commit
        where = {"common_dir": str(repository.common_dir), "id": project.id, "commit": commit}
        row = self._database.read(lambda c: c.execute(Q.followed, where).fetchone())
        if row is None or not commit or row["followed"] == commit or repository.shallow:
            return  # a shallow clone's oldest commits are no roots
        roots = new_roots(git, commit, row["followed"])

        def remember(connection: Connection) -> None:
            connection.executemany(Q.add_root, [{"id": project.id, "oid": oid} for oid in sorted(roots)])
            connection.execute(Q.follow_clone, where)

        self._database.write(remember)

    def refusal(self, repository: Repository, requested: str = "") -> str:
        """Why an id that the repository carries doesn't count; empty when nothing is refused."""
        match self._identify(self._claim(self._git(repository), repository, requested)):
            case Stranger(refused):
                return refused
            case _:
                return ""

    def prospect(self, repository: Repository, requested: str = "") -> str:
        """The id that `bind` would give; empty where it would draw a new one. Writes nothing."""
        mine = self._claim(self._git(repository), repository, requested)
        match self._identify(mine):
            case Bound(project) | Joins(project):
                return project
            case Stranger(refused):
                return self._free_id(mine, refused)

    def list(self) -> tuple[Project, ...]:
        """Every project, oldest first."""
        return self._database.read(
            lambda c: tuple(self._project(c, row["id"]) for row in c.execute(Q.projects).fetchall())
        )

    def show(self, id: str) -> Project:
        """One project by its id or an unambiguous beginning of it. Raises NotFound."""
        matching = [project for project in self.list() if id and project.id.startswith(id.lower())]
        if len(matching) != 1:
            what = "Several projects begin" if matching else "No project begins"
            raise NotFound(f"{what} with {id[:40]!r}. `scrubjay project list` shows them.")
        return matching[0]

    def join(self, repository: Repository, id: str, *, confirmed: bool = False) -> Project:
        """Bind a clone to another clone's project.

        Raises ProjectConflict unless they share a root commit; a shallow clone can't show its root, so it joins
        only when the user has confirmed.
        """
        project = self.show(id)
        git = self._git(repository)
        mine = claim(git, repository)
        shares = bool(mine.roots & project.roots)
        if not shares and not (repository.shallow and confirmed):
            hint = " In a shallow clone, confirm with --yes." if repository.shallow else ""
            raise ProjectConflict(
                f"{repository.worktree} shares no root commit with project {project.name} ({project.id[:8]}), "
                f"so its memory stays closed.{hint}"
            )
        return self._see(git, project.id, mine)

    def move(self, repository: Repository) -> Project:
        """Record where a clone lies now, and drop locations of the project that are gone."""
        project = self.find(repository)
        gone = [clone for clone in project.clones if not clone.is_dir()]
        self._database.write(lambda c: c.executemany(Q.forget_clone, [{"common_dir": str(clone)} for clone in gone]))
        return self.show(project.id)

    def forget(self, id: str) -> Project:
        """Delete a project: its folder, its rows, and the binding in the clones that still exist."""
        project = self.show(id)
        for git in self.clones(project):
            if bound_id(git) == project.id:
                unbind(git)
        self._database.write(lambda c: c.execute(Q.forget_project, {"id": project.id}))
        shutil.rmtree(project.folder, ignore_errors=True)
        return project

    def release(self, repository: Repository) -> None:
        """Take the binding out of one clone; the project and its memory stay in the home."""
        unbind(self._git(repository))
        where = {"common_dir": str(repository.common_dir)}
        self._database.write(lambda c: c.execute(Q.forget_clone, where))

    def clones(self, project: Project) -> Iterable[Git]:
        """git in each clone of a project that still exists."""
        return tuple(Git(clone, self._environment) for clone in project.clones if clone.is_dir())

    def _git(self, repository: Repository) -> Git:
        return Git(repository.worktree, self._environment)

    def _claim(self, git: Git, repository: Repository, requested: str) -> Claim:
        bound = bound_id(git)
        known = self._known({bound})
        here = str(repository.common_dir)
        roots = frozenset(oid for project in known.values() if here in project.clones for oid in project.roots)
        return claim(git, repository, requested, bound=bound, known_roots=roots)

    def _free_id(self, mine: Claim, refused: str) -> str:
        """The id that a repository asks for, where nothing has it; a folder without its row is somebody's memory."""
        proven = mine.requested and mine.roots and not mine.shallow and not refused
        return mine.requested if proven and not (self._home / "projects" / mine.requested).exists() else ""

    def _identify(self, mine: Claim) -> Identity:
        return identify(mine, self._known({mine.bound, mine.requested}))

    def _known(self, ids: set[str]) -> dict[str, Known]:
        def find(connection: Connection) -> dict[str, Known]:
            return {
                id: Known(
                    frozenset(row["oid"] for row in connection.execute(Q.roots, {"id": id})),
                    frozenset(row["common_dir"] for row in connection.execute(Q.clones, {"id": id})),
                )
                for id in ids
                if connection.execute(Q.find_project, {"id": id}).fetchone()
            }

        return self._database.read(find)

    def _see(self, git: Git, id: str, mine: Claim) -> Project:
        if mine.bound != id:
            bind(git, Path(mine.common_dir), id)
        project = self._database.read(lambda c: self._project(c, id))
        if Path(mine.common_dir) in project.clones and mine.roots <= project.roots:
            return project
        at = iso(self._clock())

        def see(connection: Connection) -> Project:
            connection.execute(Q.see_clone, {"common_dir": mine.common_dir, "id": id, "at": at})
            connection.executemany(Q.add_root, [{"id": id, "oid": oid} for oid in sorted(mine.roots)])
            return self._project(connection, id)

        return self._database.write(see)

    def _project(self, connection: Connection, id: str) -> Project:
        row = connection.execute(Q.find_project, {"id": id}).fetchone()
        roots = frozenset(r["oid"] for r in connection.execute(Q.roots, {"id": id}))
        clones = tuple(Path(r["common_dir"]) for r in connection.execute(Q.clones, {"id": id}))
        return Project(id, row["name"], self._home / "projects" / id, row["created_at"], roots, clones)
