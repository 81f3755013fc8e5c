"""A home with damaged files is mended: the command ends, what SQLite could read is there, and nothing is deleted."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.doctor.repair import mend_home
from scrubjay.session.tasks.task import TaskChange
from scrubjay.settings.layers import load_settings
from scrubjay.storage import driver
from scrubjay.storage.damage import quarantined
from scrubjay.storage.failures import FAILURES
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CLAIMS = 120
SEEDS = (*range(16), *(pytest.param(seed, marks=pytest.mark.optin) for seed in range(16, 250)))


Home = tuple[Path, Repo, Callable[[], AbstractContextManager[App]]]


@pytest.fixture(scope="module")
def template(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with documents, memories and a task, kept in `template`; tests work on a copy at the path it knows."""
    folder = tmp_path_factory.mktemp("mend")
    environment = _environment | {"SCRUBJAY_HOME": str(folder / "home")}
    (folder / "repo").mkdir()
    repo = Repo(folder / "repo", environment)
    repo.git("init", "-q")
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})

    def opening() -> AbstractContextManager[App]:
        return open_app(
            load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
            clock=lambda: NOW, wake=lambda: None,
        )  # fmt: skip

    with opening() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        for number in range(CLAIMS):
            claim = f"Van {number} leaves bay {number * 7} at six."
            at.memories.remember(
                RememberRequest(content=claim, origin=Origin.PERSON, act=Act.TYPED, author=f"person {number % 3}")
            )
        at.tasks.set("main", repo.git("rev-parse", "HEAD"), TaskChange("Ship it"))
    (folder / "home").rename(folder / "template")
    return folder / "home", repo, opening


@pytest.fixture
def lived_in(template: Home) -> Iterator[Home]:
    """A fresh copy of the template."""
    home = template[0]
    shutil.copytree(home.with_name("template"), home)
    yield template
    shutil.rmtree(home)


def readable(file: Path) -> set[str]:
    """The contents of memories that plain SQLite reads of a copy of a file with its log, one by one."""
    probe = file.with_name("probe.db")
    found = set()
    for part in ("", "-wal"):
        if file.with_name(f"{file.name}{part}").exists():
            shutil.copyfile(file.with_name(f"{file.name}{part}"), probe.with_name(f"probe.db{part}"))
    try:
        connection = driver.connect(probe)
        try:
            for number in range(1, CLAIMS + 1):
                try:
                    row = connection.execute("SELECT content FROM memory WHERE number = ?", (number,)).fetchone()
                except FAILURES:
                    continue
                found |= {row[0]} if row and isinstance(row[0], str) and row[0] else set()
        finally:
            connection.close()
    finally:
        for part in ("", "-wal", "-shm"):
            probe.with_name(f"probe.db{part}").unlink(missing_ok=True)
    return found


def damaged(file: Path, chance: random.Random) -> str:
    """Flip bytes, cut the file off, or fill a page with something."""
    data = bytearray(file.read_bytes())
    how = chance.choice(("flip", "flip", "header", "cut", "page", "empty"))
    if how == "flip":
        for _ in range(chance.choice((1, 8, 40, 400))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif how == "header":
        for _ in range(4):
            data[chance.randrange(min(100, len(data)))] ^= 1 << chance.randrange(8)
    elif how == "cut":
        del data[chance.randrange(len(data)) :]
    elif how == "page":
        start = chance.randrange(len(data) // 4096 + 1) * 4096
        data[start : start + 4096] = chance.randbytes(len(data[start : start + 4096]))
    else:
        data.clear()
    file.write_bytes(data)
    return how


def works(repo: Repo, app: App) -> set[str]:
    """Use what was mended: search, list, remember, save, export; returns the contents of memories."""
    from scrubjay.search.recall.answer import RecallRequest

    at = app.workspace(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    assert at.documents.verify(at.documents.view()).ok
    at.memories.index_missing()
    assert any("weighed twice" in hit.text for hit in at.recall.search(RecallRequest(query="parcels weighed")).hits)
    at.memories.remember(RememberRequest(content="Everything was mended.", origin=Origin.PERSON, act=Act.TYPED))
    at.tasks.set("other", repo.git("rev-parse", "HEAD"), TaskChange("Go on"))
    at.tasks.get("main", repo.git("rev-parse", "HEAD"))
    assert at.memory_archive.export("project", "test")
    return at.knowledge_database.read(lambda c: {row[0] for row in c.execute("SELECT content FROM memory")})


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_damaged_the_home_works_again_with_what_could_be_read(seed: int, lived_in: Home) -> None:
    home, repo, opening = lived_in
    chance = random.Random(seed)
    files = [*home.glob("*.db"), *home.glob("projects/*/*.db")]
    for file in chance.sample(files, chance.choice((1, 1, 2, 3))):
        print(seed, file.name, damaged(file, chance))
    (knowledge,) = home.glob("projects/*/knowledge.db")
    expected = readable(knowledge)
    for line in mend_home(home, NOW):
        print(line)
    with opening() as app:
        found = works(repo, app)
    assert expected <= found
    assert list(mend_home(home, NOW)) == [], "a mended home has nothing more to mend"


def test_a_healthy_home_is_left_as_it_is(lived_in: Home) -> None:
    home = lived_in[0]
    before = {file: file.read_bytes() for file in home.rglob("*.db")}
    assert list(mend_home(home, NOW)) == []
    assert {file: file.read_bytes() for file in home.rglob("*.db")} == before
    assert quarantined(home) == ()
