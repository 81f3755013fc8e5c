"""What a reviewer can do with claims that wait, and who may."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrubjay.audit import Event
from scrubjay.errors import LimitExceeded, NotAllowed, UsageError, VersionConflict
from scrubjay.memories import AutoApproved, Blocked, Memories, MemoryStatus, RememberRequest
from scrubjay.model.evidence import IngestionTier
from scrubjay.review import ReviewQueue
from tests.shared.memories.conftest import Grounding, Hands, said, stored


def claim(memories: Memories, content: str, **more: object) -> str:
    return stored(memories, content, author="ada", **more)


def events(memories: Memories, event: Event) -> list[tuple[str, str]]:
    records = memories.reading("project", lambda c, p: p.audit.newest(c, 50))
    return [(one.action, one.outcome) for one in records if one.event == event]


def test_an_approved_claim_counts_and_a_rejected_one_does_not(memories: Memories, queue: ReviewQueue) -> None:
    good, bad = claim(memories, "Parcels weigh up to 30 kg."), claim(memories, "The moon sorts letters.")
    assert said(memories) == []
    assert [one.memory and one.memory.id for one in queue.approve([good])] == [good]
    queue.reject([bad], "nobody said so")
    assert said(memories) == ["Parcels weigh up to 30 kg."]
    assert queue.waiting() == ()
    assert memories.get(bad).belief.reason == "nobody said so"


def test_in_bulk_one_that_cannot_be_approved_does_not_keep_the_others_back(
    memories: Memories, queue: ReviewQueue
) -> None:
    one, two = claim(memories, "Parcels weigh up to 30 kg."), claim(memories, "Letters need a stamp.")
    done = queue.approve([one, "deadbeef00", two, one])
    assert [bool(result.problem) for result in done] == [False, True, False]
    assert len(said(memories)) == 2


def test_edited_words_count_and_the_reviewer_is_recorded(memories: Memories, queue: ReviewQueue) -> None:
    id = claim(memories, "Parcels weigh up to 30 kg.")
    outcome = queue.edit(id, "Parcels weigh up to 31 kg.")
    assert isinstance(outcome, AutoApproved)
    assert said(memories) == ["Parcels weigh up to 31 kg."]
    chain = memories.provenance(outcome.id)
    assert chain.older == ((id, "correct"),)
    assert chain.memory.author == "ada"
    assert [step.action for step in memories.provenance(id).steps] == ["remember", "correct"]


def test_edited_words_that_grounding_blocks_leave_the_claim_waiting(
    memories: Memories, queue: ReviewQueue, grounding: Grounding
) -> None:
    id = claim(memories, "Parcels weigh up to 30 kg.")
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert isinstance(queue.edit(id, f"The token is {token}."), Blocked)
    assert memories.get(id).status is MemoryStatus.PENDING


@pytest.mark.parametrize("how", ["edit", "merge"])
def test_a_claim_that_somebody_decided_meanwhile_is_not_decided_again(
    memories: Memories, queue: ReviewQueue, grounding: Grounding, how: str
) -> None:
    one, two = claim(memories, "Parcels weigh up to 30 kg."), claim(memories, "A parcel has 30 kg at most.")
    grounding.meanwhile = lambda: memories.approve(one, "bob")
    with pytest.raises(VersionConflict, match="somebody was faster"):
        queue.edit(one, "Parcels weigh up to 31 kg.") if how == "edit" else queue.merge([one, two])
    assert said(memories) == ["Parcels weigh up to 30 kg."]
    assert memories.get(two).status is MemoryStatus.PENDING


def test_merged_claims_become_one_that_counts(memories: Memories, queue: ReviewQueue) -> None:
    one, two = claim(memories, "Parcels weigh up to 30 kg."), claim(memories, "A parcel has 30 kg at most.")
    outcome = queue.merge([one, two])
    assert isinstance(outcome, AutoApproved)
    assert said(memories) == ["Parcels weigh up to 30 kg."]
    assert {memories.get(id).status for id in (one, two)} == {MemoryStatus.RETRACTED}


def test_near_identical_claims_are_one_group_and_those_with_other_numbers_are_not(
    memories: Memories, queue: ReviewQueue
) -> None:
    first = claim(memories, "The sorter restarts every night at three in the morning.")
    again = claim(memories, "The sorter restarts every night at three in the early morning.")
    other = claim(memories, "The sorter restarts every night at four in the morning.")
    found = {one.memory.id: one.alike for one in queue.waiting()}
    assert found == {again: (first,), other: ()} or found == {first: (again,), other: ()}


def test_a_shown_claim_has_the_nearest_memories_as_differences(memories: Memories, queue: ReviewQueue) -> None:
    stored(memories, "The sorter restarts every night at three.", manual=True)
    id = claim(memories, "The sorter restarts every night at four.")
    (near,) = queue.show(id).nearest
    assert near.difference == "The sorter restarts every night at [-three.-]{+four.+}"


def test_another_session_that_says_the_same_lifts_a_claim_to_the_top(memories: Memories, queue: ReviewQueue) -> None:
    old = claim(memories, "Parcels weigh up to 30 kg.", session="s1")
    new = claim(memories, "Letters need a stamp.", session="s1")
    assert [one.memory.id for one in queue.waiting()] == [new, old]
    same = memories.remember(RememberRequest("Parcels weigh up to 30 kg.", author="ada", session="s1"))
    assert isinstance(same, Blocked)
    assert [one.memory.id for one in queue.waiting()] == [new, old], "the same session confirms nothing"
    other = memories.remember(RememberRequest("Parcels weigh up to 30 kg.", author="ada", session="s2"))
    assert isinstance(other, Blocked)
    assert "top" in other.do
    assert [(one.memory.id, one.confirmed) for one in queue.waiting()] == [(old, ("session s2",)), (new, ())]
    assert said(memories) == []


def test_confirmation_approves_where_the_users_settings_say_so(trusting: Memories) -> None:
    claim(trusting, "Parcels weigh up to 30 kg.", session="s1")
    again = trusting.remember(RememberRequest("Parcels weigh up to 30 kg.", author="ada", session="s2"))
    assert isinstance(again, Blocked)
    assert again.do == "It counts now."
    assert said(trusting) == ["Parcels weigh up to 30 kg."]


def test_a_document_that_says_the_same_confirms(memories: Memories, queue: ReviewQueue) -> None:
    id = claim(memories, "Parcels weigh up to 30 kg.")
    claim(memories, "Letters need a stamp.")
    assert queue.confirm_by(lambda text: "docs/a.md:3-3" if "30 kg" in text else "") == 1
    assert queue.waiting()[0].memory.id == id
    assert queue.waiting()[0].confirmed == ("docs/a.md:3-3",)


def test_only_the_owner_decides_and_a_denial_is_recorded(memories: Memories, queue: ReviewQueue) -> None:
    id = stored(memories, "Parcels weigh up to 30 kg.", author="bob")
    assert queue.waiting() == ()
    for decide in (lambda: queue.approve([id]), lambda: queue.reject([id], "no"), lambda: queue.edit(id, "x")):
        with pytest.raises(NotAllowed, match="bob"):
            decide()
    with pytest.raises(NotAllowed):
        queue.refuse("approve", [id], "an agent")
    assert len(events(memories, Event.PERMISSION_DENIED)) == 4
    assert memories.get(id).status is MemoryStatus.PENDING


def test_a_rejection_needs_a_reason(memories: Memories, queue: ReviewQueue) -> None:
    id = claim(memories, "Parcels weigh up to 30 kg.")
    with pytest.raises(UsageError, match="why"):
        queue.reject([id], "  ")


def test_a_full_queue_is_refused_and_an_edit_in_it_still_works(memories: Memories, queue: ReviewQueue) -> None:
    ids = [claim(memories, f"Parcel {number} was sorted.") for number in range(100)]
    with pytest.raises(LimitExceeded, match="scrubjay review"):
        claim(memories, "One more parcel came.")
    assert isinstance(queue.edit(ids[0], "Parcel zero was sorted twice."), AutoApproved)
    assert len(said(memories)) == 1


def test_sixteen_reviewers_at_once_decide_each_claim_once(memories: Memories, queue: ReviewQueue) -> None:
    ids = [claim(memories, f"Parcel {number} was sorted.") for number in range(8)]

    def decide(number: int) -> int:
        work = queue.approve(ids) if number % 2 else queue.reject(ids, "no")
        return sum(one.memory is not None for one in work)

    with ThreadPoolExecutor(16) as reviewers:
        assert sum(reviewers.map(decide, range(16))) == len(ids)
    assert len([one for one in events(memories, Event.REVIEW) if one[0] in ("approve", "reject")]) == len(ids)


def test_what_nobody_reviews_for_thirty_days_expires(memories: Memories, queue: ReviewQueue, hands: Hands) -> None:
    claim(memories, "Parcels weigh up to 30 kg.")
    hands.pass_by(days=29)
    assert memories.expire_waiting() == 0
    hands.pass_by(days=1)
    assert memories.expire_waiting() == 1
    assert queue.waiting() == ()


def test_a_hedged_repetition_confirms_nothing(memories: Memories, queue: ReviewQueue, grounding: Grounding) -> None:
    claim(memories, "Parcels weigh up to 30 kg.", session="s1")
    grounding.verdict = IngestionTier.BLOCK
    memories.remember(RememberRequest("I think parcels weigh up to 30 kg.", author="ada", session="s2"))
    assert queue.waiting()[0].confirmed == ()


def test_the_audit_has_a_reviewers_reason_unless_it_repeats_the_claim(memories: Memories, queue: ReviewQueue) -> None:
    ids = [claim(memories, text) for text in ("Owls carry letters.", "Magpies count parcels twice.")]
    queue.reject([ids[0]], "they sleep by day")
    queue.reject([ids[1]], "No: magpies count parcels once.")
    records = memories.reading("project", lambda c, place: place.audit.newest(c, 10, event=Event.REVIEW))
    assert [one.metadata["reason"] for one in records] == ["kept with the memory", "they sleep by day"]
    assert [one.memory.belief.reason for one in queue.history()] == [
        "No: magpies count parcels once.", "they sleep by day",
    ]  # fmt: skip


def test_a_secret_in_a_reason_is_masked(memories: Memories, queue: ReviewQueue, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    queue.reject([claim(memories, "Owls carry letters.")], f"the token {token} says no")
    (decided,) = queue.history()
    assert decided.memory.belief.reason.startswith("the token ")
    assert all(token.encode() not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_what_comes_first_is_the_head_of_the_whole_list(memories: Memories, queue: ReviewQueue, hands: Hands) -> None:
    for content in ("Jays hide acorns in autumn.", "Jays hide their acorns in autumn.", "Magpies like rings."):
        claim(memories, content)
        hands.pass_by(minutes=1)
    oldest = claim(memories, "Rooks walk across the field.")
    queue.confirm(memories.get(oldest), "docs/rooks.md")
    assert queue.count() == 4
    assert [one.id for one in queue.first(3)] == [one.memory.id for one in queue.waiting()][:3]
    assert queue.first(1)[0].id == oldest


def test_telling_what_comes_first_costs_the_same_however_many_wait(memories: Memories, queue: ReviewQueue) -> None:
    words = ["jay", "magpie", "rook", "crow", "raven", "finch", "robin", "wren", "tit", "owl", "kite", "heron"]

    def calls() -> int:
        count = 0

        def seen(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(seen)
        try:
            queue.first(3)
            queue.count()
        finally:
            sys.setprofile(None)
        return count

    costs = []
    for start, one in enumerate(words):
        for other in words[:8]:
            claim(memories, f"The {one} of nest {start} calls the {other} loudly at dawn.")
        if start in (2, 11):
            costs.append(calls())
    assert queue.count() == 96
    assert costs[1] < costs[0] * 1.3
