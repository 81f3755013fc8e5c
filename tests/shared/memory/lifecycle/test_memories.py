"""What is stored, what becomes of it, and what was believed when."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from scrubjay.errors import NotFound, UsageError, VersionConflict
from scrubjay.identity.audit import verify_chain
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Change, Held, Known, MemoryStatus, Outcome, Stored
from scrubjay.storage.database import Database
from tests.shared.memory.conftest import BY_HAND, Grounding, Hands, said, stored

CLAIM = "Staging drops idle connections after a minute."
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
NOON = "2026-03-01T12:00:00Z"


def test_a_claim_holds_with_its_author_and_time(memories: Memories) -> None:
    id = stored(memories, CLAIM, author="ada", tags=("#Ops",), applies="staging")
    (memory,) = memories.believed()
    assert (memory.id, memory.content, memory.status) == (id, CLAIM, MemoryStatus.ACTIVE)
    assert (memory.origin, memory.author) == (Origin.AGENT, "ada")
    assert (memory.tags, memory.applies) == (("ops",), "staging")
    assert (memory.recorded_at, memory.belief.valid_from, memory.valid_until) == (NOON, NOON, "")


def test_a_held_claim_is_no_knowledge_until_it_is_approved(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.HELD
    outcome = memories.remember(RememberRequest(content=CLAIM))
    assert isinstance(outcome, Held)
    assert said(memories) == []
    assert [m.id for m in memories.waiting()] == [outcome.id]
    memories.approve(outcome.id, "ada", "seen in the logs")
    assert said(memories) == [CLAIM]
    (memory,) = memories.believed()
    (_, told) = memories.evidence([memory.id])[memory.id]
    assert (told.grade, told.act, memory.belief.reason) == (Grade.TOLD, Act.APPROVED, "seen in the logs")
    assert memories.waiting() == ()


def test_a_rejected_claim_never_holds_and_is_reviewed_once(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.HELD
    id = stored(memories, CLAIM)
    memories.reject(id, "ada", "not so")
    with pytest.raises(VersionConflict, match="retracted"):
        memories.approve(id, "bob")
    assert said(memories) == []


def test_a_blocked_claim_is_not_kept(memories: Memories, grounding: Grounding) -> None:
    grounding.verdict = Verdict.BLOCKED
    assert isinstance(memories.remember(RememberRequest(content=CLAIM)), Blocked)
    assert said(memories) == []
    assert memories.waiting() == ()


def test_the_same_words_again_are_known_and_their_evidence_counts(memories: Memories) -> None:
    id = stored(memories, CLAIM)
    again = memories.remember(RememberRequest(content=f"  {CLAIM.upper()}\n", **BY_HAND))
    assert isinstance(again, Known)
    assert again.id == id
    assert [one.grade for one in memories.evidence([id])[id]] == [Grade.SAID, Grade.TOLD]


def test_the_same_words_of_another_kind_are_another_claim(memories: Memories) -> None:
    assert stored(memories, CLAIM) != stored(memories, CLAIM, kind="incident")


def test_the_same_key_returns_the_first_result(memories: Memories) -> None:
    first = memories.remember(RememberRequest(content=CLAIM, key="k"))
    again = memories.remember(RememberRequest(content="Other words.", key="k"))
    assert isinstance(first, Stored)
    assert isinstance(again, Known)
    assert (again.id, again.by_key) == (first.id, True)
    assert said(memories) == [CLAIM]


def test_a_key_belongs_to_its_project(memories: Memories, other_memories: Memories) -> None:
    one = stored(memories, "A claim for all of mine.", scope="user", key="k")
    assert stored(memories, CLAIM, key="k") != one
    assert stored(other_memories, CLAIM, key="k") != one


def test_a_secret_reaches_no_file(memories: Memories, tmp_path: Path) -> None:
    outcome = memories.remember(RememberRequest(content=f"The deploy token is {TOKEN}"))
    assert isinstance(outcome, Blocked)
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and TOKEN.encode() in file.read_bytes()]


def test_a_superseded_claim_held_until_its_successor(memories: Memories, hands: Hands) -> None:
    old = stored(memories, "The limit is 10 requests.")
    hands.pass_by(days=1)
    stored(memories, "The limit is 20 requests.", supersedes=old[:12])
    assert said(memories) == ["The limit is 20 requests."]
    assert said(memories, NOON) == ["The limit is 10 requests."]
    assert memories.get(old).status is MemoryStatus.SUPERSEDED
    assert memories.recent(5)[0].supersedes == (old,)


def test_a_corrected_claim_never_held(memories: Memories, hands: Hands) -> None:
    old = stored(memories, "The limit is 10 requests.")
    hands.pass_by(days=1)
    stored(memories, "The limit is 20 requests.", supersedes=old, how=Change.CORRECT)
    assert said(memories, NOON) == ["The limit is 20 requests."]
    assert said(memories, NOON, NOON) == ["The limit is 10 requests."], "what was believed then stays on record"


def test_an_extension_adds_and_several_merge_into_one(memories: Memories, hands: Hands) -> None:
    one = stored(memories, "Deploys run on Monday.")
    longer = memories.update(one, RememberRequest(content="They take an hour."), Change.EXTEND)
    assert isinstance(longer, Stored)
    assert said(memories) == ["Deploys run on Monday.\nThey take an hour."]
    other = stored(memories, "Releases take an hour on Mondays.")
    stored(memories, "Monday's deploy takes an hour.", supersedes=longer.id, others=(other,), how=Change.MERGE)
    assert said(memories) == ["Monday's deploy takes an hour."]
    with pytest.raises(UsageError, match="empty"):
        memories.update(memories.recent(1)[0].id, RememberRequest(content="  "), Change.EXTEND)


def test_a_held_successor_ends_nothing_until_it_is_approved(memories: Memories, grounding: Grounding) -> None:
    old = stored(memories, "The limit is 10 requests.")
    grounding.verdict = Verdict.HELD
    new = stored(memories, "The limit is 20 requests.", supersedes=old)
    assert said(memories) == ["The limit is 10 requests."]
    memories.approve(new, "ada")
    assert said(memories) == ["The limit is 20 requests."]


@pytest.mark.parametrize("which", ["0" * 32, "%", "a" * 7, "' OR 1 --"])
def test_nothing_is_stored_when_there_is_nothing_to_supersede(memories: Memories, which: str) -> None:
    stored(memories, CLAIM)
    with pytest.raises(NotFound, match="No project memory"):
        memories.remember(RememberRequest(content="New words.", supersedes=which))
    assert said(memories) == [CLAIM]


@pytest.mark.parametrize("which", ["", "a", "0123456"])
def test_an_id_under_eight_digits_is_said_to_be_too_short(memories: Memories, which: str) -> None:
    with pytest.raises(NotFound, match="too short, give at least its first 8 digits"):
        memories.get(which)


def test_a_claim_is_superseded_once(memories: Memories) -> None:
    old = stored(memories, "The limit is 10 requests.")
    stored(memories, "The limit is 20 requests.", supersedes=old)
    with pytest.raises(NotFound, match="superseded"):
        memories.remember(RememberRequest(content="The limit is 30 requests.", supersedes=old))


def test_another_projects_memory_cant_be_touched(memories: Memories, other_memories: Memories) -> None:
    theirs = stored(other_memories, CLAIM)
    with pytest.raises(NotFound):
        memories.remember(RememberRequest(content="New words.", supersedes=theirs))
    for change in (memories.provenance, lambda id: memories.forget(id, "ada"), lambda id: memories.approve(id, "ada")):
        with pytest.raises(NotFound):
            change(theirs)
    assert said(other_memories) == [CLAIM]
    assert said(memories) == []


def test_a_claim_holds_through_its_last_day(memories: Memories, hands: Hands) -> None:
    stored(memories, CLAIM, valid_until="2026-03-02")
    hands.pass_by(hours=35)
    assert said(memories) == [CLAIM]
    hands.pass_by(hours=1)
    assert said(memories) == []
    assert stored(memories, CLAIM)


def test_an_invalidated_claim_held_and_a_retracted_one_never_did(memories: Memories, hands: Hands) -> None:
    ended, wrong = stored(memories, "The queue is small."), stored(memories, "The queue is red.")
    hands.pass_by(days=1)
    memories.invalidate(ended, "ada", "it was enlarged")
    memories.retract(wrong, "ada", "a typo")
    assert said(memories) == []
    assert said(memories, NOON) == ["The queue is small."]
    assert set(said(memories, NOON, NOON)) == {"The queue is small.", "The queue is red."}


def test_a_full_queue_sends_the_oldest_of_the_same_author_to_the_archive(
    make_memories: Callable[..., Memories], grounding: Grounding
) -> None:
    memories = make_memories("p1", limits=Limits(per_user=1, total=2))
    grounding.verdict = Verdict.HELD
    one, bobs = stored(memories, "One.", author="ada"), stored(memories, "Two.", author="bob")
    two = stored(memories, "Three.", author="ada")
    assert {id: memories.get(id).status for id in (one, bobs, two)} == {
        one: MemoryStatus.ARCHIVED, bobs: MemoryStatus.HELD, two: MemoryStatus.HELD,
    }  # fmt: skip
    assert memories.approve(one, "ada").status is MemoryStatus.ACTIVE, "what is archived isn't lost"


def test_a_project_sees_its_own_and_the_users_memories(memories: Memories, other_memories: Memories) -> None:
    stored(memories, "Deploys of the shop go out on Monday.")
    stored(memories, "I deploy from the terminal.", scope="user", kind="preference", **BY_HAND)
    assert set(said(memories)) == {"Deploys of the shop go out on Monday.", "I deploy from the terminal."}
    assert said(other_memories) == ["I deploy from the terminal."]


def test_a_copied_database_shows_nothing_of_its_first_project(
    make_memories: Callable[..., Memories], memories: Memories
) -> None:
    id = stored(memories, CLAIM)
    other = make_memories("p9", database="p1")
    assert said(other) == []
    with pytest.raises(NotFound):
        other.get(id)


def test_forgetting_leaves_a_tombstone_and_no_byte_of_the_words(memories: Memories, tmp_path: Path) -> None:
    words = "Zyxomatic flumberquartz belongs to nobody."
    id = stored(memories, words, key="zyxomatic-key", quote="flumberquartz indeed")
    kept = stored(memories, CLAIM)
    assert memories.forget(id, "ada") == (id, True)
    tomb = memories.get(id)
    assert (tomb.content, tomb.quote, tomb.status) == ("", "", MemoryStatus.FORGOTTEN)
    assert [m.id for m in memories.believed()] == [kept]
    for file in tmp_path.rglob("*"):
        if file.is_file():
            data = file.read_bytes().lower()
            assert b"zyxomat" not in data, file
            assert b"flumberquartz" not in data, file


def test_a_forgotten_key_stores_nothing_again(memories: Memories) -> None:
    id = stored(memories, CLAIM, key="k")
    memories.forget(id, "ada")
    again = memories.remember(RememberRequest(content=CLAIM, key="k"))
    assert isinstance(again, Blocked)
    assert "forgotten" in again.reason


def test_near_repetitions_are_found_without_a_scan(memories: Memories) -> None:
    for number in range(50):
        stored(memories, f"Service {number} of group {number % 7} speaks protocol {number * 3} to port {number}.")
    id = stored(memories, "The nightly backup of the orders database starts at two in the morning.")
    near = memories.near("The nightly backup of the orders database starts at three in the morning.", "project")
    assert near[0].id == id


def test_rebuilding_what_is_derived_finds_the_same(memories: Memories, databases: Callable[[str], Database]) -> None:
    stored(memories, CLAIM, **BY_HAND)
    stored(memories, "Vans leave at six.")
    stored(memories, "For all of mine.", scope="user")
    assert memories.reindex() == 3
    for index, indexed in (("passage_fts", 0), ("memory_fts", 2)):
        count = f"SELECT count(*) FROM passage AS p JOIN {index} AS f ON f.rowid = p.id"
        assert databases("p1").read(lambda c, count=count: c.execute(count).fetchone()[0]) == indexed  # type: ignore[misc]
    assert memories.near(CLAIM, "project")[0].content == CLAIM


def test_writers_at_once_store_a_key_once_and_the_chain_holds(
    databases: Callable[[str], Database], memories: Memories, tmp_path: Path
) -> None:
    outcomes: list[Outcome] = []

    def remember() -> None:
        outcomes.append(memories.remember(RememberRequest(content=CLAIM, key="k")))

    threads = [Thread(target=remember) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({outcome.id for outcome in outcomes if not isinstance(outcome, Blocked)}) == 1
    assert len(outcomes) == 4
    assert databases("p1").read(lambda c: verify_chain(c, tmp_path / "p1" / "audit")).ok
