"""On a disk that takes no writes, what is known is still told, and a write says that it failed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from scrubjay.errors import StorageForbidden
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.clock import Clock
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.branches import lineage
from scrubjay.session.tasks.task import Note, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.conftest import Repo

T = TypeVar("T")


class Full(Database):
    """A database on a full disk."""

    def write(self, work: Callable[[Connection], T]) -> T:
        raise StorageForbidden


@pytest.fixture
def file(repo: Repo, tmp_path: Path, clock: Clock) -> Path:
    """A session.db that knows the working set of main."""
    path = tmp_path / "home" / "session.db"
    head = repo.commit("one", {"a.txt": "1\n"})
    with Database(path, "session") as database:
        Tasks(database, clock).set("main", head, TaskChange("Ship it"))
    return path


@pytest.fixture
def full(file: Path) -> Iterator[Full]:
    with Full(file, "session") as database:
        yield database


def test_a_working_set_is_read_and_a_note_is_refused(full: Full, repo: Repo, clock: Clock) -> None:
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    tasks = Tasks(full, clock, lineages=lambda branch, head: lineage(git, branch, head))
    head = repo.git("rev-parse", "HEAD")
    tasks.look("main", head, "s1")
    found = tasks.get("main", head)
    assert found is not None
    assert found.task == "Ship it"
    repo.git("switch", "-q", "-c", "feature")
    assert tasks.get("feature", head) is None
    with pytest.raises(StorageForbidden):
        tasks.note("main", head, Note("Done."))


def test_a_sweep_leaves_for_later_what_it_can_not_write(full: Full, file: Path, repo: Repo, clock: Clock) -> None:
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    repo.git("switch", "-q", "-c", "feature")
    with Database(file, "session") as database:
        Tasks(database, clock).set("feature", repo.git("rev-parse", "HEAD"), TaskChange("Ship it"))
    repo.commit("two", {"a.txt": "2\n"})
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "feature")
    assert TaskArchive(full, git, clock).sweep() == ()
    with Database(file, "session") as database:
        assert [one.task.branch for one in TaskArchive(database, git, clock).sweep()] == ["feature"]
