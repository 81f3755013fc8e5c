"""Files that the real programs wrote: each record is read as it was given to the program, field by field."""

from pathlib import Path

import pytest

from scrubjay.model.record import Record, Skipped
from scrubjay_exchange.importing.formats import FORMATS, detected, format_of
from tests.shared.scrubjay_exchange.importing.stores.texts import NAMES, TAGS, TEXTS, store


def records(program: str, folder: Path) -> list[Record]:
    items = list(format_of(program).read(store(program, folder)))
    return [item for item in items if isinstance(item, Record)]


@pytest.mark.parametrize("program", NAMES)
def test_a_programs_file_is_known_by_itself(program: str, tmp_path: Path) -> None:
    assert detected(store(program, tmp_path)) == program


def test_each_observation_of_server_memory_is_read_with_its_entity(tmp_path: Path) -> None:
    read = records("server-memory", tmp_path)
    observed = [record for record in read if "relation" not in record.tags]
    assert len(observed) == 20
    for text, tags in zip(TEXTS, TAGS, strict=True):
        (one,) = [record for record in observed if record.text.endswith(text)]
        type_ = "decision" if tags[0] == "storage" else "component"
        named = tags[0] in text.casefold()
        assert one.text == (text if named else f"{tags[0]}: {text}")
        assert (one.name, set(one.tags), one.kind) == (tags[0], {tags[0], type_}, type_ if type_ == "decision" else "")
    assert [record.text for record in read[20:]] == ["labels depends on queue", "routing reads scanner"]


def test_each_memory_of_mem0_is_read_with_user_category_and_time(tmp_path: Path) -> None:
    read = {record.text: record for record in records("mem0", tmp_path)}
    assert set(read) == set(TEXTS)
    for number, (text, tags) in enumerate(zip(TEXTS, TAGS, strict=True)):
        one = read[text]
        category = tags[0] if number % 2 else ""
        assert (one.owner, one.tags) == ("ada" if number < 18 else "bob", (category,) if category else ())
        assert one.kind == ("incident" if category == "incident" else "question" if category == "open" else "")
        assert (len(one.name), one.made_at[:10]) == (36, "2026-11-23")
    assert len({one.name for one in read.values()}) == 20


def test_each_observation_of_basic_memory_is_read_with_category_and_tags(tmp_path: Path) -> None:
    read = {record.text: record for record in records("basic-memory", tmp_path) if "relation" not in record.tags}
    assert set(read) == {*TEXTS, "Depots share one clock"}
    categories = ("fact", "decision", "tech", "preference", "howto")
    for number, (text, tags) in enumerate(zip(TEXTS, TAGS, strict=True)):
        one, category = read[text], categories[number % 5]
        kind = {"tech": "fact", "howto": "procedure"}.get(category, category)
        note = "queue-and-storage" if number < 7 else "routing" if number < 14 else "labels-and-drivers"
        assert (one.kind, one.name) == (kind, f"magpie/parcels/{note}")
        assert set(one.tags) == {category, tags[0], "magpie", "note"}
    related = [record.text for record in records("basic-memory", tmp_path / "again") if "relation" in record.tags]
    assert related[:2] == ["Labels and drivers depends on Routing", "Labels and drivers part of Depot Handbook"]


def test_each_fact_of_claude_mem_is_read_with_project_type_and_concepts(tmp_path: Path) -> None:
    read = {record.text: record for record in records("claude-mem", tmp_path)}
    types = ("decision", "bugfix", "feature", "refactor", "discovery", "change")
    for number, (text, tags) in enumerate(zip(TEXTS, TAGS, strict=True)):
        one = read[text]
        assert (one.where, one.owner) == (f"observations {number + 1}", "magpie" if number < 18 else "other")
        assert set(one.tags) == {*tags, types[number % 6]}
        assert one.kind == ("decision" if number % 6 == 0 else "")
        assert one.made_at == f"2026-03-01T10:{number:02}:00.000Z"
    further = {f"Noted for {TAGS[n][0]} number {n}." for n in range(3)}
    assert set(read) == {*TEXTS, *further, "Depots are numbered from the north.", "The router needs one table."}


def test_each_memory_of_mcp_memory_service_is_read_and_a_deleted_one_is_not(tmp_path: Path) -> None:
    read = {record.text: record for record in records("mcp-memory-service", tmp_path)}
    types = ("note", "decision", "observation", "reference")
    assert list(read) == list(TEXTS[:19])
    for number, (text, tags) in enumerate(zip(TEXTS[:19], TAGS, strict=False)):
        one = read[text]
        assert (set(one.tags), len(one.name)) == ({*tags, types[number % 4]}, 64)
        assert one.kind == ("decision" if number % 4 == 1 else "")
        assert one.made_at.startswith("2026-11-23T20:02:46")


def test_each_drawer_of_mempalace_is_read_with_wing_and_room_and_a_diary_is_not(tmp_path: Path) -> None:
    items = list(format_of("mempalace").read(store("mempalace", tmp_path)))
    read = [item for item in items if isinstance(item, Record)]
    assert [record.text for record in read] == list(TEXTS)
    for record, tags in zip(read, TAGS, strict=True):
        assert (record.tags, record.owner) == ((tags[0],), "other" if tags[0] == "people" else "magpie")
        assert record.name.startswith(f"drawer_{record.owner}_{tags[0]}_")
    assert [item.reason for item in items if isinstance(item, Skipped)] == ["a diary entry of an agent"]


def test_each_memory_of_claude_code_is_read_with_its_type_and_its_index_is_not(tmp_path: Path) -> None:
    items = list(format_of("claude").read(store("claude", tmp_path)))
    read = {item.text: item for item in items if isinstance(item, Record)}
    assert set(read) == set(TEXTS)
    for number, text in enumerate(TEXTS):
        type_ = ("user", "feedback", "project", "reference")[number // 5]
        assert (read[text].tags, read[text].name) == ((type_,), f"{type_}_notes.md")
    assert [item.where for item in items if isinstance(item, Skipped)] == [f"MEMORY.md:{line}" for line in range(1, 5)]


def test_every_format_has_a_name_of_its_own() -> None:
    assert len({format.name for format in FORMATS}) == len(FORMATS)
