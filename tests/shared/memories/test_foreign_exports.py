"""What may a file make one believe? A sealed one what it says, another one what a person vouches for, or nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scrubjay.memories.regrading import migrated

from scrubjay.errors import UsageError
from scrubjay.memories import Memories
from scrubjay.memories.archive import MemoryArchive
from scrubjay.memories.rows import digest
from scrubjay.model.evidence import Act, CitationKind, CitationResult, CitationStatus, Origin, Relation, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from tests.shared.memories.conftest import Grounding, captured_grades, stored

CITED = CitationResult(
    kind=CitationKind.PLACE,
    text="a.md",
    target="a.md",
    status=CitationStatus.RESOLVED,
    relation=Relation.SPEAKS,
    path="a.md",
    words="Ten parcels.",
)
THEN = "2026-01-05T10:00:00Z"


@pytest.fixture
def lines(memories: Memories, grounding: Grounding, tmp_path: Path) -> list[str]:
    """An export with a told, a cited, an unconfirmed and a held memory."""
    stored(memories, "Vans leave at six.", origin=Origin.PERSON, author="ada", tags=("vans",), applies="staging")
    stored(memories, "Vans leave at seven.")
    grounding.citations = (CITED,)
    stored(memories, "Ten parcels fit.")
    grounding.citations = ()
    grounding.verdict = Verdict.HELD
    stored(memories, "It waits.")
    grounding.verdict = Verdict.STORED
    return MemoryArchive(memories, tmp_path).export("project", "ada")


def grades(memories: Memories) -> dict[str, Grade]:
    """What holds, with the grade that its evidence earned."""
    found = {memory.id: memory.content for memory in memories.believed()}
    return {found[id]: grade for id, grade in captured_grades(memories, found).items()}


def test_a_sealed_export_keeps_its_grades(
    make_memories: Callable[..., Memories], lines: list[str], tmp_path: Path
) -> None:
    other = make_memories("p2")
    scope, found, sealed = MemoryArchive(other, tmp_path).read(lines)
    MemoryArchive(other, tmp_path).take_back(scope, found, "ben", sealed=sealed)
    assert grades(other) == {
        "Vans leave at six.": Grade.TOLD, "Vans leave at seven.": Grade.UNCONFIRMED, "Ten parcels fit.": Grade.CITED,
    }  # fmt: skip
    assert len(other.waiting()) == 1


def test_what_an_unsealed_file_calls_told_is_an_agents_claim(
    make_memories: Callable[..., Memories], lines: list[str], tmp_path: Path
) -> None:
    other = make_memories("p2")
    archive = MemoryArchive(other, tmp_path)
    scope, found, sealed = archive.read(lines[:-1])
    assert not sealed
    archive.claim(scope, found, "ben")
    assert set(grades(other).values()) == {Grade.UNCONFIRMED}
    (told,) = [one for one in other.believed() if one.content == "Vans leave at six."]
    assert (told.tags, told.applies, told.origin) == (("vans",), "staging", Origin.AGENT)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        pytest.param("tags", '[""]', "leave it out", id="an empty tag"),
        pytest.param("tags", '["a\\u001bb"]', "without spaces", id="a tag that drives a terminal"),
        pytest.param("applies", " ", "applies is blank", id="a blank place"),
        pytest.param("applies", "a\x1bb", "such as staging", id="a place that drives a terminal"),
    ],
)
def test_a_file_holds_the_tags_and_places_that_remember_would_take(
    memories: Memories, lines: list[str], tmp_path: Path, field: str, value: str, message: str
) -> None:
    head, line, *rest = lines
    written = json.loads(line)
    written["memory"][field] = value
    with pytest.raises(UsageError, match=f"Line 2: memory.{field}.*{message}.*Nothing was imported"):
        MemoryArchive(memories, tmp_path).read([head, json.dumps(written), *rest])


def test_what_a_person_vouches_for_is_told_by_that_person_and_by_nobody_else(
    make_memories: Callable[..., Memories], lines: list[str], tmp_path: Path
) -> None:
    other = make_memories("p2")
    archive = MemoryArchive(other, tmp_path)
    scope, found, _ = archive.read(lines[:-1])
    archive.take_back(scope, found, "ben", sealed=False)
    assert set(grades(other).values()) == {Grade.TOLD}
    for some in other.evidence([one.id for one in other.believed()]).values():
        assert [(one.source_id, one.act) for one in some if one.grade is Grade.TOLD] == [("ben", Act.IMPORTED)]
    (waits,) = other.waiting()
    assert captured_grades(other, [waits.id]) == {waits.id: Grade.UNCONFIRMED}, "what waits isn't vouched for"


def test_what_a_script_vouches_for_is_its_own_claim_whatever_the_file_says_of_sources(
    make_memories: Callable[..., Memories], lines: list[str], tmp_path: Path
) -> None:
    other = make_memories("p2")
    archive = MemoryArchive(other, tmp_path)
    scope, found, _ = archive.read(lines[:-1])
    assert archive.take_back(scope, found, "ben", sealed=False, origin=Origin.SCRIPT) == 4
    assert grades(other) == dict.fromkeys(
        ("Vans leave at six.", "Vans leave at seven.", "Ten parcels fit."), Grade.UNCONFIRMED
    )
    assert {one.origin for one in other.believed()} == {Origin.SCRIPT}
    assert [one.content for one in other.waiting()] == ["It waits."]
    (record,) = archive.audit(scope, 1)
    assert record.metadata["by"] == "script"


def test_a_preference_that_a_script_brings_along_stays_where_it_brought_it(
    memories: Memories, make_memories: Callable[..., Memories], tmp_path: Path
) -> None:
    stored(memories, "I prefer tabs.", origin=Origin.PERSON, act=Act.TYPED, scope="user", kind="preference")
    archive = MemoryArchive(memories, tmp_path)
    scope, found, _ = archive.read(archive.export("user", "ada")[:-1])
    found[0]["memory"]["id"] = brought = "f" * 32
    assert archive.take_back(scope, found, "ben", sealed=False, origin=Origin.SCRIPT) == 1
    assert brought in {one.id for one in memories.believed()}
    assert brought not in {one.id for one in make_memories("p2").believed()}


def first(content: str, source: str, *statuses: str, quote: str = "", support: str = "") -> dict[str, Any]:
    """A line as the program before grades wrote it."""
    judged = {"tier": "FLAG_REVIEW", "confidence": "low", "score": 0.4}
    beliefs = [
        {**judged, "status": status, "reason": "then", "unconfirmed": 0, "valid_from": THEN, "valid_until": "",
         "recorded_at": THEN, "retracted_at": "" if place == len(statuses) - 1 else THEN, "actor": "ada"}
        for place, status in enumerate(statuses)
    ]  # fmt: skip
    cited = {
        "ordinal": 0, "kind": "place", "text": "a.md", "target": "a.md", "status": "verified", "support": support,
        "path": "a.md", "start_line": 0, "end_line": 0, "blob": "", "commit_sha": "", "quote": "Ten.",
        "quote_hash": "", "detail": "", "attached": 0,
    }  # fmt: skip
    check = {
        **judged, "captured_at": THEN, "reason": "then", "source": source, "source_id": "ada", "horizon": "",
        "similarity": 0.0, "conflict": "", "passed": "[]", "failed": "[]", "metadata": "{}",
        "citations": [cited] if support else [],
    }  # fmt: skip
    memory = {
        "id": digest(content)[:32], "kind": "fact", "content": content, "digest": digest(content), "scope": "project",
        "author": "ada", "session": "", "source": source, "claimed": "user", "quote": quote, "branch": "",
        "commit_sha": "", "recorded_at": THEN, "key": None,
    }  # fmt: skip
    return {"memory": memory, "beliefs": beliefs, "validations": [check], "anchors": [], "replaces": []}


HEAD = {"scrubjay": "memories", "version": 1, "scope": "project"}


@pytest.mark.parametrize(
    ("line", "status", "grade"),
    [
        (first("Stamps are red.", "manual", "active"), MemoryStatus.ACTIVE, Grade.TOLD),
        (first("Stamps are red.", "user", "active"), MemoryStatus.ACTIVE, Grade.TOLD),
        (first("Stamps are red.", "user", "active", quote="red"), MemoryStatus.ACTIVE, Grade.UNCONFIRMED),
        (first("Stamps are red.", "agent", "pending", "active"), MemoryStatus.ACTIVE, Grade.TOLD),
        (first("Stamps are red.", "agent", "pending"), MemoryStatus.HELD, Grade.UNCONFIRMED),
        (first("Stamps are red.", "agent", "active", support="supported"), MemoryStatus.ACTIVE, Grade.CITED),
        (first("Stamps are red.", "agent", "active", support="contrary"), MemoryStatus.ACTIVE, Grade.UNCONFIRMED),
        (first("Stamps are red.", "agent", "active", "retracted"), MemoryStatus.RETRACTED, Grade.UNCONFIRMED),
    ],
)
def test_version_1_is_read_as_the_migration_would(
    memories: Memories, tmp_path: Path, line: dict[str, Any], status: MemoryStatus, grade: Grade
) -> None:
    archive = MemoryArchive(memories, tmp_path)
    scope, found, _ = archive.read([json.dumps(HEAD), json.dumps(line)])
    assert archive.take_back(scope, found, "ada", sealed=True) == 1
    id = line["memory"]["id"]
    assert memories.get(id).status is status
    assert captured_grades(memories, [id]) == {id: grade}
    waits = grade is not Grade.TOLD and status is not MemoryStatus.RETRACTED
    assert memories.reading("project", migrated).ungraded == int(waits), "the worker grades it anew"


@pytest.mark.parametrize("lack", ["memory", "beliefs", "validations"])
def test_what_version_1_never_had_is_refused(memories: Memories, tmp_path: Path, lack: str) -> None:
    line = first("Stamps are red.", "agent", "active")
    with pytest.raises(UsageError, match="Line 2"):
        MemoryArchive(memories, tmp_path).read([json.dumps(HEAD), json.dumps({**line, lack: [{"a": 1}]})])
    with pytest.raises(UsageError, match="Line 2"):
        MemoryArchive(memories, tmp_path).read([json.dumps(HEAD), json.dumps({**line, "grade": "told"})])
