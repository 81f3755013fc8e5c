"""Files that nobody's program wrote: read within bounds, refused with a reason, and never followed or run."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from scrubjay.errors import LimitExceeded, ScrubjayError, StorageBusy, UsageError
from scrubjay.model.record import Record, Skipped
from scrubjay.storage.foreign import foreign_tables
from scrubjay_exchange.importing.files import LONGEST_LINE, files_below, read_text
from scrubjay_exchange.importing.formats import detected, format_of
from scrubjay_exchange.importing.json_stores import read_server_memory
from scrubjay_exchange.importing.sqlite_stores import read_mcp_memory_service
from tests.shared.scrubjay_exchange.importing.stores.texts import database, store

LINES = (
    "[" * 100_000,
    "x" * (LONGEST_LINE + 1),
    "null",
    '"entity"',
    '{"type": "entity"}',
    '{"type": "entity", "name": 7, "observations": "all"}',
    '{"type": "entity", "name": "a", "observations": [{"b": []}]}',
    '{"type": "relation", "from": "a", "to": [], "relationType": "knows"}',
    "\x00",
    '{"type": "entity", "name": "van", "observations": ["The van \\u0000 is \\ud800 red."]}',
)


def test_each_line_is_accounted_for_whatever_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text("\n".join(LINES), encoding="utf-8")
    items = list(read_server_memory(file))
    assert [type(item) for item in items] == [Skipped] * 9 + [Record]
    assert [item.where for item in items] == [f"memory.jsonl:{number}" for number in range(1, 11)]


def test_each_observation_is_accounted_for(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text('{"type": "entity", "name": "a", "observations": ["Vans", "", null, 17, " "]}\n{"type": "ent')
    items = list(read_server_memory(file))
    assert [type(item) for item in items] == [Record, *[Skipped] * 5]
    assert items[-1] == Skipped("memory.jsonl:2", "no JSON that can be read")


def test_what_an_answer_of_mem0_holds_besides_memories_is_accounted_for(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text('{"results": [{"memory": "Vans are red."}], "relations": [{"source": "a"}, 7]}')
    assert [item.where for item in format_of("mem0").read(file)] == [
        "all.json#1", "all.json relations#1", "all.json relations#2",
    ]  # fmt: skip
    file.write_text('{"all": []}')
    (item,) = format_of("mem0").read(file)
    assert isinstance(item, Skipped)


BROKEN = {
    '{"results":[': "breaks off at line 1",
    "{]": "is no JSON at line 1",
    "[" * 99_999: "is no JSON that can be read",
}


@pytest.mark.parametrize(("text", "said"), BROKEN.items(), ids=("cut", "other", "nested"))
def test_a_file_of_broken_json_is_no_empty_store(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        list(format_of("mem0").read(file))


@pytest.mark.parametrize("value", [{"results": [None, 7, {}, {"memory": 4}]}, {"results": {"memory": "x"}}, [], 3])
def test_json_of_another_form_gives_no_memory(value: object, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(json.dumps(value))
    assert [item for item in format_of("mem0").read(file) if isinstance(item, Record)] == []


FOLDERS = {
    "basic-memory": ("a.md", "---\ntitle: a\npermalink: a\n---\n- [fact] Vans are red.\n", "bad.md"),
    "claude": ("MEMORY.md", "- Vans are red today.\n", "bad.md"),
    "cursor": (".cursorrules", "Vans are red today.\n", "bad.mdc"),
    "obsidian": ("a.md", f"---\nscrubjay: 1\nid: {'ab' * 16}\n---\nVans are red.\n", "bad.md"),
}


@pytest.mark.parametrize("program", FOLDERS)
def test_one_file_that_cannot_be_read_does_not_stop_a_folder(program: str, tmp_path: Path) -> None:
    name, text, bad = FOLDERS[program]
    (tmp_path / name).write_text(text)
    (tmp_path / bad).write_bytes(b"Caf\xe9\n")
    assert detected(tmp_path) == program
    items = list(format_of(program).read(tmp_path))
    assert [item for item in items if isinstance(item, Skipped)] == [Skipped(bad, "isn't encoded in UTF-8.")]
    assert len(items) == 2
    with pytest.raises(UsageError, match="UTF-8"):
        list(format_of(program).read(tmp_path / bad))


def test_a_link_out_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "private.md").write_text("- Somebody else's words are here.\n")
    (tmp_path / "notes" / "link.md").symlink_to(tmp_path / "private.md")
    (tmp_path / "notes" / "all").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "notes" / "own.md").write_text("x")
    assert files_below(tmp_path / "notes", ".md") == (tmp_path / "notes" / "own.md",)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "memory.jsonl")
    with pytest.raises(UsageError, match="no regular file"):
        read_text(tmp_path / "memory.jsonl")


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x" * 101)
    with pytest.raises(LimitExceeded, match="larger than 100 bytes"):
        read_text(tmp_path / "a.md", 100)


@pytest.mark.parametrize("log", ["-wal", "-journal"])
def test_a_file_whose_program_keeps_a_log_is_refused(log: str, tmp_path: Path) -> None:
    file = store("claude-mem", tmp_path)
    file.with_name(file.name + log).write_bytes(b"more")
    with pytest.raises(UsageError, match="Stop its program"):
        detected(file)


def test_a_file_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    file = store("claude-mem", tmp_path)
    with pytest.raises(StorageBusy, match="changed while"), foreign_tables(file):
        os.utime(file, ns=(1, 1))


def test_reading_leaves_no_trace_beside_a_file_of_a_program_that_uses_a_log(tmp_path: Path) -> None:
    file = store("mcp-memory-service", tmp_path)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    before = file.read_bytes()
    assert len(list(read_mcp_memory_service(file))) == 20
    assert (list(tmp_path.iterdir()), file.read_bytes()) == ([file], before)


COLUMNS = "id, content_hash, content, tags, memory_type, created_at_iso"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x, x, x, x, x FROM n"


def test_a_view_in_place_of_a_table_is_not_asked(tmp_path: Path) -> None:
    file = database(f"CREATE VIEW memories({COLUMNS}) AS {ENDLESS};", tmp_path / "view.db")
    with pytest.raises(UsageError, match="a SQLite file with the tables none"):
        detected(file)


def test_a_trigger_never_runs(tmp_path: Path) -> None:
    file = database(
        f"CREATE TABLE memories({COLUMNS}); INSERT INTO memories VALUES(1, 'h', 'Vans are red.', '', '', '');"
        "CREATE TRIGGER t AFTER UPDATE ON memories BEGIN DELETE FROM memories; END;",
        tmp_path / "trigger.db",
    )
    assert [item.text for item in read_mcp_memory_service(file) if isinstance(item, Record)] == ["Vans are red."]


def test_more_rows_than_an_import_takes_are_refused(tmp_path: Path) -> None:
    file = store("mcp-memory-service", tmp_path)
    with foreign_tables(file) as tables, pytest.raises(LimitExceeded, match="more than 5 rows"):
        list(tables.rows("SELECT id FROM memories", most=5))


def test_a_damaged_file_is_told_by_its_name(tmp_path: Path) -> None:
    file = store("mempalace", tmp_path)
    file.write_bytes(file.read_bytes()[:100] + b"\xff" * 5_000)
    with pytest.raises(ScrubjayError, match=r"mempalace\.db") as refused:
        detected(file)
    assert "doctor" not in str(refused.value), "which repairs scrubjay's own files"


@pytest.mark.parametrize("program", ["claude-mem", "mempalace", "mcp-memory-service"])
def test_a_file_that_is_not_what_its_user_says_is_refused(program: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("words")
    for file in (tmp_path / "text", tmp_path, database("CREATE TABLE visits(id);", tmp_path / "visits.db")):
        with pytest.raises(UsageError, match=r"no SQLite file|hasn't the tables"):
            list(format_of(program).read(file))


def test_values_of_another_type_than_a_program_writes_are_read_as_text(tmp_path: Path) -> None:
    rows = "INSERT INTO memories VALUES(1, x'00ff', x'00ff', 7, 1.5, NULL), (2, NULL, NULL, NULL, NULL, NULL);"
    file = database(f"CREATE TABLE memories({COLUMNS}); {rows}", tmp_path / "odd.db")
    assert [type(item) for item in read_mcp_memory_service(file)] == [Record, Skipped]
