"""Which program wrote it? By what stands there; where nothing is known, what was seen is said."""

from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.model.record import Record, Skipped
from scrubjay_exchange.importing.formats import NAMES, detected, format_of
from tests.shared.scrubjay_exchange.importing.stores.texts import database

FILES = {
    "CLAUDE.md": ("- Vans are red today.", "claude"),
    "AGENTS.md": ("- Vans are red today.", "agents"),
    ".cursorrules": ("Vans are red today.", "cursor"),
    "vans.mdc": ("---\nglobs: *.py\n---\nVans are red today.", "cursor"),
    "note.md": ("---\ntitle: a\npermalink: a\n---\n- [fact] Vans are red.", "basic-memory"),
    "m.jsonl": ('{"type":"entity","name":"a","entityType":"b","observations":["c"]}\n', "server-memory"),
    "all.json": ('[{"id": "1", "memory": "Vans are red."}]', "mem0"),
    "out.jsonl": ('{"scrubjay":"memories","version":2,"scope":"project"}\n', "export"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_known_by_its_name_or_content(name: str, tmp_path: Path) -> None:
    text, program = FILES[name]
    (tmp_path / name).write_text(text)
    assert detected(tmp_path / name) == program


UNKNOWN = {
    "a.txt": ("words", "neither JSON nor SQLite nor Markdown"),
    "a.json": ('{"b": 1, "c": []}', "JSON with the keys b, c"),
    "a.md": ("# A", "a Markdown file that no program is known by"),
    "a": ("", "an empty file"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_nobody_is_known_by_is_refused_with_what_was_seen(name: str, tmp_path: Path) -> None:
    text, seen = UNKNOWN[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError) as refused:
        detected(tmp_path / name)
    assert seen in str(refused.value)
    assert all(program in str(refused.value) for program in NAMES)


def test_a_sqlite_file_of_another_program_is_refused_with_its_tables(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a SQLite file with the tables places, visits"):
        detected(database("CREATE TABLE visits(id); CREATE TABLE places(id);", tmp_path / "places.sqlite"))


RULE = "---\ndescription: Vans\nglobs: *.py, tests/**\nalwaysApply: false\n---\n# Vans\n\n- Paint each van red first.\n"


def test_a_cursor_rule_says_where_it_applies(tmp_path: Path) -> None:
    (tmp_path / ".cursor" / "rules").mkdir(parents=True)
    (tmp_path / ".cursor" / "rules" / "vans.mdc").write_text(RULE)
    (tmp_path / ".cursorrules").write_text("Wash each van on Friday.\n")
    assert detected(tmp_path) == "cursor"
    rule, old = (item for item in format_of("cursor").read(tmp_path) if isinstance(item, Record))
    assert (rule.text, rule.applies, rule.where) == ("Paint each van red first.", "*.py, tests/**", "vans.mdc")
    assert (old.text, old.applies) == ("Wash each van on Friday.", "")


INDEX = "# Memory\n- [Vans](vans.md) — their colours and more\n- Owls carry all letters in winter.\n"
VANS = "---\nname: vans\ndescription: colours\ntype: project\n---\nVans are painted red in spring.\n"


def test_an_index_of_claude_code_is_no_statement_and_its_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(INDEX)
    (tmp_path / "vans.md").write_text(VANS)
    assert detected(tmp_path) == "claude"
    items = list(format_of("claude").read(tmp_path))
    assert [(item.text, item.tags) for item in items if isinstance(item, Record)] == [
        ("Owls carry all letters in winter.", ()), ("Vans are painted red in spring.", ("project",)),
    ]  # fmt: skip
    assert [item.where for item in items if isinstance(item, Skipped)] == ["MEMORY.md:2"]


HANDBOOK = """\
# Task Group: magpie parcels

scope: sorting of parcels
applies_to: cwd=/srv/magpie; reuse_rule=safe here

## Task 1: sort parcels, success

### rollout_summary_files
- rollout_summaries/a.md (cwd=/srv/magpie, thread_id=1)

### keywords
- parcels, queue, sorting

## Reusable knowledge
- The queue drains every 15 minutes.

# Task Group: owls

applies_to: cwd=/srv/owls

## Failures and how to do differently
- Owls refuse heavy letters at night.
"""


def test_codex_handbook_is_read_group_by_group_with_the_folder_as_owner(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(HANDBOOK)
    (tmp_path / "memory_summary.md").write_text("- Said again.")
    assert detected(tmp_path) == "codex"
    items = list(format_of("codex").read(tmp_path))
    assert [(item.text, item.owner, item.tags) for item in items if isinstance(item, Record)] == [
        ("The queue drains every 15 minutes.", "magpie", ("reusable-knowledge",)),
        ("Owls refuse heavy letters at night.", "owls", ("failures-and-how-to-do-differently",)),
    ]
    assert [item.where for item in items if isinstance(item, Skipped)] == ["memory_summary.md"]
