"""export, import, checkpoint and audit: everything leaves and comes back, and damage is seen."""

import json
import os
import sqlite3
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.settings.layers import load_settings
from tests import persons
from tests.trusting import trust_scripts

pytestmark = pytest.mark.story


@pytest.fixture
def told(ready: Any) -> Any:
    """Two memories, one of which replaced a third."""
    old = json.loads(ready("remember", "The shop has one door.", "--json").out)["id"]
    assert ready("update", old, "The shop has two doors.").code == 0
    assert ready("remember", "The lamp is green.").code == 0
    return ready


def test_an_export_comes_back_byte_for_byte_after_the_project_was_forgotten(
    told: Any, trusted: Path, tmp_path: Path
) -> None:
    file = tmp_path / "memories.jsonl"
    done = json.loads(told("export", str(file), "--json").out)
    assert (done["memories"], file.stat().st_mode & 0o777) == (3, 0o600)
    assert told("export").out == told("export", "-").out == file.read_text()
    (project,) = (tmp_path / "home/projects").iterdir()
    assert told("project", "forget", project.name).code == 0
    assert told("init", "--yes").code == 0
    assert json.loads(told("import", str(file), "--dry-run", "--json").out)["how"] == "with their history"
    assert told("export").out.count("\n") == 2, "a dry run writes nothing"
    assert json.loads(told("import", str(file), "--json").out)["new"] == 3
    assert told("import", str(file)).out.endswith("; 2 already here; 1 ended here\n")
    assert told("export").out.split("\n")[1:-2] == file.read_text().split("\n")[1:-2], "the head names the new project"
    assert "two doors" in told("search", "door", "--kind", "memory").out


def test_an_older_export_stays_whole_when_the_new_one_cant_be_written(told: Any, tmp_path: Path) -> None:
    folder = tmp_path / "memories.jsonl"
    folder.mkdir()
    refused = told("export", str(folder))
    assert (refused.code, "can't be written" in refused.err) == (2, True)
    assert list(tmp_path.glob("*.new")) == []


def test_a_changed_file_is_checked_as_claims_and_a_person_may_vouch(told: Any, tmp_path: Path) -> None:
    file = tmp_path / "memories.jsonl"
    told("export", str(file))
    file.write_text(file.read_text().replace("lamp is green", "lamp is blue"))
    checked = json.loads(told("import", str(file), "--json").out)
    assert (checked["how"], checked["stored"], checked["known"]) == ("as claims, each checked", 1, 1)
    vouch = ("import", str(file), "--as-is")
    file.write_text(renamed(file.read_text()))
    no = persons.scrubjay(told.folder, os.environ, *vouch, keys=[("Import all of them unchecked?", "n")])
    assert (no.code, "Nothing was changed." in no.said, "lamp is blue" in no.said) == (1, True, True)
    yes = persons.scrubjay(told.folder, os.environ, *vouch, keys=[("Import all of them unchecked?", "y")])
    assert (yes.code, "3 of 3 project memories" in yes.said) == (0, True)
    again = persons.scrubjay(told.folder, os.environ, *vouch, keys=[])
    assert (again.code, "0 of 3" in again.said, "; 2 already here; 1 ended here" in again.said) == (0, True, True)


def renamed(text: str) -> str:
    """The export with memories that aren't here: no other id, no seal."""
    lines = [json.loads(line) for line in text.splitlines()]
    for one in lines[1:-1]:
        one["memory"]["id"] = f"f0f0f0f0{one['memory']['id'][8:]}"
    return "\n".join(map(json.dumps, lines)) + "\n"


def grades(run: Any) -> dict[str, str]:
    return {one["content"]: one["grade"] for one in json.loads(run("memories", "--json").out)["memories"]}


@pytest.fixture
def lost(told: Any, trusted: Path, tmp_path: Path) -> Path:
    """The sealed export of a project that a person told something, and that was forgotten here and set up again."""
    assert persons.scrubjay(told.folder, os.environ, "remember", "Parcels leave at noon.", keys=[]).code == 0
    told("export", str(file := tmp_path / "sealed.jsonl"))
    (project,) = (tmp_path / "home/projects").iterdir()
    assert (told("project", "forget", project.name).code, told("init", "--yes").code) == (0, 0)
    trusted.unlink()
    return file


