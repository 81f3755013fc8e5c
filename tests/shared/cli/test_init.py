"""`scrubjay init` and `scrubjay uninstall`: what they leave behind, and what they don't."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.setup.init import carry_out
from scrubjay.cli.setup.init_project import ProjectChoice
from scrubjay.cli.setup.steps import SetupStep
from scrubjay.errors import StorageForbidden
from scrubjay.integrations.client_files.client import Plan
from scrubjay.integrations.edits import Receipt
from tests import persons
from tests.trusting import trust_scripts

HOOKS = ("post-commit", "post-merge", "post-rewrite", "post-checkout", "post-applypatch")


def snapshot(*folders: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below the folders: bytes and mode; git refreshes its index by itself, and our copies of it."""
    return {
        str(file): (file.read_bytes(), file.stat().st_mode)
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != "index" and file.parent.suffix != ".indexes"
    }


def folders(top: Path) -> set[Path]:
    return {path for path in top.rglob("*") if path.is_dir()}


def test_init_makes_head_searchable_and_leaves_git_status_empty(scrubjay: Any, magpie: Any, account: Path) -> None:
    done = scrubjay("init", "--yes")
    assert (done.code, done.err) == (0, "")
    assert "searchable: 3 files at main @" in done.out
    assert "vectors: off" in done.out
    assert "capture: store up to 5 memories of each session, from what you ask to remember" in done.out
    assert "scrubjay · repo · main @" in done.out
    assert magpie.git("status", "--porcelain") == ""
    assert all((magpie.path / ".git/hooks" / hook).exists() for hook in HOOKS)
    registered = json.loads((account / ".claude.json").read_text())
    assert set(registered["projects"][str(magpie.path)]["mcpServers"]) == {"scrubjay-session", "scrubjay-knowledge"}
    assert (magpie.path / ".claude/skills/session-init/SKILL.md").is_file()
    assert "one file is enough" in scrubjay("search", "why sqlite").out
    assert scrubjay("verify").code == 0


def test_init_again_changes_nothing(ready: Any, magpie: Any, account: Path) -> None:
    before = snapshot(magpie.path, account)
    done = ready("init", "--yes")
    assert done.code == 0
    assert "0 new in 0 passages" in done.out
    assert done.out.count("up to date") == 5
    assert snapshot(magpie.path, account) == before


def test_where_nobody_can_be_asked_nothing_is_written(
    scrubjay: Any, magpie: Any, account: Path, tmp_path: Path
) -> None:
    before = snapshot(magpie.path, account)
    done = scrubjay("init")
    assert (done.code, "--yes" in done.err) == (2, True)
    assert snapshot(magpie.path, account) == before
    assert not (tmp_path / "home").exists()


def test_a_dry_run_writes_nothing_at_all(scrubjay: Any, magpie: Any, account: Path, tmp_path: Path) -> None:
    before = snapshot(magpie.path, account)
    done = scrubjay("init", "--dry-run")
    assert done.code == 0
    for said in (".git/hooks/post-commit", "info/exclude", "session-init/SKILL.md", ".claude.json", "project: new"):
        assert said in done.out
    assert snapshot(magpie.path, account) == before
    assert not (tmp_path / "home").exists()


