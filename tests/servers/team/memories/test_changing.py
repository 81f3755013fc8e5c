"""Who changes, ends and forgets a team's memory, and what becomes of it."""

import psycopg
import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.memory import Held, Known, Stored
from scrubjay_team.errors import MemoryChanged, NotGranted
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.proposals import GlobalClaims
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."
LATER = "The cache keeps a page for ninety minutes."


def changed(people: People, who: str, id: str, how: str, content: str = "", **more: object) -> object:
    with people.entered(who) as entered:
        return people.memories.update(entered, id, how, TeamClaim(content=content), **more)  # type: ignore[arg-type]


def texts(people: People, who: str, **filters: object) -> list[str]:
    with people.entered(who) as entered:
        return [one.content for one in people.memories.listed(entered, MemoryFilters(**filters)).memories]  # type: ignore[arg-type]


@pytest.mark.parametrize(("how", "status"), [("supersede", "superseded"), ("correct", "retracted")])
def test_a_newer_memory_takes_the_place_of_an_older_one(people: People, how: str, status: str) -> None:
    id = people.remember("ben", CACHE, repo="shop", tags=("ops",))
    outcome = changed(people, "ben", id, how, LATER)
    assert isinstance(outcome, Stored)
    assert people.found("anna", "how long does the cache keep a page") == [LATER]
    with people.entered("anna") as entered:
        told = people.memories.provenance(entered, outcome.id)
    assert [(one.id, one.status) for one in told.older] == [(id, status)]
    assert (told.memory.project_name, told.memory.tags) == ("shop", ("ops",))


def test_an_extension_holds_the_text_that_it_extends(people: People) -> None:
    id = people.remember("ben", CACHE)
    changed(people, "ben", id, "extend", "Then it asks the server.")
    assert texts(people, "ben") == [f"{CACHE}\nThen it asks the server."]


@pytest.mark.parametrize(("how", "status"), [("invalidate", "expired"), ("retract", "retracted")])
def test_a_memory_that_is_ended_is_found_no_more_and_stays_on_record(people: People, how: str, status: str) -> None:
    id = people.remember("ben", CACHE)
    memory = changed(people, "ben", id, how, reason="measured anew")
    assert isinstance(memory, TeamMemory)
    assert (memory.status, memory.reason) == (status, "measured anew")
    assert people.found("ben", "cache page") == []
    assert texts(people, "ben", status=status) == [CACHE]
    with people.entered("rita") as entered:
        events = people.memories.provenance(entered, id).events
    assert [(event.member_name, event.action) for event in events] == [("ben", "remember"), ("ben", how)]


def test_a_member_changes_own_memories_and_a_reviewer_those_of_the_team(people: People) -> None:
    annas, bens = people.remember("anna", CACHE), people.remember("ben", "Deploys run on Tuesdays.")
    with pytest.raises(NotGranted, match="its author, a reviewer or an owner"):
        changed(people, "ben", annas, "retract")
    assert isinstance(changed(people, "anna", bens, "retract"), TeamMemory)


def test_whoever_changes_a_memory_after_another_is_told_and_sees_both(people: People) -> None:
    id = people.remember("ben", CACHE)
    with people.entered("ben") as entered:
        seen = people.memories.provenance(entered, id).memory.version
    newer = changed(people, "anna", id, "supersede", LATER, version=seen)
    yours = "The cache keeps a page for ten minutes."
    with pytest.raises(MemoryChanged, match=r"superseded.*In its place.*ninety minutes.*Yours says: .*ten min") as told:
        changed(people, "ben", id, "correct", yours, version=seen)
    assert isinstance(newer, Stored)
    assert (told.value.yours, told.value.theirs, told.value.id, told.value.version) == (yours, LATER, newer.id, 1)
    assert texts(people, "ben") == [LATER]