@pytest.mark.parametrize("agent", [False, True], ids=["script", "agent"])
def test_to_an_agent_or_a_script_a_sealed_export_is_a_file_of_claims(
    told: Any, lost: Path, monkeypatch: pytest.MonkeyPatch, agent: bool
) -> None:
    if agent:
        monkeypatch.setenv("CLAUDECODE", "1")
    done = told("import", str(lost))
    assert (done.code, "only a person may bring memories back with their history" in done.err) == (0, True)
    assert set(grades(told).values()) == {"said"}
    (one,) = [m for m in json.loads(told("memories", "--json").out)["memories"] if "noon" in m["content"]]
    assert one["origin"] == "agent"
    assert '"by": "person"' not in told("audit", "show", "--json").out


def test_a_person_is_shown_what_comes_back_with_its_history_and_asked_first(told: Any, lost: Path) -> None:
    bring, ask = ("import", str(lost)), "Import all of them with their history?"
    no = persons.scrubjay(told.folder, os.environ, *bring, keys=[(ask, "n")])
    assert (no.code, "Parcels leave at noon." in no.said, "Nothing was changed." in no.said) == (1, True, True)
    assert grades(told) == {}
    yes = persons.scrubjay(told.folder, os.environ, *bring, keys=[(ask, "y")])
    assert (yes.code, yes.said.strip().endswith("\n4 of 4 project memories imported with their history")) == (0, True)
    assert grades(told)["Parcels leave at noon."] == "told"
    assert grades(told)["The lamp is green."] == "said"


@pytest.mark.parametrize("way", [(), ("--as-is",)], ids=["sealed", "as it is"])
def test_history_doesnt_come_into_another_project(
    told: Any, lost: Path, repo: Any, anywhere: Any, tmp_path: Path, way: tuple[str, ...]
) -> None:
    other = tmp_path / "other"
    for line in (["init", "-q", str(other)], ["-C", str(other), "commit", "-q", "--allow-empty", "-m", "Another root"]):
        subprocess.run(["git", *line], check=True, env=os.environ | repo.environment)
    there = anywhere(other)
    assert there("init", "--yes").code == 0
    done = persons.scrubjay(other, os.environ, "import", str(lost), *way, keys=[] if way else [("as your words?", "n")])
    assert (done.code, "they are of another project" in done.said) == (2 if way else 1, True), done.said
    assert grades(there) == {}
    if not way:
        keys = [("as your words?", "y")]
        assert persons.scrubjay(other, os.environ, "import", str(lost), keys=keys).code == 0
        assert set(grades(there).values()) == {"told"}


def test_what_a_trusted_script_vouches_for_is_audited_as_its_and_said(told: Any, tmp_path: Path) -> None:
    file = tmp_path / "memories.jsonl"
    told("export", str(file))
    file.write_text(renamed(file.read_text()))
    home = Path(os.environ["SCRUBJAY_HOME"])
    trust_scripts(home)
    done = persons.scrubjay(told.folder, os.environ, "import", str(file), "--as-is")
    assert done.code == 0, done.said
    brought = [
        one for one in json.loads(told("memories", "--json").out)["memories"] if one["id"].startswith("f0f0f0f0")
    ]
    assert {(one["grade"], one["origin"]) for one in brought} == {("said", "script")}
    acts = json.loads(told("audit", "show", "--scope", "user", "--json").out)
    assert "import --as-is" in json.dumps(acts)
    assert '"by": "script"' in json.dumps(acts)


@pytest.mark.parametrize("command", ["export", "backup"])
def test_a_file_that_is_there_is_replaced_only_when_that_is_wanted(told: Any, tmp_path: Path, command: str) -> None:
    file, link = tmp_path / "mine", tmp_path / "link"
    file.write_text("mine")
    link.symlink_to(file)
    for name in (file, link):
        refused = told(command, str(name))
        assert (refused.code, refused.out, file.read_text()) == (2, "", "mine")
        assert "--force replaces it" in refused.err
    no = persons.scrubjay(told.folder, os.environ, command, str(link), keys=[("Replace it?", "n")])
    assert (no.code, file.read_text()) == (1, "mine")
    yes = persons.scrubjay(told.folder, os.environ, command, str(link), keys=[("Replace it?", "y")])
    assert yes.code == 0, yes.said
    whole = file.read_bytes()
    assert (whole != b"mine", link.is_symlink()) == (True, True)
    assert told(command, str(link), "--force").code == 0
    assert link.is_symlink()


def test_an_export_goes_through_a_stream(told: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "fifo").read_text()))
    reader.start()
    assert told("export", str(tmp_path / "fifo")).code == 0
    reader.join()
    assert got == [told("export").out]
    assert told("backup", str(tmp_path / "fifo")).code == 2


