"""What is stored, and what is found again."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from scrubjay.errors import NotFound
from scrubjay.memories import Blocked, Memories, RememberRequest, Stored
from scrubjay.retrieval.query import parse_query
from scrubjay.storage import Database
from tests.shared.memories.conftest import Hands

CLAIM = "Staging drops idle connections after a minute."
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def stored(memories: Memories, content: str, **more: str) -> str:
    outcome = memories.remember(RememberRequest(content, **more))  # type: ignore[arg-type]
    assert isinstance(outcome, Stored)
    return outcome.id


def found(memories: Memories, query: str, at: str = "") -> list[str]:
    return [hit.memory.content for hit in memories.search(parse_query(query).match, 10, at=at)]


def test_a_claim_is_found_by_its_words_with_source_and_time(memories: Memories) -> None:
    id = stored(memories, CLAIM, author="ada", source="docs/ops.md")
    (hit,) = memories.search(parse_query("idle connection").match, 5)
    memory = hit.memory
    assert (memory.id, memory.content, memory.status) == (id, CLAIM, "unreviewed")
    assert (memory.source, memory.claimed, memory.author) == ("agent", "docs/ops.md", "ada")
    assert memory.recorded_at == "2026-03-01T12:00:00Z"


def test_an_exact_name_is_found_by_its_parts(memories: Memories) -> None:
    stored(memories, "Set REDIS_CONNECTION_TIMEOUT to 5.")
    assert found(memories, "redis timeout")
    assert found(memories, "REDIS_CONNECTION_TIMEOUT")


def test_the_same_words_again_are_blocked_with_the_id_that_exists(memories: Memories) -> None:
    id = stored(memories, CLAIM)
    again = memories.remember(RememberRequest(f"  {CLAIM.upper()}\n"))
    assert isinstance(again, Blocked)
    assert again.existing == id
    assert found(memories, "staging") == [CLAIM]


def test_the_same_words_of_another_kind_are_another_claim(memories: Memories) -> None:
    assert stored(memories, CLAIM) != stored(memories, CLAIM, kind="incident")


def test_the_same_key_returns_the_first_result(memories: Memories) -> None:
    first = memories.remember(RememberRequest(CLAIM, key="k"))
    again = memories.remember(RememberRequest("Other words.", key="k"))
    assert isinstance(first, Stored)
    assert again == Stored(first.id, again=True)
    assert found(memories, "words") == []


def test_a_key_belongs_to_its_project(memories: Memories, other_memories: Memories) -> None:
    one = stored(memories, "A claim for all of mine.", scope="user", key="k")
    assert stored(memories, CLAIM, key="k") != one
    assert stored(other_memories, CLAIM, key="k") != one


def test_a_secret_reaches_no_file(memories: Memories, tmp_path: Path) -> None:
    outcome = memories.remember(RememberRequest(f"The deploy token is {TOKEN}"))
    assert isinstance(outcome, Blocked)
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and TOKEN.encode() in file.read_bytes()]


def test_a_superseded_claim_is_found_only_as_of_then(memories: Memories, hands: Hands) -> None:
    old = stored(memories, "The limit is 10 requests.")
    before = "2026-03-01T12:00:00Z"
    hands.pass_by(days=1)
    new = stored(memories, "The limit is 20 requests.", supersedes=old)
    assert found(memories, "limit requests") == ["The limit is 20 requests."]
    assert found(memories, "limit requests", at=before) == ["The limit is 10 requests."]
    assert [m.supersedes for m in memories.recent(5)] == [old]
    assert new != old


def test_the_beginning_of_an_id_is_enough_to_supersede(memories: Memories) -> None:
    old = stored(memories, "The limit is 10 requests.")
    stored(memories, "The limit is 20 requests.", supersedes=old[:12])
    assert found(memories, "limit requests") == ["The limit is 20 requests."]


@pytest.mark.parametrize("which", ["0" * 32, "%", "a" * 7, "' OR 1 --"])
def test_nothing_is_stored_when_there_is_nothing_to_supersede(memories: Memories, which: str) -> None:
    stored(memories, CLAIM)
    with pytest.raises(NotFound, match="No project memory"):
        memories.remember(RememberRequest("New words.", supersedes=which))
    assert found(memories, "words") == []


def test_a_claim_is_superseded_once(memories: Memories) -> None:
    old = stored(memories, "The limit is 10 requests.")
    stored(memories, "The limit is 20 requests.", supersedes=old)
    with pytest.raises(NotFound):
        memories.remember(RememberRequest("The limit is 30 requests.", supersedes=old))


def test_another_projects_memory_cant_be_superseded(memories: Memories, other_memories: Memories) -> None:
    theirs = stored(other_memories, CLAIM)
    with pytest.raises(NotFound):
        memories.remember(RememberRequest("New words.", supersedes=theirs))
    assert found(other_memories, "staging") == [CLAIM]


def test_a_claim_holds_through_its_last_day(memories: Memories, hands: Hands) -> None:
    stored(memories, CLAIM, valid_until="2026-03-02")
    hands.pass_by(hours=35)
    assert found(memories, "staging") == [CLAIM]
    hands.pass_by(hours=1)
    assert found(memories, "staging") == []
    assert memories.recent(5) == ()
    assert stored(memories, CLAIM)


def test_a_project_sees_its_own_and_the_users_memories(memories: Memories, other_memories: Memories) -> None:
    stored(memories, "Deploys of the shop go out on Monday.")
    stored(memories, "I deploy from the terminal.", scope="user", kind="preference")
    assert set(found(memories, "deploy")) == {"Deploys of the shop go out on Monday.", "I deploy from the terminal."}
    assert found(other_memories, "deploy") == ["I deploy from the terminal."]


def test_a_copied_database_shows_nothing_of_its_first_project(
    databases: Callable[[str], Database], memories: Memories, hands: Hands
) -> None:
    stored(memories, CLAIM)
    other = Memories("p9", databases("p1"), lambda: databases("user"), hands)
    assert found(other, "staging") == []
    assert other.recent(5) == ()


def test_the_best_of_project_and_user_take_turns(memories: Memories) -> None:
    for number in range(3):
        stored(memories, f"Deploys need review number {number}.")
    stored(memories, "Deploys wait for my coffee.", scope="user")
    hits = memories.search(parse_query("deploys").match, 3)
    assert [hit.memory.scope for hit in hits] == ["project", "user", "project"]


def test_recent_memories_come_newest_first_from_both_places(memories: Memories, hands: Hands) -> None:
    for scope in ("project", "user", "project"):
        stored(memories, f"At {hands.now:%H} for the {scope}.", scope=scope)
        hands.pass_by(hours=1)
    assert [m.content for m in memories.recent(2)] == ["At 14 for the project.", "At 13 for the user."]


def test_rebuilding_the_words_finds_the_same(memories: Memories) -> None:
    stored(memories, CLAIM)
    assert memories.reindex() == 1
    assert found(memories, "idle") == [CLAIM]


def test_the_users_own_words_are_rebuilt_too(memories: Memories) -> None:
    stored(memories, CLAIM, scope="user")
    assert memories.reindex() == 1
    assert found(memories, "idle") == [CLAIM]


def test_two_writers_at_once_store_a_key_once(databases: Callable[[str], Database], memories: Memories) -> None:
    outcomes: list[Stored | Blocked] = []

    def remember() -> None:
        outcomes.append(memories.remember(RememberRequest(CLAIM, key="k")))

    threads = [Thread(target=remember) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({outcome.id for outcome in outcomes if isinstance(outcome, Stored)}) == 1
    assert len(outcomes) == 4
