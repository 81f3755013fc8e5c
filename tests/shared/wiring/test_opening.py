"""What is at a path is found by looks alone only where a new program finds the same."""

import itertools
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import ScrubjayError
from scrubjay.git.discovery import RepositoryCache
from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.model.clock import system_clock
from scrubjay.storage.database import Database
from scrubjay.storage.files import Looks
from scrubjay.wiring.opening import KnownPlaces
from tests.conftest import Repo
from tests.shared.git.test_worktree import COMMANDS, TICK_NS, outside, toggle

pytestmark = pytest.mark.story

WORKTREES = tuple(command for command in COMMANDS if "worktree" in command or "docs" in command)


def kept(file: Path, there: bool) -> None:
    """Take a file away to beside its folder, or bring it back."""
    aside = file.parent.with_name(f"{file.name}.aside")
    with suppress(OSError):
        (aside.rename(file)) if there else file.rename(aside)


class World:
    """A home, a clone with a project in it, and the places that a server knows."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.top, self.home = folder, folder / "top", folder / "home"
        shutil.copytree(environment["HOME"], folder / "account")
        environment = environment | {"HOME": str(folder / "account")}
        self.environment = GitEnvironment.of(environment)
        self.repo = Repo(self.top, environment)
        self.top.mkdir()
        self.repo.git("init", "-q")
        self.repo.write(".git/info/exclude", "/docs/kept\n")
        self.repo.write("docs/kept", "a folder that no checkout deletes")
        for number in range(2):
            self.repo.commit(f"{number}", {"docs/a.md": f"{number}"})
        self.database = Database(self.home / "home.db", "home")
        self.registry = ProjectRegistry(self.database, self.home, self.environment, system_clock)
        self.binder = ProjectBinder(self.registry)
        self.project = self.binder.bind(open_repository(self.top, self.environment)).id
        self.places = KnownPlaces(RepositoryCache(self.environment), self.registry)
        self.other = Database(self.home / "home.db", "home")

    def close(self) -> None:
        self.database.close()
        self.other.close()

    def held(self, path: Path) -> object:
        return said(lambda: self.places.at(path, Looks(racy_ns=TICK_NS)))

    def fresh(self, path: Path) -> object:
        registry = ProjectRegistry(self.other, self.home, self.environment, system_clock)
        return said(lambda: KnownPlaces(RepositoryCache(self.environment), registry).at(path, Looks()))

    def changes(self) -> dict[str, Callable[[], object]]:
        """What people and other programs do."""
        binding = self.top / ".git" / "scrubjay" / (self.home / "id").read_text().strip()
        settings, moved = self.top / ".agent" / "config.yaml", self.folder / "elsewhere"
        return {
            **outside(self.folder),
            "settings": lambda: (settings.parent.mkdir(exist_ok=True), toggle(settings, "retrieval: {}\n")),
            "no settings": lambda: shutil.rmtree(settings.parent, ignore_errors=True),
            "unbound": lambda: kept(binding, there=False),
            "bound": lambda: kept(binding, there=True),
            "another secret": lambda: binding.is_file() and binding.write_text(binding.read_text()[::-1]),
            "another id": lambda: (self.home / "id").write_text(f"{'0' * 32}\n"),
            "the id": lambda: (self.home / "id").write_text(f"{binding.name}\n"),
            "forgotten": lambda: self.database.write(lambda c: c.execute("DELETE FROM project_clone")),
            "bound anew": self.bind,
            "moved": lambda: self.top.exists() and not moved.exists() and self.top.rename(moved),
            "back": lambda: moved.exists() and not self.top.exists() and moved.rename(self.top),
            "a link to it": lambda: moved.exists() and not self.top.exists() and self.top.symlink_to(moved),
            "no link": lambda: self.top.is_symlink() and self.top.unlink(),
        }

    def bind(self) -> None:
        with suppress(ScrubjayError, OSError):
            self.binder.bind(open_repository(self.top, self.environment))


def said(find: Callable[[], object]) -> object:
    try:
        found = find()
    except ScrubjayError as error:
        return str(error)
    return found.repository, found.project, found.text  # type: ignore[attr-defined]


def story(folder: Path, environment: dict[str, str], steps: Sequence[str]) -> int:
    """How often a place was believed."""
    world, believed = World(folder, environment), 0
    changes = world.changes()
    paths = (world.top, world.top / "docs", world.top / "docs" / "a.md", folder / "beside", folder / "elsewhere")
    for step in itertools.chain([""], steps):
        if step in changes:
            changes[step]()
        elif step and world.top.exists():
            world.repo.git(*step.split(), check=False)
        for time in range(2):
            for path in paths:
                held = world.held(path)
                assert held == world.fresh(path), (step, path, time)
        for path in paths:
            with suppress(ScrubjayError):
                place = world.places.at(path, Looks(racy_ns=TICK_NS))
                believed += place is world.places.at(path, Looks(racy_ns=TICK_NS))
    world.close()
    return believed


NAMES = (*WORKTREES, "commit -q --allow-empty -m more", "branch -m main trunk")


def test_each_change_in_turn_is_seen(tmp_path: Path, environment: dict[str, str]) -> None:
    steps = [*NAMES, "settings", "settings", "no settings", "unbound", "bound", "another secret", "another secret"]
    steps += ["another id", "the id", "forgotten", "bound anew", "moved", "a link to it", "no link", "back"]
    assert story(tmp_path, environment, [*steps, *(name for name in outside(tmp_path) for _ in range(2))]) > len(steps)


def test_after_any_changes_it_is_what_a_new_program_finds(environment: dict[str, str]) -> None:
    names = ("settings", "unbound", "bound", "another id", "the id", "forgotten", "bound anew", "moved", "back")
    every = (*NAMES, *outside(Path()), *names, "no settings", "another secret", "a link to it", "no link")

    @settings(max_examples=4)
    @given(st.lists(st.sampled_from(every), min_size=6, max_size=10))
    def run(steps: list[str]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            story(Path(folder), environment, steps)

    run()
