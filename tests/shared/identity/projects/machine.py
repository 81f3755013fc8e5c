"""A world of clones and homes: what really opens where, beside a model of what its owners chose."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from scrubjay.errors import NotInitialised, RepositoryError, ScrubjayError
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.file import opened_project, owns_common_dir
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.model.clock import system_clock
from scrubjay.storage.database import Database
from tests.conftest import Repo

MOST_PLACES = 7


@dataclass(slots=True, eq=False)
class Choice:
    """An owner put a clone into a project: `at` is where it lies. A copy carries it, and has it when that is gone."""

    project: str
    at: Path


@dataclass(slots=True, eq=False)
class Place:
    """A working tree. `strange`: somebody else made its way to a repository; `agreed`: homes whose owner did."""

    repo: Repo
    strange: bool = False
    agreed: set[int] = field(default_factory=set)


class World:
    """Two homes and some places; `choices` says what each common directory carries, by home."""

    def __init__(self, top: Path, environment: dict[str, str]) -> None:
        self._top = top
        self._environment = environment
        self._git = GitEnvironment.of(environment)
        self._databases = [Database(top / f"home{number}" / "home.db", "home") for number in range(2)]
        self.binders = [
            ProjectBinder(ProjectRegistry(database, database.path.parent, self._git, system_clock))
            for database in self._databases
        ]
        self.places: list[Place] = []
        self.choices: dict[Path, dict[int, Choice]] = {}
        self.left: dict[tuple[Path, int], str] = {}
        self.projects: list[set[str]] = [set(), set()]
        self._number = 0
        first = self.add(self.path())
        first.repo.path.mkdir()
        first.repo.git("init", "-q")

    def close(self) -> None:
        for database in self._databases:
            database.close()

    def path(self) -> Path:
        self._number += 1
        return self._top / f"place{self._number}"

    def repo(self, path: Path) -> Repo:
        return Repo(path, self._environment)

    def add(self, path: Path, *, strange: bool = False) -> Place:
        place = Place(self.repo(path), strange)
        self.places.append(place)
        return place

    def opened(self, place: Place) -> Repository | None:
        """The repository of a place; None where git finds none that can be used."""
        try:
            return open_repository(place.repo.path, self._git)
        except RepositoryError:
            return None

    def own(self, repository: Repository) -> bool:
        """Whether git says that the common directory is the place's own."""
        return owns_common_dir(Git(repository.worktree, self._git), repository)

    def seen(self, place: Place, home: int) -> str:
        """The project that a place opens; empty where it opens none."""
        repository = self.opened(place)
        if repository is None:
            return ""
        registry = self.binders[home]._registry
        hook = opened_project(Git(repository.worktree, self._git), repository, registry.home, registry.database)
        try:
            found = registry.find(repository).id
        except NotInitialised:
            found = ""
        assert hook == found, "hooks open what servers open"
        return found

    def may_see(self, place: Place, home: int) -> str:
        """The project that the model allows a place; empty where none. The first that sees has what was copied."""
        repository = self.opened(place)
        if repository is None or (place.strange and home not in place.agreed):
            return ""
        choice = self.choices.get(repository.common_dir, {}).get(home)
        if choice is None:
            return ""
        if choice.at != repository.common_dir and self.choices.get(choice.at, {}).get(home) is choice:
            return ""  # the place of before still has it
        return choice.project

    def take(self, place: Place, home: int) -> None:
        """What was copied was opened here: from now on this is where it lies."""
        repository = self.opened(place)
        if repository is not None:
            self.choices[repository.common_dir][home].at = repository.common_dir

    def init(self, place: Place, home: int) -> None:
        """`init --yes`: opens what is open, gives back what was left here, or begins anew; never anything else."""
        repository, before = self.opened(place), self.seen(place, home)
        if repository is None:
            return
        try:
            id = self.binders[home].bind(repository).id
        except ScrubjayError:
            return
        assert not place.strange or before, "a stranger's way was bound without a person"
        known = self.projects[home]
        assert id == before or id not in known or self.left.get((repository.common_dir, home)) == id, "joined unasked"
        self._chosen(place, repository, home, id, before)

    def join(self, place: Place, home: int, id: str) -> bool:
        """`project join ID` by a person; False where git's own link is broken, which git has to repair."""
        repository, before = self.opened(place), self.seen(place, home)
        if repository is None:
            return False
        try:
            self.binders[home].join(repository, id, anyway=True)
        except ScrubjayError:
            assert not self.own(repository), "a person was refused"
            return False
        place.agreed.add(home)
        self._chosen(place, repository, home, id, "" if before != id else before)
        return True

    def uninstall(self, place: Place, home: int) -> None:
        repository, id = self.opened(place), self.seen(place, home)
        if repository and id:
            self.binders[home].release(repository, self.binders[home]._registry.find(repository))
            self.choices.get(repository.common_dir, {}).pop(home, None)
            self.left[repository.common_dir, home] = id

    def _chosen(self, place: Place, repository: Repository, home: int, id: str, before: str) -> None:
        self.projects[home].add(id)
        if id != before:
            self.choices.setdefault(repository.common_dir, {})[home] = Choice(id, repository.common_dir)

    def unreachable(self, home: int) -> set[str]:
        """Projects that neither a place opens nor `doctor` names."""
        registry = self.binders[home]._registry
        named = {project.id for project in registry.unopened()}
        return {project.id for project in registry.list()} - named - {self.seen(one, home) for one in self.places}

    def copy(self, place: Place) -> None:
        """cp -r of a main working tree: the copy carries what was chosen, and may not use it yet."""
        if (place.repo.path / ".git").is_dir() and not place.strange:
            target = self.path()
            shutil.copytree(place.repo.path, target, symlinks=True)
            self._carried(place.repo.path, target, keep=True)
            self.add(target)

    def move(self, place: Place, *, by_copy: bool) -> None:
        """mv, on one disk or from one to another."""
        target = self.path()
        if by_copy:
            shutil.copytree(place.repo.path, target, symlinks=True)
            shutil.rmtree(place.repo.path)
        else:
            place.repo.path.rename(target)
        self._carried(place.repo.path, target, keep=False)
        place.repo.path = target

    def _carried(self, old: Path, new: Path, *, keep: bool) -> None:
        for common, held in list(self.choices.items()):
            if common.is_relative_to(old):
                self.choices[new / common.relative_to(old)] = dict(held)
                if not keep:
                    del self.choices[common]
