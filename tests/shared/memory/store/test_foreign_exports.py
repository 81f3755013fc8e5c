"""What may a file make one believe? A sealed one what it says, another one what a person vouches for, or nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.memory.lifecycle.archive import MemoryArchive
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, CitationKind, CitationResult, CitationStatus, Origin, Verdict
from scrubjay.model.grade import Grade
from scrubjay_exchange.importing.formats import format_of_export
from scrubjay_exchange.importing.importer import Importer
from tests.shared.memory.conftest import Grounding, Hands, captured_grades, stored

PLACE = CitationResult(
    kind=CitationKind.PLACE,
    text="a.md",
    target="a.md",
    status=CitationStatus.RESOLVED,
    path="a.md",
    words="Ten parcels.",
)


@pytest.fixture
def lines(memories: Memories, grounding: Grounding, tmp_path: Path) -> list[str]:
    """An export with a told memory, a grounded one, one that is only said, and a held one."""
    stored(memories, "Vans leave at six.", origin=Origin.PERSON, author="ada", tags=("vans",), applies="staging")
    stored(memories, "Vans leave at seven.")
    grounding.citations = (PLACE,)
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
    scope, found, sealed, *_ = MemoryArchive(other, tmp_path).read(lines)
    MemoryArchive(other, tmp_path).take_back(scope, found, "ben", sealed=sealed)
    assert grades(other) == {
        "Vans leave at six.": Grade.TOLD, "Vans leave at seven.": Grade.SAID, "Ten parcels fit.": Grade.GROUNDED,
    }  # fmt: skip
    assert len(other.waiting()) == 1


def test_what_an_unsealed_file_calls_told_is_an_agents_claim(
    make_memories: Callable[..., Memories], lines: list[str], hands: Hands, tmp_path: Path
) -> None:
    other = make_memories("p2")
    archive = MemoryArchive(other, tmp_path)
    scope, found, sealed, *_ = archive.read(lines[:-1])
    assert not sealed
    format = format_of_export(scope, found, {})
    base = RememberRequest(content="", author="ben")
    list(Importer(other, hands).bring(format, list(format.read(tmp_path)), base))
    assert set(grades(other).values()) == {Grade.SAID}
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
    scope, found, _, *_ = archive.read(lines[:-1])
    archive.take_back(scope, found, "ben", sealed=False)
    assert set(grades(other).values()) == {Grade.TOLD}
    for some in other.evidence([one.id for one in other.believed()]).values():
        assert [(one.source_id, one.act) for one in some if one.grade is Grade.TOLD] == [("ben", Act.IMPORTED)]
    (waits,) = other.waiting()
    assert captured_grades(other, [waits.id]) == {waits.id: Grade.SAID}, "what waits isn't vouched for"


def test_what_a_script_vouches_for_is_its_own_claim_whatever_the_file_says_of_sources(
    make_memories: Callable[..., Memories], lines: list[str], tmp_path: Path
) -> None:
    other = make_memories("p2")
    archive = MemoryArchive(other, tmp_path)
    scope, found, _, *_ = archive.read(lines[:-1])
    assert archive.take_back(scope, found, "ben", sealed=False, origin=Origin.SCRIPT).new == 4
    assert grades(other) == dict.fromkeys(
        ("Vans leave at six.", "Vans leave at seven.", "Ten parcels fit."), Grade.SAID
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
    scope, found, _, *_ = archive.read(archive.export("user", "ada")[:-1])
    found[0]["memory"]["id"] = brought = "f" * 32
    assert archive.take_back(scope, found, "ben", sealed=False, origin=Origin.SCRIPT).new == 1
    assert brought in {one.id for one in memories.believed()}
    assert brought not in {one.id for one in make_memories("p2").believed()}


def test_an_export_of_an_earlier_version_is_refused(memories: Memories, lines: list[str], tmp_path: Path) -> None:
    head = json.dumps(json.loads(lines[0]) | {"version": 2})
    with pytest.raises(UsageError, match="no export of memories that this scrubjay can read"):
        MemoryArchive(memories, tmp_path).read([head, *lines[1:]])
