"""Memories go on as a folder of notes and come back: nothing lost, nothing overwritten, nothing deleted."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.memory.store.request import RememberRequest, cleaned
from scrubjay.model.evidence import Verdict
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.record import Item, Record, Skipped
from scrubjay.storage.database import Database
from scrubjay_exchange.importing import folder
from scrubjay_exchange.importing.folder import FolderNote, note_name, read_note, written
from scrubjay_exchange.importing.folder_export import FolderReport, ended, notes_of, write_folder
from tests.shared.memory.conftest import BY_HAND, Grounding, Hands, stored
from tests.shared.scrubjay_exchange.importing.conftest import Bring

NUMBERS = count()
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80).filter(lambda t: cleaned(t) != "")
LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn"]), max_size=20).map(str.strip)
TAGS = st.lists(st.from_regex(r"[a-z][a-z0-9./-]{0,9}", fullmatch=True), max_size=4, unique=True)
QUIET = settings(
    max_examples=20, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
IDS = st.uuids(version=4).map(lambda id: id.hex)


@given(
    id=IDS, kind=st.sampled_from(MEMORY_KINDS), scope=st.sampled_from(["project", "user"]), text=TEXT.map(cleaned),
    tags=TAGS, applies=LINE, citations=st.lists(LINE.filter(bool), max_size=3), replaces=st.lists(IDS, max_size=3),
)  # fmt: skip
@settings(derandomize=True, deadline=None, max_examples=100)
def test_a_note_is_read_as_it_was_written(
    id: str, kind: str, scope: str, text: str, tags: list[str], applies: str, citations: list[str], replaces: list[str]
) -> None:
    note = FolderNote(
        id=id, kind=kind, scope=scope, text=text, tags=tuple(tags), applies=applies, citations=tuple(citations),
        replaces=tuple(replaces), author="ada", recorded_at="2026-03-01T12:00:00Z",
    )  # fmt: skip
    names = {old: note_name(old, text) for old in replaces[:1]}
    assert read_note(written(note, names)) == note


Told = list[tuple[str, str, list[str], bool]]


@QUIET
@given(
    told=st.lists(
        st.tuples(TEXT, st.sampled_from(MEMORY_KINDS), TAGS, st.booleans()),
        min_size=1, max_size=5, unique_by=lambda one: cleaned(one[0]),
    )
)  # fmt: skip
def test_a_folder_brings_back_id_text_kind_tags_scope_and_links(
    told: Told, make_memories: Callable[..., Memories], hands: Hands, bring: Bring, tmp_path: Path
) -> None:
    number = next(NUMBERS)
    first, second = make_memories(f"a{number}"), make_memories(f"b{number}")
    last = ""
    for text, kind, tags, replaces in told:
        hands.pass_by(hours=1)
        supersedes = last if replaces else ""
        request = RememberRequest(content=text, kind=kind, tags=tuple(tags), supersedes=supersedes, author="ada")
        last = getattr(first.remember(request), "id", "")
    there = tmp_path / f"notes{number}"
    notes, secret = notes_of(first, "project")
    assert write_folder(there, notes).written == len(notes) == len(told) - secret
    report = bring(second, list(folder.read(there)))
    assert report.counts["stored"] == len(notes)
    assert [fields(second.get(note.id)) for note in notes] == [fields(first.get(note.id)) for note in notes]
    assert bring(second, list(folder.read(there))).counts["known"] == len(notes)
    again = write_folder(there, notes_of(second, "project")[0])
    assert (again.written, again.kept) == (again.written, [])


def fields(memory: Memory) -> tuple[object, ...]:
    return (
        memory.id, memory.content, memory.kind, memory.tags, memory.scope, memory.applies, memory.status,
        sorted(memory.supersedes),
    )  # fmt: skip


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def memories(make_memories: Callable[..., Memories]) -> Memories:
    return make_memories("p1")


def out(memories: Memories, there: Path) -> FolderReport:
    return write_folder(there, notes_of(memories, "project")[0])


def only(there: Path) -> Path:
    (file,) = there.rglob("*.md")
    return file


def change(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_note_that_a_hand_changed_is_told_where_a_person_imports_it(
    memories: Memories, bring: Bring, there: Path
) -> None:
    old = stored(memories, "Vans leave at six.", **BY_HAND)
    out(memories, there)
    change(only(there), "at six", "at seven")
    (taken,) = bring(memories, list(folder.read(there)), vouched=True).taken
    new = memories.get(taken.id)
    assert (taken.outcome, new.content, new.origin, new.supersedes) == (
        "stored", "Vans leave at seven.", "person", (old,),
    )  # fmt: skip
    assert memories.get(old).status is MemoryStatus.SUPERSEDED
    assert bring(memories, list(folder.read(there)), vouched=True).counts["known"] == 1
    assert out(memories, there).kept == [], "what was imported may be written over"
    assert len(list(there.rglob("*.md"))) == 2


def test_a_change_that_nobody_vouches_for_is_an_agents(memories: Memories, bring: Bring, there: Path) -> None:
    stored(memories, "Vans leave at six.")
    out(memories, there)
    change(only(there), "at six", "at seven")
    (taken,) = bring(memories, list(folder.read(there))).taken
    assert memories.get(taken.id).origin == "agent"


@pytest.mark.parametrize("between", ["waits", "rejected", "said"])
def test_a_persons_yes_decides_what_an_agents_import_left_open(
    between: str, memories: Memories, bring: Bring, grounding: Grounding, there: Path
) -> None:
    old = stored(memories, "Vans leave at six.", **BY_HAND)
    out(memories, there)
    change(only(there), "at six", "at seven")
    verdict, grounding.verdict = grounding.verdict, Verdict.STORED if between == "said" else Verdict.HELD
    (by_agent,) = bring(memories, list(folder.read(there))).taken
    grounding.verdict = verdict
    (again,) = bring(memories, list(folder.read(there))).taken
    if between == "rejected":
        memories.reject(by_agent.id, "ada", "no")
    elif between == "waits":
        assert (by_agent.outcome, again.outcome) == ("held", "held")
        assert f"`scrubjay review approve {by_agent.id[:12]}`" in again.reason
    (taken,) = bring(memories, list(folder.read(there)), vouched=True).taken
    assert taken.outcome == "stored"
    assert [memory.content for memory in memories.believed()] == ["Vans leave at seven."]
    assert memories.get(old).status is MemoryStatus.SUPERSEDED
    assert bring(memories, list(folder.read(there)), vouched=True).counts["known"] == 1


def test_a_note_that_nobody_changed_since_says_nothing_new(memories: Memories, bring: Bring, there: Path) -> None:
    old = stored(memories, "Vans leave at six.")
    out(memories, there)
    stored(memories, "Vans leave at seven.", supersedes=old)
    (taken,) = bring(memories, list(folder.read(there)), vouched=True).taken
    assert taken.outcome == "known"
    assert [memory.content for memory in memories.believed()] == ["Vans leave at seven."]


def test_a_deleted_or_emptied_note_deletes_no_memory(memories: Memories, bring: Bring, there: Path) -> None:
    stored(memories, "Vans leave at six.")
    stored(memories, "Owls carry letters.")
    out(memories, there)
    first, second = sorted(there.rglob("*.md"))
    first.unlink()
    change(second, "Vans leave at six.", "")
    bring(memories, list(folder.read(there)), vouched=True)
    assert len(memories.believed()) == 2


def test_a_forgotten_memory_does_not_come_back_by_its_note(memories: Memories, bring: Bring, there: Path) -> None:
    id = stored(memories, "Vans leave at six.")
    out(memories, there)
    memories.forget(id, "ada")
    (taken,) = bring(memories, list(folder.read(there)), vouched=True).taken
    assert (taken.outcome, memories.believed()) == ("blocked", ())
    report = out(memories, there)
    assert (report.written, report.left) == (0, (id,)), "its note stays, and is counted"
    assert ended(memories, report.left) == 1


def test_the_notes_of_another_project_are_not_taken_for_ended_ones(
    memories: Memories, make_memories: Callable[..., Memories], there: Path
) -> None:
    id = stored(memories, "Vans leave at six.")
    out(memories, there)
    other = make_memories("p2")
    stored(other, "Owls carry letters.")
    report = out(other, there)
    assert (report.written, report.left, ended(other, report.left)) == (1, (id,), 0)
    mine = write_folder(there, notes_of(memories, "user")[0])
    assert ended(memories, mine.left) == 0, "what holds in another scope holds"


def test_a_changed_note_is_not_written_over(memories: Memories, there: Path) -> None:
    stored(memories, "Vans leave at six.")
    out(memories, there)
    change(only(there), "at six", "at seven")
    report = out(memories, there)
    assert (report.written, [why[:15] for _, why in report.kept]) == (0, ["changed by hand"])
    assert "at seven" in only(there).read_text()


def test_a_strangers_file_and_what_a_link_leads_to_stay(memories: Memories, there: Path, tmp_path: Path) -> None:
    id = stored(memories, "Vans leave at six.", kind="fact")
    (there / "fact").mkdir(parents=True)
    name = note_name(id, "Vans leave at six.")
    (there / "fact" / f"{name}.md").write_text("a stranger's")
    assert out(memories, there).kept == [(f"fact/{name}.md", "a stranger's file")]
    (there / "fact" / f"{name}.md").unlink()
    (tmp_path / "else.md").write_text("else")
    (there / "fact" / f"{name}.md").symlink_to(tmp_path / "else.md")
    with pytest.raises(UsageError, match="no regular file"):
        out(memories, there)
    assert (tmp_path / "else.md").read_text() == "else"
    (there / "fact" / f"{name}.md").unlink()
    (there / "fact").rmdir()
    (there / "fact").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(UsageError, match="a link or a file"):
        out(memories, there)
    assert [file.name for file in tmp_path.glob("*.md")] == ["else.md"]


def test_a_text_that_looks_like_a_path_stays_inside_the_folder(memories: Memories, there: Path, tmp_path: Path) -> None:
    stored(memories, "../../../etc/passwd\n---\n[[x]]", kind="fact")
    out(memories, there)
    assert only(there).parent == there / "fact"
    assert read_note(only(there).read_text()) is not None


def test_what_is_held_ended_or_a_secret_is_not_exported(
    memories: Memories, grounding: Grounding, hands: Hands, there: Path
) -> None:
    ended = stored(memories, "Vans leave at six.")
    memories.retract(ended, "ada", "wrong")
    grounding.verdict = Verdict.HELD
    stored(memories, "It waits.")
    assert notes_of(memories, "project") == ([], 0)


def test_a_secret_that_an_older_rule_let_pass_is_not_exported(
    memories: Memories, databases: Callable[[str], Database]
) -> None:
    id = stored(memories, "Vans leave at six.")
    secret = f"ghp_{'aB3dE6gH9j' * 4}"[:40]
    change_to = {"text": f"The token is {secret}", "id": id}
    databases("p1").write(lambda c: c.execute("UPDATE memory SET content = :text WHERE id = :id", change_to))
    assert notes_of(memories, "project") == ([], 1)


def test_a_note_of_a_stranger_is_skipped_and_the_rest_is_read(there: Path, memories: Memories) -> None:
    stored(memories, "Vans leave at six.")
    out(memories, there)
    (there / "own.md").write_text("# Mine\n")
    (there / "bad.md").write_text("---\nscrubjay: 1\nid: ../../x\n---\nWords.\n")
    (there / "alias.md").write_text("---\nscrubjay: &a 1\nid: *a\n---\nWords.\n")
    items: list[Item] = list(folder.read(there))
    assert sorted(item.where for item in items if isinstance(item, Skipped)) == ["alias.md", "bad.md", "own.md"]
    assert [item.text for item in items if isinstance(item, Record)] == ["Vans leave at six."]