def test_a_change_that_says_what_another_memory_says_ends_nothing(people: People) -> None:
    id, other = people.remember("ben", CACHE), people.remember("anna", LATER)
    outcome = changed(people, "ben", id, "supersede", LATER)
    assert isinstance(outcome, Known)
    assert outcome.id == other
    assert sorted(texts(people, "ben")) == [LATER, CACHE]


def test_a_memory_that_nobody_sees_is_answered_as_one_that_is_not_there(people: People) -> None:
    id = people.remember("anna", CACHE, repo="pay")
    for who in ("ben", "carl"):
        with pytest.raises(NotFound):
            changed(people, who, id, "retract")
        with people.entered(who) as entered, pytest.raises(NotFound):
            people.memories.forget(entered, id)


def test_forgetting_deletes_every_copy_of_the_words(people: People) -> None:
    id = people.remember("ben", CACHE, quote="", tags=("cache",))
    with people.entered("ben") as entered:
        people.memories.forget(entered, id)
    with psycopg.connect(people.databases.addresses.superuser) as connection:
        for table in ("memory", "memory_mark", "memory_passage"):
            assert connection.execute(f"SELECT 1 FROM scrubjay.{table}").fetchall() == []
    with people.entered("ben") as entered, pytest.raises(NotFound):
        people.memories.provenance(entered, id)


def test_a_memory_holds_through_its_last_day(people: People) -> None:
    people.remember("ben", CACHE, valid_until="2026-03-02")
    assert people.found("ben", "cache page") == [CACHE]
    people.databases.clock.now = people.databases.clock.now.replace(day=3)
    assert people.found("ben", "cache page") == []
    assert (texts(people, "ben"), texts(people, "ben", status="expired")) == ([], [CACHE])


def test_a_proposal_for_every_team_is_its_authors_alone_until_the_owner_accepts_it(people: People) -> None:
    with people.entered("ben") as entered:
        outcome = people.memories.remember(entered, TeamClaim(content=CACHE, scope="global"))
    assert isinstance(outcome, Held)
    assert "every team" in outcome.result.reason
    seen = {who: people.found(who, "cache page") for who in ("ben", "anna", "carl")}
    assert seen == {"ben": [CACHE], "anna": [], "carl": []}
    with people.databases.owner.transaction() as connection:
        claims = GlobalClaims(connection, people.databases.clock)
        assert [(one.text, one.team_name, one.member_name) for one in claims.waiting()] == [(CACHE, "acme", "ben")]
        claims.accept(outcome.id[:8])
    assert [people.found(who, "cache page") for who in ("ben", "anna", "carl")] == [[CACHE]] * 3
    with people.entered("carl") as entered:
        (memory,) = people.memories.listed(entered, MemoryFilters()).memories
    assert (memory.label, memory.project_name) == ("every team · 2026-03-02", "")
    with pytest.raises(NotGranted, match="scrubjay team memory refuse"):
        changed(people, "ben", outcome.id, "retract")


def test_the_owner_takes_back_what_every_team_sees(people: People) -> None:
    id = people.remember("ben", CACHE, scope="global")
    with people.databases.owner.transaction() as connection:
        claims = GlobalClaims(connection, people.databases.clock)
        claims.accept(id)
        claims.refuse(id)
        assert (claims.waiting(), claims.accepted()) == ((), ())
    assert [people.found(who, "cache page") for who in ("ben", "anna", "carl")] == [[]] * 3


def test_the_owner_of_the_server_sees_no_memory_of_a_team(people: People) -> None:
    people.remember("ben", CACHE)
    with people.databases.owner.transaction() as connection:
        for table in ("memory", "memory_mark", "memory_passage", "memory_event", "pool", "handoff"):
            assert connection.execute(f"SELECT 1 FROM {table}").fetchall() == []
        with pytest.raises(NotFound):
            GlobalClaims(connection, people.databases.clock).accept("00000000")


def test_a_global_memory_belongs_to_no_repository(people: People) -> None:
    with people.entered("ben") as entered, pytest.raises(UsageError, match="no project"):
        people.memories.remember(entered, TeamClaim(content=CACHE, scope="global", repo="shop"))
