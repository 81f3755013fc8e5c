"""scrubjay import of other programs' stores, and the folder that goes out and comes back."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scrubjay.model.record import Record
from scrubjay_exchange.commands.import_records import tell_of_room
from tests import persons
from tests.shared.scrubjay_exchange.importing.stores.texts import NAMES, TEXTS, store

pytestmark = pytest.mark.story


def test_a_store_larger_than_a_project_keeps_is_told_before(capsys: pytest.CaptureFixture[str]) -> None:
    items = [Record(text="Vans are red.", where="1")] * 5_001
    tell_of_room(items[:5_000])
    assert capsys.readouterr().err == ""
    tell_of_room(items)
    assert "5,001 records, and a project keeps about 5,000 said memories" in capsys.readouterr().err


COUNTED = ("stored", "known", "held", "blocked", "skipped")


def imported(scrubjay: Any, *arguments: str) -> Any:
    done = scrubjay("import", *arguments, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize("program", ["mem0", "claude-mem"])
def test_counts_in_are_counts_accounted_for_and_twice_is_nothing_new(program: str, ready: Any, tmp_path: Path) -> None:
    path = str(store(program, tmp_path))
    only = ("--only", "ada" if program == "mem0" else "magpie")
    judged = imported(ready, path, *only, "--dry-run")
    assert ready("memories").code == 1, "a dry run writes nothing"
    first = imported(ready, path, *only)
    assert first["from"] == program
    for report in (judged, first):
        assert sum(report[word] for word in COUNTED) == report["records"] == len(report["taken"])
    assert first["stored"] == {"mem0": 18, "claude-mem": 23}[program]
    second = imported(ready, path, *only)
    assert (second["stored"], second["known"]) == (0, first["stored"])
    kept = {one["content"]: one for one in json.loads(ready("memories", "--limit", "100", "--json").out)["memories"]}
    assert set(TEXTS[:18]) <= set(kept)
    assert {kept[text]["author"] for text in TEXTS[:18]} == {program}
    assert kept[TEXTS[1]]["grade"] != "told"


def test_a_store_of_several_users_or_of_another_project_is_not_guessed_at(ready: Any, tmp_path: Path) -> None:
    refused = ready("import", str(store("mem0", tmp_path)))
    assert (refused.code, "2 users: ada, bob" in refused.err) == (2, True)
    done = ready("import", str(store("mempalace", tmp_path)), "--only", "other")
    assert "21 records of mempalace: 1 stored" in done.out
    assert "`--only` takes it" in done.out


def test_what_cannot_be_read_is_named_with_what_was_seen(ready: Any, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"b": 1}')
    for arguments, said in (
        (("a.json",), "JSON with the keys b"),
        (("none",), "doesn't exist"),
        (("a.json", "--from", "memo"), "is no format"),
        (("a.json", "--from", "mem0", "--as-is"), "--as-is is for an export"),
    ):
        done = ready("import", str(tmp_path / arguments[0]), *arguments[1:])
        assert (done.code, said in done.err) == (2, True), done.err


def test_nothing_of_a_store_is_told_unless_a_person_says_so(ready: Any, tmp_path: Path) -> None:
    path = str(store("server-memory", tmp_path))
    done = persons.scrubjay(
        ready.folder, os.environ, "import", path, keys=[("Import 22 statements as your words? [y/n]", "y")]
    )
    assert done.code == 0, done.said
    listed = json.loads(ready("memories", "--limit", "100", "--json").out)["memories"]
    assert {one["grade"] for one in listed if one["kind"] != "question"} == {"told"}


@pytest.mark.parametrize(("key", "code"), [("n", 1), ("\x03", 130)])
def test_a_no_before_an_import_stores_nothing_and_says_so(key: str, code: int, ready: Any, tmp_path: Path) -> None:
    path = str(store("server-memory", tmp_path))
    done = persons.scrubjay(ready.folder, os.environ, "import", path, keys=[("as your words? [y/n]", key)])
    assert (done.code, done.said.rstrip().endswith("Nothing was changed.")) == (code, True), done.said
    assert ready("memories").code == 1
    assert not [file for file in (tmp_path / "home").rglob("drafts") if file.exists()]


CLAIMS = {
    "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md).": ("storage", "db"),
    "The shop has two doors.": (),
    "Owls carry letters, as README.md:3 says.": ("owls",),
}


@pytest.fixture
def lived(ready: Any) -> Any:
    """A few memories, one of which replaced another, and one of all projects."""
    for claim, tags in CLAIMS.items():
        assert ready("remember", claim, *(word for tag in tags for word in ("--tag", tag))).code == 0
    old = json.loads(ready("remember", "The shop has one lamp.", "--json").out)["id"]
    assert ready("update", old, "The shop has three lamps.").code == 0
    return ready


def fields(scrubjay: Any) -> Any:
    """Of each memory that holds: id, text, kind, tags, scope, cited sources and what it replaced."""
    found = {}
    for one in json.loads(scrubjay("memories", "--limit", "100", "--json").out)["memories"]:
        told = json.loads(scrubjay("provenance", one["id"], "--json").out)
        cited = [cited["text"] for cited in told["validations"][-1]["evidence"]["citations"]]
        memory = {name: one[name] for name in ("content", "kind", "tags", "scope")}
        found[one["id"]] = (memory, cited, [id for id, _ in told["older"]])
    return found


def test_a_folder_brings_back_what_was_forgotten_with_its_sources_and_links(
    lived: Any, trusted: Path, tmp_path: Path
) -> None:
    before = fields(lived)
    folder = str(tmp_path / "vault")
    done = json.loads(lived("export", "--obsidian", folder, "--json").out)
    assert (done["memories"], done["written"], done["kept"]) == (5, 5, [])
    (project,) = (tmp_path / "home/projects").iterdir()
    assert lived("project", "forget", project.name).code == 0
    assert lived("init", "--yes").code == 0
    report = imported(lived, folder)
    assert (report["from"], report["stored"]) == ("obsidian", 5)
    assert fields(lived) == before
    assert imported(lived, folder)["known"] == 5


def note_of(folder: Path, text: str) -> Path:
    (file,) = (file for file in folder.rglob("*.md") if text in file.read_text(encoding="utf-8"))
    return file


def test_a_note_that_was_changed_by_hand_is_told_only_by_a_person(lived: Any, tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    told = persons.scrubjay(lived.folder, os.environ, "remember", "The van is red.", keys=[])
    assert told.code == 0, told.said
    assert lived("export", "--obsidian", str(folder)).code == 0
    file = note_of(folder, "The van is red.")
    file.write_text(file.read_text().replace("is red", "is blue"))
    assert imported(lived, str(folder))["held"] == 1, "a script's change of what a person told waits"
    listed = [one["content"] for one in json.loads(lived("memories", "--json").out)["memories"]]
    assert "The van is red." in listed
    keys = [("as your words?", "y")]
    done = persons.scrubjay(lived.folder, os.environ, "import", str(folder), keys=keys)
    assert done.code == 0, done.said
    listed = [one["content"] for one in json.loads(lived("memories", "--json").out)["memories"]]
    assert "The van is blue." in listed, "the person's yes decides what waited"
    assert "The van is red." not in listed


def test_a_person_brings_back_their_own_change(lived: Any, tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    assert lived("export", "--obsidian", str(folder)).code == 0
    file = note_of(folder, "The shop has two doors.")
    file.write_text(file.read_text().replace("two doors", "four doors"))
    keys = [("as your words?", "y")]
    done = persons.scrubjay(lived.folder, os.environ, "import", str(folder), keys=keys)
    assert done.code == 0, done.said
    found = {one["content"]: one for one in json.loads(lived("memories", "--json").out)["memories"]}
    assert found["The shop has four doors."]["grade"] == "told"
    assert "The shop has two doors." not in found
    assert lived("export", "--obsidian", str(folder)).code == 0
    assert "two doors" in file.read_text(), "the old note is the old memory's again"


def test_every_program_named_in_the_help_has_a_reader(ready: Any) -> None:
    shown = " ".join(ready("import", "--help").out.split()).replace("- ", "-")  # lines break at hyphens as well
    assert all(name in shown for name in NAMES)


def test_a_folder_or_a_file_is_written_not_both(ready: Any, tmp_path: Path) -> None:
    assert ready("export", str(tmp_path / "a.jsonl"), "--obsidian", str(tmp_path / "b")).code == 2
    assert ready("export", "--obsidian", str(tmp_path / "no" / "b")).code == 2


def test_a_quarantined_programs_records_are_in_no_folder(ready: Any, trusted: Path, tmp_path: Path) -> None:
    assert imported(ready, str(store("mem0", tmp_path)), "--only", "bob")["stored"] == 2
    assert ready("remember", "The lamp is green.").code == 0
    done = ready("quarantine", "mem0", "--reason", "junk")
    assert done.code == 0, done.err
    summary = json.loads(ready("export", "--obsidian", str(tmp_path / "vault"), "--json").out)
    assert summary["memories"] == 1
    texts = "".join(file.read_text(encoding="utf-8") for file in (tmp_path / "vault").rglob("*.md"))
    assert "lamp" in texts
    assert not any(text in texts for text in TEXTS)
    assert imported(ready, str(tmp_path / "mem0.json"), "--only", "bob")["blocked"] == 2
