"""What nobody vouches for has its time: then it is out of everything but a search among memories, and comes back."""

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.upkeep import fade, faded
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus
from tests.shared.memory.conftest import Grounding, Hands, captured_grades, said, stored

PLACE = CitationResult(
    kind=CitationKind.PLACE,
    text="a.md",
    target="a.md",
    status=CitationStatus.RESOLVED,
    path="a.md",
    words="Ten parcels.",
)


def days_of_work(memories: Memories, hands: Hands, days: int) -> int:
    """Work on so many days; returns how many memories changed for their time."""
    changed = 0
    for _ in range(days):
        hands.pass_by(days=1)
        changed += fade(memories, "project", lambda ids: captured_grades(memories, ids))
    return changed


def test_what_is_only_said_fades_after_thirty_days_of_work_and_what_is_told_or_grounded_never(
    memories: Memories, grounding: Grounding, hands: Hands
) -> None:
    stored(memories, "Vans leave at six.", origin=Origin.PERSON, author="ada")
    agents = stored(memories, "Vans leave at seven.")
    stored(memories, "Van 3 broke down.", kind="incident")
    grounding.citations = (PLACE,)
    stored(memories, "Ten parcels fit.")
    assert days_of_work(memories, hands, 29) == 0
    assert days_of_work(memories, hands, 1) == 1
    assert said(memories) == ["Ten parcels fit.", "Van 3 broke down.", "Vans leave at six."]
    assert [one.id for one in memories.reading("project", lambda c, place: faded(c, place, 10))] == [agents]
    assert days_of_work(memories, hands, 334) == 0
    assert days_of_work(memories, hands, 1) == 1
    assert memories.get(agents).status is MemoryStatus.ARCHIVED
    assert memories.get(agents).content == "Vans leave at seven.", "nothing is lost"


def test_a_day_counts_once_and_days_without_work_count_only_in_the_end(memories: Memories, hands: Hands) -> None:
    stored(memories, "Vans leave at seven.")
    for _ in range(40):
        assert fade(memories, "project", lambda ids: captured_grades(memories, ids)) == 0
    hands.pass_by(days=179)
    assert days_of_work(memories, hands, 1) == 1


def test_a_faded_memory_is_known_again_and_counts_again_once_somebody_vouches_for_it(
    memories: Memories, grounding: Grounding, hands: Hands
) -> None:
    id = stored(memories, "Vans leave at seven.")
    days_of_work(memories, hands, 30)
    assert memories.remember(RememberRequest(content="Vans leave at seven.")).id == id  # type: ignore[union-attr]
    assert memories.get(id).status is MemoryStatus.FADED, "an agent's word alone brings nothing back at once"
    grounding.citations = (PLACE,)
    assert memories.remember(RememberRequest(content="Vans leave at seven.")).id == id  # type: ignore[union-attr]
    assert memories.get(id).status is MemoryStatus.ACTIVE
    assert days_of_work(memories, hands, 200) == 0


def test_what_gets_its_ground_at_the_base_branch_comes_back(memories: Memories, hands: Hands) -> None:
    id = stored(memories, "Vans leave at seven.")
    days_of_work(memories, hands, 30)
    hands.pass_by(days=1)
    assert fade(memories, "project", lambda ids: dict.fromkeys(ids, Grade.GROUNDED)) == 1
    assert memories.get(id).status is MemoryStatus.ACTIVE


@pytest.mark.parametrize("what", ["approve", "retract", "supersede"])
def test_a_faded_memory_can_be_decided_about(memories: Memories, hands: Hands, what: str) -> None:
    id = stored(memories, "Vans leave at seven.")
    days_of_work(memories, hands, 30)
    if what == "approve":
        assert memories.approve(id, "ada").status is MemoryStatus.ACTIVE
        assert days_of_work(memories, hands, 400) == 0
    elif what == "retract":
        assert memories.retract(id, "ada", "wrong").status is MemoryStatus.RETRACTED
    else:
        memories.update(id, RememberRequest(content="Vans leave at eight."), Change.SUPERSEDE)
        assert memories.get(id).status is MemoryStatus.SUPERSEDED
        assert said(memories) == ["Vans leave at eight."]


def test_an_interrupted_day_is_done_again(memories: Memories, hands: Hands) -> None:
    stored(memories, "Vans leave at seven.")
    hands.pass_by(days=180)
    assert fade(memories, "project", lambda ids: captured_grades(memories, ids), stop=lambda: True) == 0
    assert fade(memories, "project", lambda ids: captured_grades(memories, ids)) == 1
