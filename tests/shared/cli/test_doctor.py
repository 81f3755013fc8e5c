"""`scrubjay doctor`: healthy, ill, repaired."""

import itertools
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scrubjay.storage.database import Database
from scrubjay.storage.queue.job import MOST_ATTEMPTS
from scrubjay.storage.queue.jobs import JobQueue


def report(scrubjay: Any, *arguments: str) -> dict[str, Any]:
    return {
        check["name"]: check for check in json.loads(scrubjay("doctor", "--quick", "--json", *arguments).out)["checks"]
    }


def knowledge(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "home/projects").glob("*/knowledge.db")
    return file


def test_a_fresh_set_up_is_healthy(ready: Any) -> None:
    done = ready("doctor", "--quick")
    assert done.code == 0, done.out
    assert "problem" not in done.out
    checks = report(ready)
    expected = (
        "config", "sqlite", "vector extension", "git", "model", "home", "disk", "git hooks", "claude code", "project",
        "database home/home.db", "queue", "index", "full text", "vectors", "vector cache",
    )  # fmt: skip
    assert set(expected) <= set(checks)


def test_outside_a_repository_the_machine_is_checked(anywhere: Callable[[Path], Any], tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    done = anywhere(tmp_path / "plain")("doctor", "--quick")
    assert done.code == 0
    assert "none here" in done.out
    assert not (tmp_path / "home").exists()


def test_before_init_it_says_so(scrubjay: Any, tmp_path: Path) -> None:
    done = scrubjay("doctor", "--quick")
    assert done.code == 1
    assert "do: run `scrubjay init`" in done.out
    assert not (tmp_path / "home").exists()


def test_a_wrong_config_is_a_finding_and_the_rest_is_checked(ready: Any, tmp_path: Path) -> None:
    (tmp_path / "home/config.yaml").write_text("embeding:\n  threads: 1\n")
    checks = report(ready)
    assert checks["config"]["ok"] is False
    assert "line 1" in checks["config"]["found"]
    assert checks["index"]["ok"] is True


def test_a_home_open_to_others_is_a_finding(ready: Any, tmp_path: Path) -> None:
    (tmp_path / "home").chmod(0o755)
    assert report(ready)["home"]["do"].startswith("chmod 700")


def test_a_missing_registration_is_a_finding_that_init_mends(ready: Any, account: Path) -> None:
    (account / ".claude.json").unlink()
    assert report(ready)["claude code"] == {
        "name": "claude code", "ok": False, "found": "not registered, or registered for another Python or home",
        "expected": "both servers registered", "do": "run `scrubjay init`",
    }  # fmt: skip
    assert ready("init", "--yes").code == 0
    assert report(ready)["claude code"]["ok"] is True


def test_a_job_that_was_given_up_is_a_finding_with_its_worktree(ready: Any, magpie: Any, tmp_path: Path) -> None:
    hours = itertools.count()
    with Database(tmp_path / "home/home.db", "home") as database:
        queue = JobQueue(database, lambda: datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=next(hours)))
        (project,) = (tmp_path / "home/projects").iterdir()
        queue.enqueue(project.name, magpie.path, "ingest", "test")
        for _ in range(MOST_ATTEMPTS):
            assert queue.claim()
            queue.reset()
    checks = report(ready)
    assert checks["queue"]["ok"] is False
    assert f"{magpie.path}: ingest" in checks["queue"]["do"]
    assert ready("doctor", "--quick", "--repair").code == 0


def test_files_behind_are_a_finding(ready: Any, magpie: Any) -> None:
    magpie.write("new.md", "# New\n")
    magpie.git("add", "-A")
    magpie.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "new")
    found = report(ready)["index"]
    assert (found["ok"], found["found"], found["do"]) == (False, "1 file behind", "run `scrubjay ingest`")


def test_damaged_full_text_is_found_and_repaired_with_the_memories_kept(ready: Any, tmp_path: Path) -> None:
    assert ready("remember", "Parcels are weighed twice.").code == 0
    with Database(knowledge(tmp_path), "knowledge") as database:
        for table in ("passage_fts", "document_fts", "path_fts"):
            damage = f"UPDATE {table}_data SET block = x'00010203' WHERE id > 10"
            database.write(lambda c, damage=damage: c.execute(damage))  # type: ignore[misc]
    ill = ready("doctor", "--quick")
    assert ill.code == 1
    assert "do: `scrubjay doctor --repair` rebuilds it" in ill.out
    mended = ready("doctor", "--quick", "--repair")
    assert mended.code == 0, mended.out
    assert "repaired: full text of 4 documents and memories" in mended.out
    assert ready("verify", "--deep").code == 0
    assert "0002-use-sqlite" in ready("search", "SQLite").out
    assert "weighed twice" in ready("search", "weighed").out


def test_lost_passages_are_read_from_git_again(ready: Any, tmp_path: Path) -> None:
    with Database(knowledge(tmp_path), "knowledge") as database:
        database.write(lambda c: c.execute("DELETE FROM content WHERE title LIKE 'Use SQLite%'"))
    assert ready("doctor", "--quick").code == 1
    assert ready("doctor", "--quick", "--repair").code == 0
    assert ready("verify", "--deep").code == 0


def test_all_of_it_also_starts_the_servers_and_asks_each_python(ready: Any) -> None:
    checks = {check["name"]: check for check in json.loads(ready("doctor", "--recall", "--json").out)["checks"]}
    assert checks["servers"]["ok"] is checks["launcher"]["ok"] is checks["recall"]["ok"] is True
    assert "tokens" in checks["servers"]["found"]
    assert {"database size", "write-ahead logs", "logs", "backups", "orphans"} <= set(checks)
