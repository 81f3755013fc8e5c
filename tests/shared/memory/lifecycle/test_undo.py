"""Whatever a person decided can be taken back, the last ten and only one's own: all is believed as before."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import NotFound, VersionConflict
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.undo import KEPT
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.model.evidence import Act, Origin, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus
from scrubjay.storage.database import Database
from tests.shared.memory.conftest import Characters, EveryBranch, Grounding, Hands, stored

decisions = st.lists(
    st.sampled_from(["approve", "reject", "edit", "merge", "retract", "invalidate", "supersede"]),
    min_size=1,
    max_size=8,
)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(decisions)
def test_taking_back_every_decision_leaves_everything_believed_as_before(some: Sequence[str]) -> None:
    hands = Hands()
    grounding = Grounding(hands)
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "knowledge.db", "knowledge") as database:
        memories = Memories(
            MemoryStores(
                project_id="p1",
                project=database,
                user=lambda: database,
                clock=hands,
                counter=Characters(),
                branches=EveryBranch(),
                user_exists=lambda: False,
                reads=CrossScopeReads(lambda: database, hands, "p1", ""),
            ),
            validate=grounding,
            grades=lambda ids: dict.fromkeys(ids, Grade.SAID),
        )
        holding = [stored(memories, f"Door {number} is open.") for number in range(12)]
        grounding.verdict = Verdict.HELD
        waiting = [
            stored(memories, f"Door {number} is shut.", supersedes=holding[number] if number < 4 else "")
            for number in range(16)
        ]
        ids = [*holding, *waiting]
        before = state(memories, ids)
        seen = [before]
        for number, what in enumerate(some):
            decide(memories, what, holding[-1 - number], waiting[number], waiting[-1 - number], f"New words {number}.")
            seen.append(state(memories, ids))
        for expected in reversed(seen[:-1]):
            memories.undo("ada")
            assert state(memories, ids) == expected
        assert {one.id for one in memories.believed()} == set(holding), "what the decisions wrote anew is withdrawn"
        grounding.verdict = Verdict.STORED
        with pytest.raises(NotFound, match="no decision"):
            memories.undo("ada")


def decide(memories: Memories, what: str, held: str, waits: str, other: str, words: str) -> None:
    if what == "approve":
        memories.approve(waits, "ada")
    elif what == "reject":
        memories.reject(waits, "ada", "no")
    elif what in ("retract", "invalidate"):
        (memories.retract if what == "retract" else memories.invalidate)(held, "ada", "no", authority=True)
    else:
        how = {"edit": Change.CORRECT, "merge": Change.MERGE, "supersede": Change.SUPERSEDE}[what]
        others = (other,) if what == "merge" else ()
        old = held if what == "supersede" else waits
        act = Act.TYPED if what == "supersede" else Act.APPROVED
        memories.remember(
            RememberRequest(
                content=words, supersedes=old, others=others, how=how, author="ada", origin=Origin.PERSON, act=act
            )
        )


def state(memories: Memories, ids: Sequence[str]) -> list[tuple[object, ...]]:
    """All that is believed of some memories, and what for."""
    evidence = memories.evidence(ids)
    found = [memories.get(id) for id in ids]
    return [(m.id, m.content, m.status, m.belief.reason, m.valid_until, evidence[m.id]) for m in found]


def test_only_the_last_ten_decisions_and_only_ones_own_are_taken_back(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.HELD
    ids = [stored(memories, f"Door {number} is open.") for number in range(KEPT + 2)]
    for id in ids[1:]:
        memories.approve(id, "ada")
    memories.approve(ids[0], "bob")
    undone = [memories.undo("ada").ids for _ in range(KEPT)]
    assert undone == [(id,) for id in reversed(ids[2:])]
    with pytest.raises(NotFound):
        memories.undo("ada")
    assert memories.get(ids[0]).status is MemoryStatus.ACTIVE


def test_a_decision_about_what_somebody_changed_since_is_not_taken_back(
    memories: Memories, grounding: Grounding
) -> None:
    grounding.verdict = Verdict.HELD
    id = stored(memories, "The door is open.")
    memories.approve(id, "ada")
    memories.retract(id, "bob", "it isn't", authority=True)
    with pytest.raises(VersionConflict, match="changed since that approve"):
        memories.undo("ada")
    assert memories.get(id).status is MemoryStatus.RETRACTED


def test_what_was_rejected_and_taken_back_may_be_said_again(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.HELD
    id = stored(memories, "The door is open.")
    memories.reject(id, "ada", "no")
    assert memories.refused("The door is open.", "project").startswith("ada rejected this on")
    memories.undo("ada")
    assert memories.refused("The door is open.", "project") == ""


def test_corrections_of_one_memory_are_taken_back_one_after_the_other(memories: Memories, grounding: Grounding) -> None:
    ids = [stored(memories, "The door is open at 1.", origin=Origin.PERSON, act=Act.TYPED)]
    seen = []
    for number in range(2, 5):
        seen.append([state(memories, [id]) for id in ids])
        told = {"origin": Origin.PERSON, "act": Act.TYPED, "author": "ada"}
        ids.append(stored(memories, f"The door is open at {number}.", supersedes=ids[-1], how=Change.CORRECT, **told))
    for before in reversed(seen):
        ids.pop()
        assert memories.undo("ada").action == "correct"
        assert [state(memories, [id]) for id in ids] == before
    with pytest.raises(NotFound):
        memories.undo("ada")
