"""The database of discussions lives as the project's others do: examined, mended, backed up, embedded, forgotten."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrubjay.app import App, Workspace
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.view import View
from scrubjay.operations.backup import create, restore, unpack
from scrubjay.operations.doctor.databases import files
from scrubjay.operations.doctor.repair import mend_home
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, comment, head, part

Put = Callable[..., Any]
ONE = DiscussionRef(REPOSITORY, 1)


def found(at: Workspace, word: str) -> int:
    sql = "SELECT count(*) FROM passage_fts WHERE passage_fts MATCH ?"
    return int(at.forge_database.read(lambda c: c.execute(sql, (word,)).fetchone()[0]))


def test_doctor_examines_it_only_where_it_is(app: App, at: Workspace, put: Put) -> None:
    names = [path.name for path, _ in files(app.settings.home, at.project.folder)]
    assert names.count("forge.db") == 1
    at.forge_database.remove()
    assert "forge.db" not in [path.name for path, _ in files(app.settings.home, at.project.folder)]


def test_a_repair_keeps_every_text_and_makes_the_index_anew(app: App, at: Workspace, put: Put, clock: Any) -> None:
    put(head(), part(), comment(text="Look at the lever."))
    folder, home = at.project.folder, app.settings.home
    at.forge_database.write(lambda c: c.execute("DROP TABLE passage"))
    app.close()
    lines = list(mend_home(home, clock()))
    assert any("forge.db was damaged" in line for line in lines)
    again = app.workspace(at.repository.worktree)
    assert again.project.folder == folder
    assert [one.text for one in ForgeServices.of(again).discussion_store.parts(ONE)] == [
        "The belt runs twice.",
        "Look at the lever.",
    ]
    assert found(again, "lever") == 0
    assert ForgeServices.of(again).discussion_store.catch_up() == 2
    assert found(again, "lever") == 1


def test_a_backup_has_it_and_gives_it_back(app: App, at: Workspace, put: Put, tmp_path: Path, clock: Any) -> None:
    put(head(), part())
    home = app.settings.home
    app.close()
    manifest = create(home, tmp_path / "backup.tar.gz", clock())
    assert [Path(entry.path).name for entry in manifest.files].count("forge.db") == 1
    other = tmp_path / "other"
    staging, listed = unpack(tmp_path / "backup.tar.gz", other)
    restore(staging, listed, other, clock())
    assert len(list(other.glob("projects/*/forge.db"))) == 1


def test_its_passages_get_vectors_and_are_found_by_them(at: Workspace, put: Put) -> None:
    put(head(), part(text="The conveyor stalls."))
    assert at.embedder is not None
    assert at.forge_database in at.databases
    done = embed_pending(at.forge_database, at.embedder, stop=lambda: False)
    assert (done.computed, done.missing) == (1, 0)
    index = VectorIndex(at.embedder.fingerprint)
    assert at.forge_database.read(index.progress) == (1, 1)


def test_where_there_is_none_nothing_is_made(app: App, at: Workspace) -> None:
    view: View = at.documents.view()
    list(at.index_sources.ingest(view))
    assert [database.path.name for database in at.databases] == ["knowledge.db", "session.db"]
    assert not list(app.settings.home.rglob("forge.db*"))


def test_a_file_that_another_process_took_away_is_gone_here(app: App, at: Workspace, put: Put) -> None:
    put(head(), part())
    for file in at.project.folder.glob("forge.db*"):
        file.unlink()
    again = app.workspace(at.repository.worktree)
    assert ForgeServices.of(again).discussion_store.head(ONE) is None
    assert not ForgeServices.of(again).discussions.exists()
