"""kill -9 during ingest, embed, review, backup, restore, migrate: what was acknowledged is there, every file is whole.

Three kills each; with `-m optin` two hundred.
"""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.backup import check
from scrubjay.storage import driver
from scrubjay.storage.damage import complaints
from scrubjay.storage.database import Database
from scrubjay.storage.migrate import migrate, migrations_up_to, oldest_version
from tests.behaviour import killed_work
from tests.behaviour.homes import contents, home_of, whole
from tests.conftest import Repo

TOP = Path(__file__).parents[2]
LONGEST_S = 0.6
"""Kills come within this time after the work has begun; a round of it takes less."""

FEW_AND_MANY = pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.optin)])


class Victim:
    """Starts one kind of work and kills it; gathers what it acknowledged."""

    def __init__(self, repo: Repo, place: Path) -> None:
        self._repo = repo
        self._place = place
        self.said: list[list[str]] = []

    def run(self, kind: str, chance: random.Random) -> int:
        """One life: returns the exit code, -9 when it was killed."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.behaviour.killed_work", kind, str(self._repo.path), str(self._place)],
            cwd=TOP, env=self._repo.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        first = process.stdout.readline()
        try:
            process.wait(timeout=chance.uniform(0, LONGEST_S))
        except subprocess.TimeoutExpired:
            process.kill()
        rest, error = process.communicate()
        assert first == "ready\n", error
        assert process.returncode in (0, -9), error
        self.said += [line.split() for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        return process.returncode


@pytest.fixture
def shop(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository with forty documents and a memory."""
    page = "# Page {0}\n\nParcel {0} is weighed twice.\n\n## More\n\nAnd it is labelled in bay {0}.\n"
    repo.commit("first", {f"docs/page{n}.md": page.format(n) for n in range(40)})
    for name, value in repo.environment.items():
        monkeypatch.setenv(name, value)
    with killed_work.opened() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        at.memories.remember(RememberRequest(content="Vans are white.", origin=Origin.PERSON, act=Act.TYPED))
    return repo


@FEW_AND_MANY
@pytest.mark.parametrize("kind", ["ingest", "embed", "review"])
def test_what_a_killed_program_acknowledged_is_there(shop: Repo, kind: str, kills: int, tmp_path: Path) -> None:
    victim, chance = Victim(shop, tmp_path / "none"), random.Random(kind)
    (file,) = home_of(shop).glob("projects/*/knowledge.db")
    before = contents(file)
    for _ in range(kills):
        assert victim.run(kind, chance) == -9
        there = contents(file)
        assert before.items() <= there.items()
        assert {id for word, id in victim.said if word == "wrote"} <= there.keys()
        assert all(there[id] == "active" for word, id in victim.said if word == "approved")
    whole(home_of(shop))
    with killed_work.opened() as app:
        at = app.workspace(shop.path)
        at.documents.ingest(at.documents.view(), cause="test")
        assert at.documents.verify(at.documents.view()).ok


@FEW_AND_MANY
def test_a_backup_is_whole_or_not_there(shop: Repo, kills: int, tmp_path: Path) -> None:
    place, chance = tmp_path / "kept" / "home.tar.gz", random.Random("backup")
    place.parent.mkdir()
    victim = Victim(shop, place)
    for _ in range(kills):
        victim.run("backup", chance)
        if place.exists():
            check(place, lambda done, total: None)
        assert place.exists() or not victim.said
    whole(home_of(shop))


@FEW_AND_MANY
def test_a_killed_restore_leaves_the_old_home_or_the_new_one(shop: Repo, kills: int, tmp_path: Path) -> None:
    place, chance, home = tmp_path / "home.tar.gz", random.Random("restore"), home_of(shop)
    from datetime import UTC, datetime

    from scrubjay.operations.backup import create

    create(home, place, datetime.now(UTC))
    victim = Victim(shop, place)
    for _ in range(kills):
        victim.run("restore", chance)
        homes = [folder for folder in (home, *home.parent.glob(f"{home.name}.before-restore-*")) if folder.is_dir()]
        held = [file for folder in homes for file in folder.glob("projects/*/knowledge.db")]
        assert any(contents(file) for file in held)
        if home.is_dir():
            whole(home)
        else:
            max(homes).rename(home)
        for aside in home.parent.glob(f"{home.name}.before-restore-*"):
            shutil.rmtree(aside)


@FEW_AND_MANY
def test_a_killed_upgrade_leaves_the_old_schema_or_the_new_one(repo: Repo, kills: int, tmp_path: Path) -> None:
    repo.commit("first")
    old, place, chance = tmp_path / "old.db", tmp_path / "home" / "knowledge.db", random.Random("migrate")
    raw = driver.connect(old)
    migrate(raw, "knowledge", old, migrations_up_to("knowledge", oldest_version("knowledge")))
    rows = [(f"docs/page{n}.md",) for n in range(2_000)]
    raw.execute("BEGIN")
    raw.executemany("INSERT INTO path (path) VALUES (?)", rows)
    raw.execute("COMMIT")
    raw.close()
    for _ in range(kills):
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir(mode=0o700)
        shutil.copyfile(old, place)
        Victim(repo, place).run("migrate", chance)
        with Database(place, "knowledge") as database:
            assert database.read(lambda c: c.execute("SELECT count(*) FROM path").fetchone()[0]) == len(rows)
        assert complaints(place, "knowledge") == ()
