"""A home as commit c4468b9e wrote it becomes one of today: nothing is lost, a copy is kept. An older one is refused."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.projects.binding import folder_of, prepare
from scrubjay.identity.projects.file import made_home_id
from scrubjay.memory.store.rows import digest
from scrubjay.model.hints import START_ANEW
from scrubjay.model.memory import MemoryStatus
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from scrubjay.storage.copy import inspect, upgrade_copies
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import SchemaName, migrate, migrations_up_to, newest_version, oldest_version
from tests.behaviour.processes import client_hook, command
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S

PAGE = "# Sorting\n\nParcels are sorted by weight.\n"
THEN = "2026-01-05T10:00:00Z"
LATER = "2026-01-06T10:00:00Z"
MEMORIES = (
    # id, content, status, valid until, key, act
    ("a" * 32, "We sort parcels by size.", "superseded", LATER, "k1", "typed at a terminal"),
    ("b" * 32, "We sort parcels by weight.", "active", "", "k2", "typed at a terminal"),
    ("c" * 32, "The sorter stands in Ghent.", "held", "", None, ""),
)


def oldest(path: Path, schema: SchemaName) -> Connection:
    """An empty file of the oldest version that is opened."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    raw = connect(path)
    raw.execute("PRAGMA journal_mode = WAL")
    migrate(raw, schema, path, migrations_up_to(schema, oldest_version(schema)))
    return raw


def put(raw: Connection, table: str, row: dict[str, object]) -> None:
    """Write one row."""
    raw.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def files_of(home: Path, project: str) -> tuple[tuple[Path, SchemaName], ...]:
    """The databases of a home with one project."""
    folder = home / "projects" / project
    return (
        (home / "home.db", "home"), (folder / "knowledge.db", "knowledge"), (folder / "session.db", "session"),
    )  # fmt: skip


def old_home(home: Path, repo: Repo) -> str:
    """Write a home as it was then: a project with its clone, a document, memories, a task; returns the project's id."""
    id, common_dir = "1" * 32, (repo.path / ".git").resolve()
    (home_db, _), (knowledge_db, _), (session_db, _) = files_of(home, id)
    with closing(oldest(home_db, "home")) as raw:
        binding, folder = prepare(common_dir, made_home_id(home), id), folder_of(common_dir)
        put(raw, "project", {"id": id, "name": "magpie", "created_at": THEN})
        put(raw, "project_root", {"project_id": id, "oid": repo.git("rev-parse", "HEAD")})
        clone: dict[str, object] = {
            "common_dir": folder.common_dir, "project_id": id, "last_seen": THEN, "device": folder.device,
            "inode": folder.inode, "secret_sha256": binding.secret_sha256,
        }  # fmt: skip
        put(raw, "project_clone", clone)
        binding.put()
    with closing(oldest(knowledge_db, "knowledge")) as raw:
        blob = repo.git("rev-parse", "HEAD:docs/sorting.md")
        raw.execute(
            "INSERT INTO content VALUES (1, ?, 'markdown', 'old', 'Sorting', ?, 3, 0, ?, '', '', '')",
            (blob, len(PAGE), THEN),
        )
        put(raw, "passage", {
            "id": 1, "content_id": 1, "ordinal": 0, "heading": "Sorting", "start_line": 1, "end_line": 3, "tokens": 9,
            "text": PAGE,
        })  # fmt: skip
        raw.execute("INSERT INTO passage_fts (rowid, title, body, terms) VALUES (1, 'Sorting', ?, '')", (PAGE,))
        for number, (memory, content, status, until, key, act) in enumerate(MEMORIES, 1):
            put(raw, "memory", {
                "number": number, "id": memory, "kind": "decision", "content": content, "digest": digest(content),
                "scope": "project", "project": id, "author": "ada", "session": "", "quote": "", "branch": "main",
                "commit_sha": "", "recorded_at": THEN, "key": key and f"{id}:{key}",
            })  # fmt: skip
            put(raw, "belief", {
                "memory": number, "status": status, "reason": "then", "valid_from": THEN, "valid_until": until,
                "recorded_at": THEN, "retracted_at": "", "actor": "ada",
            })  # fmt: skip
            put(raw, "evidence", {
                "memory": number, "captured_at": THEN, "reason": "then", "source_id": "ada",
                "source": "person" if act else "agent",
                "horizon": "", "similarity": 0, "conflict": "", "passed": "[]", "failed": "[]", "metadata": "{}",
                "act": act, "earned": 0 if act else 4,
            })  # fmt: skip
        put(raw, "replacement", {"newer": 2, "older": 1, "how": "supersede"})
    with closing(oldest(session_db, "session")) as raw:
        task: dict[str, object] = {row[1]: "" for row in raw.execute("PRAGMA table_info(task)") if row[4] is None}
        task |= {
            "branch": "main", "version": 3, "task": "Sort by weight", "details": "{}", "completed": "[]",
            "in_progress": '["the scale"]', "blockers": "[]", "next_steps": '["weigh"]', "dead_ends": '["by size"]',
            "saved_at": THEN,
        }  # fmt: skip
        put(raw, "task", task)
    return id