def test_whoever_wants_no_skills_gets_none_and_keeps_a_clean_git_status(
    ready: Any, magpie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRUBJAY_SKILLS_AUTO_DISCOVER", "false")
    done = ready("init", "--yes")
    assert "`skills.auto_discover` is off" in done.out
    assert not (magpie.path / ".claude/skills").exists()
    assert magpie.git("status", "--porcelain") == ""


def test_uninstall_takes_everything_back_byte_for_byte(
    scrubjay: Any, magpie: Any, account: Path, tmp_path: Path
) -> None:
    (magpie.path / ".git/hooks/post-commit").write_text("#!/bin/sh\nexit 0")
    (magpie.path / ".git/hooks/post-commit").chmod(0o755)
    (account / ".claude.json").write_text('{"numStartups": 7, "projects": {}}')
    files, made = snapshot(magpie.path, account), folders(tmp_path / "repo")
    assert scrubjay("init", "--yes").code == 0
    assert snapshot(magpie.path, account) != files
    done = scrubjay("uninstall", "--yes")
    assert done.code == 0
    assert snapshot(magpie.path, account) == files
    assert folders(tmp_path / "repo") == made
    assert "stays in" in done.out
    assert list((tmp_path / "home/projects").iterdir())
    assert scrubjay("search", "sqlite").code == 3


def test_purge_is_for_a_person_deletes_the_memory_and_leaves_no_empty_home(
    ready: Any, magpie: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    asked = ready("uninstall", "--purge", "--yes")
    assert asked.code == 2
    assert asked.err.endswith(": scrubjay uninstall --purge\n")
    assert (magpie.path / ".git/hooks/post-commit").exists()
    done = persons.scrubjay(
        magpie.path, environment | dict(os.environ), "uninstall", "--purge", keys=[("delete it? [y/n]", "y")]
    )
    assert done.code == 0
    assert left(tmp_path / "home") <= {"user"}


def left(home: Path) -> set[str]:
    return {path.name for path in home.iterdir()} if home.exists() else set()


def test_purge_keeps_the_users_own_config(ready: Any, tmp_path: Path) -> None:
    trust_scripts(tmp_path / "home")
    assert ready("uninstall", "--purge", "--yes").code == 0
    assert "config.yaml" in left(tmp_path / "home") <= {"config.yaml", "user"}


def test_an_empty_repository_can_be_set_up_and_learns_its_first_commit(
    repo: Any, anywhere: Callable[[Path], Any]
) -> None:
    scrubjay = anywhere(repo.path)
    done = scrubjay("init", "--yes")
    assert done.code == 0
    assert "0 files" in done.out
    assert "no commits" in done.out
    repo.git("config", "core.hooksPath", "/dev/null")
    repo.commit("first", files={"a.md": "# Jay\n\nHides acorns.\n"})
    assert "Hides acorns" in scrubjay("search", "acorns").out


def test_a_sha256_repository_can_be_set_up(make_repo: Callable[..., Any], anywhere: Callable[[Path], Any]) -> None:
    repo = make_repo("sha256", "--object-format=sha256")
    repo.commit("first", files={"a.md": "# Jay\n\nHides acorns.\n"})
    scrubjay = anywhere(repo.path)
    assert scrubjay("init", "--yes").code == 0
    assert scrubjay("verify", "--deep").code == 0


def test_a_shallow_clone_can_be_set_up(
    magpie: Any, make_repo: Callable[..., Any], anywhere: Callable[[Path], Any], tmp_path: Path
) -> None:
    magpie.commit("second", files={"b.md": "# Later\n"})
    magpie.git("clone", "-q", "--depth=1", f"file://{magpie.path}", str(tmp_path / "shallow"))
    scrubjay = anywhere(tmp_path / "shallow")
    assert scrubjay("init", "--yes").code == 0
    assert scrubjay("verify").code == 0


def test_a_linked_worktree_shares_the_project(ready: Any, magpie: Any, tmp_path: Path) -> None:
    magpie.git("-c", "core.hooksPath=/dev/null", "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = ready.at(tmp_path / "side")
    assert side("search", "sqlite").code == 0
    done = side("init", "--yes")
    assert done.code == 0
    assert "0 new in 0 passages" in done.out
    assert magpie.git("-C", str(tmp_path / "side"), "status", "--porcelain") == ""


def test_a_failure_half_way_says_what_was_done_and_how_to_go_on(
    scrubjay: Any, magpie: Any, account: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scrubjay.app import open_app
    from scrubjay.cli.context import Invocation
    from scrubjay.git.process import GitEnvironment

    def refuse(_receipt: object) -> Plan:
        raise StorageForbidden("the disk says no.")

    at = Invocation(magpie.environment, magpie.path, account)
    git = GitEnvironment.of(magpie.environment)
    with open_app(at.settings, git_environment=git) as home, pytest.raises(StorageForbidden):
        carry_out(
            home,
            at,
            (SetupStep("servers", (), (), refuse),),
            ProjectChoice(said="new", made=Receipt.of(magpie.path / "none")),
        )
    said = capsys.readouterr().err
    assert said.splitlines()[0].startswith("note: done so far: project repo")
    assert "`scrubjay init` again" in said


def test_a_broken_client_file_is_named_and_stays_and_stops_nothing_else(
    scrubjay: Any, magpie: Any, account: Path
) -> None:
    (account / ".claude.json").write_text("{ not json")
    done = scrubjay("init", "--yes")
    assert done.code == 1
    assert ".claude.json is not the JSON that Claude Code writes" in done.err
    assert (account / ".claude.json").read_text() == "{ not json"
    assert (magpie.path / ".claude/settings.local.json").is_file()
    assert "searchable: " in done.out


def test_init_wait_embeds_with_the_real_model(scrubjay: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "onnx")
    done = scrubjay("init", "--yes", "--wait")
    assert done.code == 0
    assert "vectors: complete," in done.out
    assert scrubjay.woken == 1
    again = scrubjay("ingest", "--wait", "--json")
    assert json.loads(again.out)["added"] == 0
    assert json.loads(again.out)["embedded"] == 1.0
    found = json.loads(scrubjay("search", "--json", "which database keeps the parcels").out)
    assert found["degraded"] == []
    assert found["results"][0]["path"] == "docs/decisions/0002-use-sqlite.md"
    assert found["results"][0]["scores"]["vector"] is not None


def test_a_linked_info_folder_gets_no_copies_that_git_status_would_show(
    scrubjay: Any, magpie: Any, tmp_path: Path
) -> None:
    (magpie.path / ".git/info").rename(tmp_path / "info")
    (magpie.path / ".git/info").symlink_to(tmp_path / "info")
    done = scrubjay("init", "--yes")
    assert done.code == 0, done.err
    assert ".git/info is a link" in done.out
    assert magpie.git("status", "--porcelain") == ""
    assert scrubjay("uninstall", "--yes").code == 0


def test_the_first_init_ends_with_questions_that_are_answered_and_the_second_does_not(scrubjay: Any) -> None:
    first = scrubjay("init", "--yes").out
    assert 'scrubjay search "why do we use SQLite?"' in first
    asked = [line.split('"')[1] for line in first.split("Try:")[1].splitlines() if '"' in line]
    assert 1 <= len(asked) <= 3
    for one in asked:
        assert scrubjay("search", one).code == 0
    assert "Try:" not in scrubjay("init", "--yes").out


def test_an_empty_repository_is_asked_nothing(make_repo: Any, anywhere: Any) -> None:
    empty = make_repo("empty")
    empty.commit("nothing")
    assert "Try:" not in anywhere(empty.path)("init", "--yes").out