@pytest.mark.parametrize("agent", [False, True], ids=["script", "agent"])
def test_neither_an_agent_nor_a_script_can_vouch_for_a_file(
    told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: bool
) -> None:
    file = tmp_path / "memories.jsonl"
    told("export", str(file))
    if agent:
        monkeypatch.setenv("CLAUDECODE", "1")
    done = told("import", str(file), "--as-is")
    assert (done.code, f"scrubjay import {file} --as-is" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty file"),
        ("not json\n", "neither JSON nor SQLite nor Markdown"),
        ('{"scrubjay": "memories", "version": 99}\n', "no export"),
        ('{"scrubjay": "memories", "version": 3, "scope": "project"}\n{"memory": {}}\n', "Line 2: "),
        ("\xff\xfe", "UTF-8"),
    ],
)
def test_what_is_no_export_is_refused_with_its_line(ready: Any, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(text.encode("latin-1"))
    done = ready("import", str(file))
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_claudes_notes_are_judged_for_scripts_too(ready: Any) -> None:
    (ready.folder / "CLAUDE.md").write_text("- Owls carry all letters in winter.\n- I think magpies could count.\n")
    judged = json.loads(ready("import", "claude", "--dry-run", "--json").out)
    assert [one["outcome"] for one in judged["taken"]] == ["stored", "blocked"]
    assert json.loads(ready("import", "claude", "--json").out)["taken"][0]["where"] == "CLAUDE.md"
    (kept,) = json.loads(ready("memories", "--json").out)["memories"]
    assert (kept["content"], kept["grade"]) == ("Owls carry all letters in winter.", "said")


def test_a_checkpoint_is_made_listed_and_restored(told: Any, trusted: Path) -> None:
    assert json.loads(told("checkpoint", "create", "before", "--json").out) == {"name": "before", "outcome": "created"}
    told("remember", "The roof leaks.")
    (point,) = json.loads(told("checkpoint", "list", "--json").out)["checkpoints"]
    assert (point["name"], point["later"]) == ("before", 1)
    assert "0 memories restored, 1 later memory withdrawn" in told("checkpoint", "restore", "before").out
    assert told("search", "roof", "--kind", "memory").code == 1
    assert json.loads(told("checkpoint", "restore", "before", "--json").out)["outcome"] == "restored"
    assert told("checkpoint", "create", "before").code == 2


def rotated(told: Any, environment: dict[str, str]) -> Path:
    """Fill the audit until a file was rotated; returns the project's folder."""
    with open_app(load_settings(environment), git_environment=GitEnvironment.of(environment), wake=lambda: None) as app:
        at = app.workspace(told.folder)
        folder = at.project.folder
        small = AuditWriter(folder / "audit", rotate_at=10)

        def fill(connection: Any) -> None:
            for number in range(30):
                small.add(
                    connection, "2026-03-01T12:00:00Z", AuditEvent.REVIEW, "ada", f"m{number}", "approve", "active"
                )

        at.knowledge_database.write(fill)
    assert list((folder / "audit").glob("*.jsonl"))
    return folder


def test_the_chain_of_records_holds_over_rotation(told: Any, environment: dict[str, str]) -> None:
    rotated(told, environment)
    done = told("audit", "verify")
    assert done.code == 0
    assert done.out.startswith("ok: 33 records in an unbroken chain, ")
    report = json.loads(told("audit", "verify", "--json").out)
    assert report["ok"] is True
    assert report["files"] > 0


@pytest.mark.parametrize(
    "damage", ["a row changed", "a row gone", "a file changed", "a file gone", "the last row gone"]
)
def test_damage_is_seen_and_named(told: Any, environment: dict[str, str], damage: str) -> None:
    folder = rotated(told, environment)
    file = sorted((folder / "audit").glob("*.jsonl"))[0]
    if damage == "a file changed":
        file.write_text(file.read_text().replace("ada", "eve", 1))
    elif damage == "a file gone":
        file.unlink()
    else:
        statement = {
            "a row changed": "UPDATE audit SET actor = 'eve' WHERE sequence = (SELECT max(sequence) - 1 FROM audit)",
            "a row gone": "DELETE FROM audit WHERE sequence = (SELECT max(sequence) - 1 FROM audit)",
            "the last row gone": "DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)",
        }[damage]
        connection = sqlite3.connect(folder / "knowledge.db")
        with connection:
            connection.execute(statement)
        connection.close()
    done = told("audit", "verify")
    assert done.code == 1
    assert any(word in done.out for word in ("was changed", "missing", "doesn't continue", "the chain ends"))
    assert json.loads(told("audit", "verify", "--json").out)["ok"] is False
