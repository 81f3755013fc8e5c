"""What is there is kept: by hand or reviewed is told, everything else is graded anew and never told."""

from collections.abc import Callable
from pathlib import Path

import pytest
from scrubjay.memories.regrading import grade_anew, migrated

from scrubjay.memories import Memories
from scrubjay.model.evidence import Act, CitationKind, CitationResult, CitationStatus, Relation, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage import Database
from tests.shared.memories.conftest import Grounding, captured_grades
from tests.shared.memories.old_home import OldHome

ACTIVE, HELD = MemoryStatus.ACTIVE, MemoryStatus.HELD
CITED = CitationResult(
    kind=CitationKind.PLACE,
    text="a.md",
    target="a.md",
    status=CitationStatus.RESOLVED,
    relation=Relation.SPEAKS,
    path="a.md",
    words="Ten parcels.",
)


@pytest.fixture
def old(tmp_path: Path) -> OldHome:
    """The project's database, before anything opened it."""
    return OldHome(tmp_path / "p1" / "knowledge.db", "p1")


@pytest.mark.parametrize(
    ("source", "statuses", "actor", "quote", "status", "told"),
    [
        ("manual", ("active",), "ada", "", ACTIVE, True),
        ("user", ("active",), "ada", "", ACTIVE, True),
        ("agent", ("pending", "active"), "ada", "", ACTIVE, True),  # reviewed
        ("manual", ("pending",), "ada", "", ACTIVE, True),
        ("agent", ("pending", "active"), "scrubjay", "", ACTIVE, False),  # approved by repetition alone
        ("user", ("active",), "ada", "weigh them", ACTIVE, False),  # an agent's words about a person's
        ("agent", ("active",), "ada", "", ACTIVE, False),
        ("ai_synthesis", ("active",), "ada", "", ACTIVE, False),
        ("agent", ("pending",), "ada", "", HELD, False),
        ("agent", ("active", "superseded"), "ada", "", MemoryStatus.SUPERSEDED, False),
        ("unknown", ("pending", "expired"), "ada", "", MemoryStatus.EXPIRED, False),
    ],
)
@pytest.mark.parametrize("checked", [True, False])
def test_by_hand_or_reviewed_is_told_and_nothing_else(
    old: OldHome, memories_of: Callable[[], Memories], source: str, statuses: tuple[str, ...], actor: str, quote: str,
    status: MemoryStatus, told: bool, checked: bool,
) -> None:  # fmt: skip
    id = old.memory("Parcels are weighed.", source, *statuses, actor=actor, quote=quote, checked=checked)
    old.close()
    memories = memories_of()
    memory = memories.get(id)
    assert (memory.status, memory.content) == (status, "Parcels are weighed.")
    (evidence,) = memories.evidence([id])[id]
    assert (evidence.grade is Grade.TOLD) == told
    assert evidence.act is (Act.BEFORE if told else Act.NONE)
    assert len(memories.provenance(id).beliefs) == len(statuses), "the history is kept"


def test_what_waited_counts_as_unconfirmed_or_as_its_sources_earn_once_it_was_looked_at(
    old: OldHome, memories_of: Callable[[], Memories], grounding: Grounding
) -> None:
    ids = [old.memory(f"Parcel {n} is weighed.", "agent", "pending") for n in range(3)]
    old.close()
    memories = memories_of()
    assert [one.id for one in memories.waiting()] == ids[::-1]
    assert count(memories) == (3, 0)
    grounding.citations = (CITED,)
    assert grade_anew(memories, "project", grounding, ()) == 3
    assert memories.waiting() == ()
    assert {memories.get(id).status for id in ids} == {ACTIVE}
    assert set(captured_grades(memories, ids).values()) == {Grade.CITED}
    assert count(memories) == (0, 0)
    assert grade_anew(memories, "project", grounding, ()) == 0, "once"


def test_what_speaks_to_the_reader_or_would_end_what_outranks_it_stays_held(
    old: OldHome, memories_of: Callable[[], Memories], grounding: Grounding
) -> None:
    told = old.memory("Parcels are weighed.", "manual", "active")
    newer = old.memory("Parcels are measured.", "agent", "pending")
    old.replaces(newer, told)
    old.close()
    memories = memories_of()
    grounding.verdict = Verdict.HELD
    requests = []
    assert grade_anew(memories, "project", lambda r: requests.append(r) or grounding(r), ()) == 1
    assert [(one.itself, one.replaces) for one in requests] == [(newer, (told,))]
    assert [one.id for one in memories.waiting()] == [newer]
    assert memories.get(told).status is ACTIVE
    assert count(memories) == (0, 1)


def test_what_older_rules_found_counts_until_newer_ones_looked(
    old: OldHome, memories_of: Callable[[], Memories], grounding: Grounding
) -> None:
    right = old.memory("Parcels are weighed.", "agent", "active")
    wrong = old.memory("Parcels are painted.", "agent", "active")
    old.cites(right, "supported")
    old.cites(wrong, "unrelated")
    old.close()
    memories = memories_of()
    assert captured_grades(memories, [right, wrong]) == {right: Grade.CITED, wrong: Grade.UNCONFIRMED}
    assert grade_anew(memories, "project", grounding, {wrong}) == 1, "what HEAD hides waits"
    assert captured_grades(memories, [right, wrong]) == {right: Grade.UNCONFIRMED, wrong: Grade.UNCONFIRMED}
    assert len(memories.provenance(right).validations) == 2, "nothing of it is lost"
    assert count(memories) == (1, 0)


def test_it_goes_on_where_it_was_stopped(
    old: OldHome, memories_of: Callable[[], Memories], grounding: Grounding
) -> None:
    for n in range(5):
        old.memory(f"Parcel {n} is weighed.", "agent", "pending")
    old.close()
    memories = memories_of()
    left = iter([False, False, True])
    assert grade_anew(memories, "project", grounding, (), lambda: next(left)) == 2
    assert count(memories) == (3, 0)
    assert grade_anew(memories, "project", grounding, ()) == 3


def test_a_preference_of_the_users_that_an_agent_reported_waits_until_the_user_saw_it(
    tmp_path: Path, memories: Memories, grounding: Grounding
) -> None:
    old = OldHome(tmp_path / "user" / "knowledge.db", "")
    reported = old.memory("Ada likes tabs.", "agent", "active", kind="preference")
    typed = old.memory("Ada likes spaces.", "manual", "active", kind="preference")
    fact = old.memory("Ada has two desks.", "agent", "active")
    old.close()
    assert [one.id for one in memories.waiting()] == [reported]
    assert grade_anew(memories, "user", grounding, ()) == 2
    assert [one.id for one in memories.waiting()] == [reported]
    assert memories.approve(reported, "ada").status is ACTIVE
    assert {memories.get(id).status for id in (typed, fact)} == {ACTIVE}


def count(memories: Memories) -> tuple[int, int]:
    """How many nobody looked at again, and how many are told without proof."""
    found = memories.reading("project", migrated)
    return found.ungraded, found.unproven


@pytest.fixture
def memories_of(make_memories: Callable[..., Memories], databases: Callable[[str], Database]) -> Callable[[], Memories]:
    """Opens the project, which migrates it."""
    return lambda: make_memories("p1")
