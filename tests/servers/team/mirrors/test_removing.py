"""A repository removed: nothing of it is left in any table or file, also while it is being fetched."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from scrubjay.errors import StorageBusy
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.index.api import index_mirror
from scrubjay_team.mirrors import removing
from scrubjay_team.mirrors.mirror import held_mirror
from scrubjay_team.mirrors.removing import finish_removals, folder_of, remove_mirror
from scrubjay_team.mirrors.route import Route
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S
from tests.servers.team.makers import NOW, grant, make_member, make_project, make_token
from tests.servers.team.mirrors.conftest import ADDRESS, Mirrored, add
from tests.servers.team.mirrors.routes import PROGRAMS, stuck_route

TEXT = "ostrich"


def traces(mirrored: Mirrored, words: list[str]) -> list[str]:
    """Where one of some words stands: in any row of any table, in any file's name or bytes."""
    found = []
    with psycopg.connect(mirrored.databases.addresses.superuser) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('scrubjay', 'queue', 'public')"
        ).fetchall()
        assert len(tables) > 10
        for schema, table in tables:
            rows = sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(schema, table))
            for (row,) in connection.execute(rows):
                found += [f"{schema}.{table}: {word}" for word in words if word in row]
    for file in mirrored.data.rglob("*"):
        text = file.name.encode() + (file.read_bytes() if file.is_file() else b"")
        found += [f"{file}: {word}" for word in words if word.encode() in text]
    return found


def test_a_removed_repository_leaves_no_trace_but_its_id_in_the_audit(mirrored: Mirrored) -> None:
    databases, project = mirrored.databases, mirrored.project
    mirrored.origin.commit("second", {"bird.md": f"# Birds\n\nThe {TEXT} runs.\n"})
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET name = 'repository-x', address = %s", [ADDRESS])
    other = make_project(databases.owner, mirrored.team, "other")
    member = make_member(databases.owner, mirrored.team)
    grant(databases.owner, project, member)
    make_token(databases.owner, member, projects=[project, other])
    mirrored.refresher.fetch(project)
    folder = folder_of(mirrored.data, project)
    mirror = held_mirror(folder, "main", PROGRAMS)
    assert mirror is not None
    index_mirror(
        databases.worker, project, mirror.tree, mirror.tags, home=folder / "home", embedder=HashingEmbedder(),
        environment=mirrored.origin.environment,
    )  # fmt: skip
    words = [str(project), "repository-x", "git.example/acme", TEXT]
    places = {place.partition(":")[0] for place in traces(mirrored, words)}
    assert {"scrubjay.project", "scrubjay.mirror_source", "scrubjay.access_token", "scrubjay.content"} <= places
    assert "queue.procrastinate_jobs" in places
    remove_mirror(databases.owner, project, mirrored.data, NOW)
    assert {place.partition(":")[0] for place in traces(mirrored, words)} == {"scrubjay.audit_entry"}
    assert traces(mirrored, words[1:]) == []
    assert mirrored.rows("SELECT projects FROM access_token") == [{"projects": [other]}]


def test_a_repository_can_be_removed_while_it_is_fetched(mirrored: Mirrored) -> None:
    for number in range(30):
        mirrored.origin.commit("more", {f"{number}.md": f"{number}\n" * 2_000})
    began = threading.Event()

    @contextmanager
    def stuck(address: str, host_key: str, credential: str) -> Iterator[Route]:
        began.set()
        yield stuck_route(mirrored.origin.path)

    mirrored.open = stuck  # type: ignore[method-assign]
    fetching = threading.Thread(target=mirrored.refresher.fetch, args=(mirrored.project,), daemon=True)
    fetching.start()
    assert began.wait(PATIENCE_S)
    remove_mirror(mirrored.databases.owner, mirrored.project, mirrored.data, NOW)
    fetching.join(PATIENCE_S)
    assert not fetching.is_alive()
    mirrored.refresher.sweep()
    assert list((mirrored.data / "mirrors").iterdir()) == []


def test_a_folder_in_use_is_left_and_told(mirrored: Mirrored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removing, "REMOVAL_S", 0.0)
    mirrored.refresher.fetch(mirrored.project)
    folder = folder_of(mirrored.data, mirrored.project)
    with file_lock(folder / "lock"), pytest.raises(StorageBusy, match="in use by a fetch or an index"):
        remove_mirror(mirrored.databases.owner, mirrored.project, mirrored.data, NOW)
    mirrored.refresher.sweep()
    assert not folder.exists()


def test_a_removal_that_was_cut_short_is_finished(mirrored: Mirrored, tmp_path: Path) -> None:
    kept = make_project(mirrored.databases.owner, mirrored.team, "kept")
    add(mirrored.databases, kept, mirrored.data)
    with mirrored.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = now() WHERE id = %s", [mirrored.project])
    finish_removals(mirrored.databases.owner, mirrored.data, NOW)
    assert [row["id"] for row in mirrored.rows("SELECT id FROM project")] == [kept]
    assert [row["project"] for row in mirrored.rows("SELECT project FROM mirror")] == [kept]