def test_a_home_of_the_oldest_version_is_upgraded_with_everything_in_it(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    repo.commit("first", {"docs/sorting.md": PAGE})
    home = Path(environment["SCRUBJAY_HOME"])
    files = files_of(home, old_home(home, repo))
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
    for file, schema in files:
        copies = [inspect(copy).version for copy in upgrade_copies(file)]
        assert copies == [oldest_version(schema)]
        assert inspect(file).version == newest_version(schema)
    kept = connect(upgrade_copies(files[1][0])[0])
    assert kept.execute("SELECT count(*) FROM memory").fetchone()[0] == len(MEMORIES)
    kept.close()


def test_an_older_home_is_refused_with_what_to_do(repo: Repo, environment: dict[str, str]) -> None:
    repo.commit("first", {"docs/sorting.md": PAGE})
    home = Path(environment["SCRUBJAY_HOME"])
    files = [file for file, _ in files_of(home, old_home(home, repo))]
    for file, schema in files_of(home, "1" * 32):
        with closing(connect(file)) as raw:
            raw.execute(f"PRAGMA user_version = {oldest_version(schema) - 1}")
    before = [file.read_bytes() for file in files]
    for words in (("search", "parcels"), ("export",), ("status",), ("init", "--yes"), ("doctor", "--repair")):
        done = command(repo, *words)
        assert done.returncode == 4, (words, done)
        assert START_ANEW in done.stderr, words
    done = command(repo, "doctor")
    assert done.returncode == 1
    assert START_ANEW in done.stdout
    assert [file.read_bytes() for file in files] == before


def contents(home: Path) -> dict[str, bytes]:
    """Every file of a home, but the lines that say why a hook did nothing and the empty lock of the worker."""
    told = {home / "worker.lock", *(home / "logs").glob("*")}
    return {str(one): one.read_bytes() for one in home.rglob("*") if one.is_file() and one not in told}


def test_nothing_changes_a_home_whose_own_file_could_be_upgraded_and_whose_project_is_refused(
    repo: Repo, environment: dict[str, str]
) -> None:
    repo.commit("first", {"docs/sorting.md": PAGE})
    home = Path(environment["SCRUBJAY_HOME"])
    files = dict.fromkeys(file for file, _ in files_of(home, old_home(home, repo)))
    with closing(connect(next(file for file in files if file.name == "knowledge.db"))) as raw:
        raw.execute(f"PRAGMA user_version = {oldest_version('knowledge') - 7}")
    for file in files:
        file.with_name(f"{file.name}-wal").touch()  # as a program that was killed leaves it
    before = contents(home)
    for words in (
        ("search", "parcels"), ("status",), ("init", "--yes"), ("doctor", "--repair"), ("remember", "x"),
        ("sync", "status"), ("settings", "list"), ("project", "list"), ("gc",), ("ingest",),
    ):  # fmt: skip
        done = command(repo, *words)
        assert (done.returncode, START_ANEW in done.stderr) == (4, True), (words, done)
        assert contents(home) == before, words
    assert START_ANEW in command(repo, "doctor").stdout
    command(repo, "backup", str(repo.path / "kept"))
    for event in ("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"):
        client_hook(repo, event)
    for module in ("scrubjay.integrations.git_hooks.event", "scrubjay.operations.jobs.worker"):
        run = [sys.executable, "-I", "-m", module, "post-commit"]
        subprocess.run(run, cwd=repo.path, env=repo.environment, capture_output=True, timeout=PATIENCE_S, check=False)
    assert contents(home) == before
