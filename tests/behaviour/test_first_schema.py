"""A home of the first schema, as commit ada1cc4 wrote it, becomes one of today: nothing is lost, and a copy is kept."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from scrubjay.app import open_app
from scrubjay.git import GitEnvironment
from scrubjay.memories import MemoryStatus
from scrubjay.memories.rows import digest
from scrubjay.recall import RecallRequest
from scrubjay.recall.render import render
from scrubjay.settings import load_settings
from scrubjay.storage.copy import inspect
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import SchemaName, migrate, migrations_up_to, newest_version
from scrubjay.storage.upgrade import upgrade_copies
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

PAGE = "# Sorting\n\nParcels are sorted by weight.\n"
THEN = "2026-01-05T10:00:00Z"
LATER = "2026-01-06T10:00:00Z"
MEMORIES = (
    # id, content, source, supersedes, valid until, key
    ("a" * 32, "We sort parcels by size.", "manual", "", LATER, "k1"),
    ("b" * 32, "We sort parcels by weight.", "manual", "a" * 32, "", "k2"),
    ("c" * 32, "The sorter stands in Ghent.", "agent", "", "", None),
)
"""What a person typed counts, what an agent wrote waits: then nobody had checked either."""


def first(path: Path, schema: SchemaName) -> Connection:
    """An empty file of a schema's first step."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    raw = connect(path)
    raw.execute("PRAGMA journal_mode = WAL")
    migrate(raw, schema, path, migrations_up_to(schema, 1))
    return raw


def put(raw: Connection, table: str, row: dict[str, object]) -> None:
    """Write one row."""
    raw.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def old_home(home: Path, repo: Repo) -> str:
    """Write a home as the first schema had it: a project, a document, memories, a task; returns the project's id."""
    id, blob = "1" * 32, repo.git("rev-parse", "HEAD:docs/sorting.md")
    repo.git("config", "scrubjay.project", id)
    raw = first(home / "home.db", "home")
    raw.execute("INSERT INTO project VALUES (?, 'magpie', ?)", (id, THEN))
    raw.execute("INSERT INTO project_root VALUES (?, ?)", (id, repo.git("rev-parse", "HEAD")))
    raw.execute("INSERT INTO project_clone VALUES (?, ?, ?)", (str((repo.path / ".git").resolve()), id, THEN))
    raw.close()
    raw = first(home / "projects" / id / "knowledge.db", "knowledge")
    raw.execute(
        "INSERT INTO content VALUES (1, ?, 'markdown', 'old', 'Sorting', ?, 3, 0, ?, '', '', '')",
        (blob, len(PAGE), THEN),
    )
    raw.execute("INSERT INTO passage VALUES (1, 1, 0, 'Sorting', 1, 3, 9, ?)", (PAGE,))
    raw.execute("INSERT INTO passage_fts (rowid, title, body, terms) VALUES (1, 'Sorting', ?, '')", (PAGE,))
    for number, (memory, content, source, supersedes, until, key) in enumerate(MEMORIES, 1):
        row = {
            "number": number, "id": memory, "kind": "decision", "content": content, "digest": digest(content),
            "scope": "project", "project": id, "author": "ada", "source": source, "claimed": "", "quote": "",
            "status": "unreviewed", "supersedes": supersedes, "branch": "main", "commit_sha": "", "valid_from": THEN,
            "valid_until": until, "recorded_at": THEN, "key": key and f"{id}:{key}",
        }  # fmt: skip
        put(raw, "memory", row)
        raw.execute("INSERT INTO memory_fts (rowid, content, terms) VALUES (?, ?, '')", (number, content))
    raw.close()
    raw = first(home / "projects" / id / "session.db", "session")
    task: dict[str, object] = {row[1]: "" for row in raw.execute("PRAGMA table_info(task)")}
    task |= {
        "branch": "main", "version": 3, "task": "Sort by weight", "details": "{}", "completed": "[]",
        "in_progress": "the scale", "blockers": "[]", "next_steps": '["weigh"]', "dead_ends": '["by size"]',
        "saved_at": THEN,
    }  # fmt: skip
    put(raw, "task", task)
    raw.close()
    return id


def test_a_home_of_the_first_schema_is_upgraded_with_everything_in_it(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    repo.commit("first", {"docs/sorting.md": PAGE})
    home = Path(environment["SCRUBJAY_HOME"])
    folder = home / "projects" / old_home(home, repo)
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        at = app.workspace(repo.path)
        at.memories.index_missing()
        at.documents.ingest(at.documents.view(), cause="test")
        assert [one.content for one in at.memories.believed()] == ["We sort parcels by weight."]
        standing = {one.id: one for one in at.memories.of_ids([memory[0] for memory in MEMORIES]).values()}
        assert [standing[memory[0]].status for memory in MEMORIES] == [
            MemoryStatus.SUPERSEDED, MemoryStatus.ACTIVE, MemoryStatus.HELD,
        ]  # fmt: skip
        assert standing["b" * 32].supersedes == ("a" * 32,)
        assert [one.content for one in at.memories.waiting()] == ["The sorter stands in Ghent."]
        found = render(at.recall.search(RecallRequest(query="sort parcels by weight")))
        assert "> We sort parcels by weight." in found
        assert "Parcels are sorted by weight" in found
        assert at.documents.verify(at.documents.view(), deep=True).ok
        task = at.tasks.get("main")
        assert task is not None
        assert (task.task, task.next_steps, task.dead_ends) == ("Sort by weight", ("weigh",), ("by size",))
    files: tuple[tuple[Path, SchemaName], ...] = (
        (home / "home.db", "home"), (folder / "knowledge.db", "knowledge"), (folder / "session.db", "session"),
    )  # fmt: skip
    for file, schema in files:
        assert [inspect(copy).version for copy in upgrade_copies(file)] == [1], schema
        assert inspect(file).version == newest_version(schema)
    kept = connect(upgrade_copies(folder / "knowledge.db")[0])
    assert kept.execute("SELECT count(*) FROM memory").fetchone()[0] == len(MEMORIES)
    kept.close()
