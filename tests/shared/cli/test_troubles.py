"""What goes wrong around scrubjay: each trouble has one line on stderr, an exit code, and destroys nothing."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.storage.database import Database
from tests.trusting import trust_scripts

EVERY = [
    ["status"], ["search", "x"], ["verify"], ["ingest"], ["explain", "a.md"], ["log"], ["gc"], ["hooks", "status"],
    ["session", "init"], ["remember", "x"], ["uninstall"], ["project", "show"], ["project", "move"],
]  # fmt: skip


def one_line(done: Any) -> str:
    """The error: one line, nothing on stdout, no traceback."""
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1
    return str(done.err)


@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_outside_a_repository_every_command_ends_with_3(
    arguments: list[str], anywhere: Callable[[Path], Any], tmp_path: Path
) -> None:
    (tmp_path / "plain").mkdir()
    done = anywhere(tmp_path / "plain")(*arguments)
    assert done.code == 3
    assert "not inside a git repository" in one_line(done)


def test_init_outside_a_repository_writes_nothing(
    anywhere: Callable[[Path], Any], account: Path, tmp_path: Path
) -> None:
    (tmp_path / "plain").mkdir()
    assert anywhere(tmp_path / "plain")("init", "--yes").code == 3
    assert not (tmp_path / "home").exists()
    assert not (account / ".claude.json").exists()


@pytest.mark.parametrize("arguments", EVERY, ids=" ".join)
def test_before_init_every_command_names_init_and_ends_with_3(arguments: list[str], scrubjay: Any) -> None:
    done = scrubjay(*arguments)
    assert done.code == 3
    assert "scrubjay init" in one_line(done)


def test_a_bare_repository_is_named(make_repo: Callable[..., Any], anywhere: Callable[[Path], Any]) -> None:
    bare = make_repo("bare.git", "--bare")
    done = anywhere(bare.path)("init", "--yes")
    assert done.code == 3
    assert "bare" in one_line(done)


def test_missing_git_is_named(scrubjay: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = scrubjay("init", "--yes")
    assert done.code == 3
    assert "Install git" in one_line(done)


def test_a_wrong_user_config_is_named_by_file_line_and_nearest_key(ready: Any, tmp_path: Path) -> None:
    (tmp_path / "home/config.yaml").write_text("ingestion:\n  exlude: ['*.md']\n")
    done = ready("search", "sqlite")
    assert done.code == 2
    said = one_line(done)
    assert "config.yaml, line 2" in said
    assert "did you mean ingestion.exclude?" in said


def test_a_wrong_repository_config_is_named_too(ready: Any, magpie: Any) -> None:
    magpie.write(".agent/config.yaml", "ingestion:\n  include: [\n")
    done = ready("search", "sqlite")
    assert done.code == 2
    assert ".agent/config.yaml" in one_line(done)


def test_a_repository_cannot_choose_what_is_the_users_and_is_told_so(ready: Any, magpie: Any) -> None:
    magpie.write(".agent/config.yaml", "embedding:\n  model: https://example.org/model\n")
    done = ready("search", "sqlite")
    assert done.code == 0
    assert "note: " in done.err
    assert "embedding.model belongs in the user's config" in done.err


def test_a_damaged_database_ends_with_4_until_it_is_mended_and_no_byte_is_lost(ready: Any, tmp_path: Path) -> None:
    (file,) = (tmp_path / "home/projects").glob("*/knowledge.db")
    for extra in ("-wal", "-shm"):
        file.with_name(file.name + extra).unlink(missing_ok=True)
    rubbish = b"not a database " * 1000
    file.write_bytes(rubbish)
    for arguments in (["search", "sqlite"], ["status"], ["ingest"]):
        done = ready(*arguments)
        assert done.code == 4, arguments
        assert "knowledge.db" in done.err
        assert "doctor --repair" in done.err
        assert file.read_bytes() == rubbish
    checked = ready("doctor", "--quick")
    assert checked.code == 1
    assert "doctor --repair" in checked.out
    assert file.read_bytes() == rubbish
    mended = ready("doctor", "--quick", "--repair")
    assert mended.code == 0, mended.out
    assert "LOST" in mended.out
    (aside,) = file.parent.glob("damaged/*.db")
    assert aside.read_bytes() == rubbish
    assert str(aside) in mended.out
    assert "0002-use-sqlite" in ready("search", "SQLite").out


def test_a_database_of_a_newer_program_is_refused(ready: Any, tmp_path: Path) -> None:
    with Database(tmp_path / "home/home.db", "home") as database:
        database.write(lambda c: c.execute("PRAGMA user_version = 99"))
    done = ready("status")
    assert done.code == 4
    assert "Restart" in one_line(done)


def test_a_home_that_cannot_be_a_folder_ends_with_4(
    scrubjay: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SCRUBJAY_HOME", str(tmp_path / "file"))
    done = scrubjay("project", "list")
    assert done.code == 4
    assert "SCRUBJAY_HOME" in one_line(done)


def test_a_relative_home_is_refused(scrubjay: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRUBJAY_HOME", "here")
    done = scrubjay("status")
    assert done.code == 2
    assert "absolute" in one_line(done)


def test_a_moved_clone_is_found_again(ready: Any, magpie: Any, tmp_path: Path) -> None:
    shutil.move(magpie.path, tmp_path / "elsewhere")
    moved = ready.at(tmp_path / "elsewhere")
    assert moved("search", "sqlite").code == 0
    assert str(tmp_path / "elsewhere") in moved("project", "move").out


def test_projects_are_listed_and_shown(ready: Any) -> None:
    listed = ready("project", "list")
    assert "repo" in listed.out
    id = listed.out.splitlines()[1].split()[0]
    shown = ready("project", "show", id)
    assert f"id       {id}" in shown.out
    assert ready("project", "show").out == shown.out


def test_a_trusted_script_joins_a_clone_only_where_they_share_a_root(
    ready: Any, magpie: Any, trusted: Path, make_repo: Callable[..., Any], tmp_path: Path
) -> None:
    id = ready("project", "list").out.splitlines()[1].split()[0]
    trusted.write_text("trust:\n  scripts: true\n")
    magpie.git("clone", "-q", str(magpie.path), str(tmp_path / "clone"))
    clone = ready.at(tmp_path / "clone")
    assert clone("search", "sqlite").code == 3
    assert clone("project", "join", id).code == 0
    assert clone("search", "sqlite").code == 0
    other = make_repo("other")
    other.commit("unrelated", files={"z.md": "# Z\n"})
    stranger = ready.at(other.path)
    done = stranger("project", "join", id, "--yes")
    assert done.code == 3
    assert "no root commit" in one_line(done)


def test_forgetting_is_for_a_person_or_a_trusted_script(ready: Any, tmp_path: Path) -> None:
    id = ready("project", "list").out.splitlines()[1].split()[0]
    asked = ready("project", "forget", id, "--yes")
    assert asked.code == 2
    assert one_line(asked).endswith(f": scrubjay project forget {id}\n")
    assert list((tmp_path / "home/projects").iterdir())
    trust_scripts(tmp_path / "home")
    assert ready("project", "forget", id).code == 0
    assert not list((tmp_path / "home/projects").iterdir())
    assert ready("status").code == 3


def test_hooks_are_removed_shown_and_put_back(ready: Any, magpie: Any) -> None:
    assert ready("hooks", "status").code == 0
    assert ready("hooks", "uninstall").out.count("done: delete") == 5
    assert ready("hooks", "uninstall").out.startswith("nothing to do")
    absent = ready("hooks", "status")
    assert absent.code == 1
    assert absent.out.count("absent") == 5
    assert ready("hooks", "install").out.count("done: write") == 5
    assert ready("hooks", "install").out.startswith("nothing to do")


def test_hooks_that_belong_to_somebody_else_are_left_alone(ready: Any, magpie: Any) -> None:
    magpie.git("config", "core.hooksPath", ".husky/_")
    shown = ready("hooks", "status")
    assert shown.code == 1
    assert "foreign" in shown.out
    assert "add this line" in shown.out
    checks = {c["name"]: c for c in json.loads(ready("doctor", "--quick", "--json").out)["checks"]}
    assert checks["git hooks"]["ok"] is True
    assert "add this line" in checks["git hooks"]["do"]


def test_a_database_that_somebody_holds_is_named_and_nothing_is_lost(ready: Any, tmp_path: Path) -> None:
    """The one test that waits: five seconds is what every writer waits for its turn."""
    (file,) = (tmp_path / "home/projects").glob("*/knowledge.db")
    with Database(file, "knowledge") as other:
        done = other.write(lambda _: ready("remember", "Parcels are weighed twice."))
    assert done.code == 4
    assert "Another process" in one_line(done)
    assert ready("remember", "Parcels are weighed twice.").code == 0


def test_forgetting_takes_back_what_init_did_in_each_clone(ready: Any, magpie: Any, trusted: Path) -> None:
    magpie.git("worktree", "add", "-q", str(magpie.path.parent / "linked"))
    id = ready("project", "list").out.splitlines()[1].split()[0]
    forgotten = ready("project", "forget", id, "--yes")
    assert f"in {magpie.path}" in forgotten.out
    assert "done: " in forgotten.out
    assert not (magpie.path / ".git/hooks/post-commit").exists()
    assert not (magpie.path / ".claude").exists()
    assert magpie.git("status", "--porcelain") == ""
    assert not (magpie.path / ".git/info/exclude").exists()
    assert not (magpie.path / ".git/scrubjay").exists()
    assert ready("uninstall").code == 3
