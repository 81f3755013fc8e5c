"""What members' homes tell of sessions: in any order, any number of times, each one's own, and taken back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import LimitExceeded
from scrubjay_team.evidence import counts
from scrubjay_team.evidence.reading import evidence_of
from scrubjay_team.people.members import Members
from scrubjay_team.people.teams import Teams
from tests.servers.team.evidence.conftest import NOW, Evidence, session

ENDED = ("well", "ill", "unknown")


def rows(evidence: Evidence) -> list[tuple[object, ...]]:
    """All that is kept, as the worker sees it."""
    with evidence.databases.worker.promoting(evidence.people.teams["acme"]) as connection:
        told = connection.execute(
            "SELECT member, session, version, ended, client, day FROM evidence_session"
        ).fetchall()
        had = connection.execute("SELECT member, session, memory FROM evidence_had").fetchall()
    return sorted((tuple(row.values()) for row in (*told, *had)), key=str)


def test_sessions_are_kept_once_and_their_sums_are_the_members_own(evidence: Evidence) -> None:
    memory = evidence.say("ben", "Parcels are weighed twice.", repo="shop")
    told = [session("a", "well", memory), session("b", "ill"), session("c", "unknown", memory)]
    assert evidence.tell("ben", told) == 3
    assert evidence.tell("ben", told) == 3
    there = evidence.own("ben")
    assert (there.sessions, there.well, there.ill, there.unknown, there.memories) == (3, 1, 1, 1, 1)
    assert (there.first, there.last) == (NOW.date(), NOW.date())
    assert evidence.own("anna").sessions == 0


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_neither_order_nor_repetition_of_batches_changes_what_is_kept(evidence: Evidence, data: st.DataObject) -> None:
    memories = [evidence.say("ben", f"Parcel number {uuid4().hex} is weighed.", repo="shop") for _ in range(2)]
    telling = st.builds(
        lambda name, version, ended, had: session(name, ended, *had, version=version),
        st.sampled_from("abc"), st.integers(1, 3), st.sampled_from(ENDED),
        st.lists(st.sampled_from(memories), max_size=2),
    )  # fmt: skip
    batches = data.draw(st.lists(st.lists(telling, min_size=1, max_size=4), min_size=1, max_size=4))
    kept = []
    for shuffled in (batches, data.draw(st.permutations([*batches, *batches]))):
        with evidence.people.entered("ben") as entered:
            counts.take_back(entered)
        for batch in shuffled:
            evidence.tell("ben", batch)
        kept.append(rows(evidence))
    assert kept[0] == kept[1]


def test_what_a_home_learns_later_counts(evidence: Evidence) -> None:
    evidence.tell("ben", [session("a", "well", version=2)])
    evidence.tell("ben", [session("a", "ill", version=1)])
    assert evidence.own("ben").well == 1
    evidence.tell("ben", [session("a", "ill", version=3)])
    assert evidence.own("ben").ill == 1


def test_of_memories_that_a_member_does_not_see_nothing_is_kept(evidence: Evidence) -> None:
    hidden = evidence.say("anna", "Payments are settled at night.", repo="pay")
    foreign = evidence.say("carl", "Ships sail at noon.", repo="ship")
    evidence.tell("ben", [session("a", "well", hidden, foreign, uuid4().hex)])
    assert (evidence.own("ben").sessions, evidence.own("ben").memories) == (1, 0)


def test_sums_are_of_two_other_members_at_least_and_of_what_one_sees(evidence: Evidence) -> None:
    shop = evidence.say("ben", "Parcels are weighed twice.", repo="shop")
    pay = evidence.say("anna", "Payments are settled at night.", repo="pay")
    evidence.tell("ben", [session("a", "well", shop), session("b", "ill", shop)])
    with evidence.people.entered("cleo") as entered:
        assert (counts.sums(entered, NOW), counts.total(entered, NOW)) == ([], None)
    evidence.tell("anna", [session("c", "well", shop, pay)])
    with evidence.people.entered("anna") as entered:
        assert (counts.sums(entered, NOW), counts.total(entered, NOW)) == ([], None)
    with evidence.people.entered("cleo") as entered:
        (seen,) = counts.sums(entered, NOW)
        every = counts.total(entered, NOW)
    assert (seen.memory.hex, seen.sessions, seen.well, seen.ill, seen.members) == (shop, 3, 2, 1, 2)
    assert every is not None
    assert (every.sessions, every.members) == (3, 2)
    with evidence.people.entered("carl") as entered:
        assert counts.sums(entered, NOW) == []
        assert counts.total(entered, NOW) is None


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_sums_say_nothing_of_one_member_whatever_the_caller_sends(evidence: Evidence, data: st.DataObject) -> None:
    memories = [evidence.say("anna", f"Parcel number {uuid4().hex} is weighed.", repo="shop") for _ in range(2)]
    telling = st.builds(
        lambda number, ended, had: session(f"{number}", ended, *had),
        st.integers(0, 5), st.sampled_from(ENDED), st.lists(st.sampled_from(memories), unique=True),
    )  # fmt: skip
    told = {
        name: data.draw(st.lists(telling, max_size=4, unique_by=lambda one: one.session), label=name)
        for name in ("ben", "cleo", "dora")
    }
    seen: list[object] = []
    for name in told:
        with evidence.people.entered(name) as entered:
            counts.take_back(entered)
        if name != "dora":
            evidence.tell(name, told[name])
    for mine in ([], told["dora"]):
        evidence.tell("dora", mine)
        with evidence.people.entered("dora") as entered:
            seen.append((counts.sums(entered, NOW), counts.total(entered, NOW)))
    assert seen[0] == seen[1]
    with evidence.people.entered("dora") as entered:
        shown, every = counts.sums(entered, NOW), counts.total(entered, NOW)
    having = [{memory for one in told[name] for memory in one.memories} for name in ("ben", "cleo")]
    assert {one.memory for one in shown} == having[0] & having[1]
    assert (every is not None) == bool(told["ben"] and told["cleo"])


def test_a_session_of_before_a_memory_had_it_not(evidence: Evidence) -> None:
    memory = evidence.say("anna", "Parcels are weighed twice.", repo="shop")
    for days in (1, 0):
        for who in ("ben", "cleo"):
            evidence.tell(who, [session(f"{days}", "well", memory, day=NOW.date() - timedelta(days=days))])
    with evidence.people.entered("dora") as entered:
        assert [one.sessions for one in counts.sums(entered, NOW)] == [2]
    with evidence.databases.worker.promoting(evidence.people.teams["acme"]) as connection:
        known = evidence_of(connection, NOW)
    assert set(known.shown.values()) == {NOW.date().isoformat()}


def test_taken_back_forgotten_and_left_nothing_stays(evidence: Evidence) -> None:
    memory = evidence.say("anna", "Parcels are weighed twice.", repo="shop")
    evidence.tell("ben", [session("a", "well", memory)])
    evidence.tell("cleo", [session("b", "well", memory)])
    with evidence.people.entered("ben") as entered:
        assert counts.take_back(entered) == 1
    with evidence.people.entered("anna") as entered:
        evidence.people.memories.forget(entered, memory)
    assert [evidence.own(name).memories for name in ("ben", "cleo")] == [0, 0]
    with evidence.databases.owner.transaction() as connection:
        team = Teams(connection, evidence.databases.clock).found("acme")
        connection.execute("UPDATE member SET removed_at = now() WHERE id = %s", [evidence.people.members["cleo"]])
        assert Members(connection, evidence.databases.clock, team)
    assert rows(evidence) == []


def test_old_days_are_not_taken_and_too_many_are_refused(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    old = NOW.date() - counts.KEPT - timedelta(days=1)
    assert (
        evidence.tell("ben", [session("a", "well", day=old), session("b", "well", day=NOW.date() + timedelta(days=2))])
        == 0
    )
    monkeypatch.setattr(counts, "MOST", 2)
    with pytest.raises(LimitExceeded, match="2 sessions"):
        evidence.tell("ben", [session(name, "well") for name in "abc"])
    assert evidence.own("ben").sessions == 0
