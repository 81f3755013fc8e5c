"""What a team's evidence decides: who says the same in other words, how sessions ended, once, and for reviewers."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from scrubjay_growth.api import LoggedDecision
from scrubjay_team.evidence import log
from scrubjay_team.memories.memories import TeamMemories
from tests.conftest import Repo
from tests.servers.team.evidence.conftest import NOW, Evidence, session
from tests.servers.team.evidence.stories import GUIDE, WORDINGS, TopicEmbedder, said_twice, say_in_other_words
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror


@pytest.fixture
def mirrored(
    evidence: Evidence, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]
) -> LiveMirror:  # fmt: skip
    """The repository of the project shop, which every member sees, and memories compared by what they mean."""
    people = evidence.people
    with evidence.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = now() WHERE id = %s", [people.projects["shop"]])
    source = make_repo("shop")
    source.commit("guide", {"docs/mail.md": GUIDE})
    mirror = make_mirror(source, people.teams["acme"], "shop")
    mirror.index()
    people.projects["shop"] = mirror.project
    evidence.embedder = TopicEmbedder()
    people.memories = TeamMemories(evidence.embedder, evidence.databases.clock)
    return mirror


def proposals(evidence: Evidence) -> list[dict[str, object]]:
    with evidence.databases.worker.promoting(evidence.people.teams["acme"]) as connection:
        rows = connection.execute("SELECT * FROM review_proposal ORDER BY made_at").fetchall()
    return [dict(row) for row in rows]


def decided(evidence: Evidence) -> tuple[LoggedDecision, ...]:
    with evidence.databases.worker.promoting(evidence.people.teams["acme"]) as connection:
        return log.decisions(connection, 1_000)


def people(evidence: Evidence) -> tuple[str, ...]:
    """The five of acme: the path by outcome knows too little of fewer."""
    evidence.people.member("acme", "ella", "writer", ("shop",))
    return ("anna", "ben", "cleo", "dora", "ella")


def test_four_members_in_four_wordings_are_one_proposal(evidence: Evidence, mirrored: LiveMirror) -> None:
    said_twice(evidence)
    said = say_in_other_words(evidence)
    rehearsed = evidence.run(days=5, dry_run=True)
    assert (rehearsed.proposed, proposals(evidence)) == ((said[0],), [])
    done = evidence.run(days=5)
    assert done.proposed == (said[0],)
    (made,) = proposals(evidence)
    assert made["memory"] == UUID(said[0])
    assert sorted(made["others"]) == sorted(map(UUID, said[1:]))  # type: ignore[call-overload]
    assert made["why"] == "4 members said it by themselves in 4 wordings · by frequency"
    again = evidence.run(days=5)
    assert (again.logged, again.proposed, len(proposals(evidence))) == (0, (), 1)


def test_what_one_fact_is_stays_one_when_its_first_words_are_old(evidence: Evidence, mirrored: LiveMirror) -> None:
    said_twice(evidence)
    say_in_other_words(evidence)
    evidence.run(days=5)
    later = evidence.run(days=32)
    assert (later.proposed, len(proposals(evidence))) == ((), 1)


def test_who_was_shown_it_says_nothing_new(evidence: Evidence, mirrored: LiveMirror) -> None:
    said_twice(evidence)
    first = evidence.say("anna", WORDINGS[0][1], repo="shop")
    for who in ("ben", "cleo", "dora"):
        evidence.tell(who, [session(who, "unknown", first)])
    for place, (who, text) in enumerate(WORDINGS[1:], 1):
        evidence.say(who, text, place, repo="shop")
    assert evidence.run(days=5).proposed == ()


def test_without_a_ground_nothing_is_proposed(evidence: Evidence, mirrored: LiveMirror) -> None:
    said_twice(evidence)
    for place, (who, text) in enumerate(WORDINGS[1:]):
        evidence.say(who, text, place, repo="shop")
    evidence.say("anna", WORDINGS[1][1], 3, repo="shop")
    done = evidence.run(days=5)
    assert (done.proposed, proposals(evidence)) == ((), [])


def test_sessions_that_had_it_speak_against_those_that_had_not(evidence: Evidence, mirrored: LiveMirror) -> None:
    memory = evidence.say("anna", WORDINGS[0][1], repo="shop")
    other = evidence.say("ben", "Labels are printed by the second machine in the hall.", repo="shop")
    for who in people(evidence):
        assert evidence.run(days=1).proposed == ()
        evidence.tell(who, [session(f"{who}{n}", "well", memory) for n in range(3)])
        evidence.tell(who, [session(f"{who}-{n}", "well" if n < 2 else "ill", other) for n in range(4)])
    assert evidence.run(days=1).proposed == (memory,)
    (made,) = proposals(evidence)
    assert made["why"] == (
        "1 member said it by themselves in 1 wording · sessions with it ended well for 5 of 5 members, "
        "without it 50% did, of 5 members · by outcome"
    )


@pytest.mark.parametrize("others", [(), ("anna",), ("anna", "cleo", "dora")])
def test_one_member_s_sessions_never_pass_however_many(
    evidence: Evidence, mirrored: LiveMirror, others: tuple[str, ...]
) -> None:
    memory = evidence.say("ben", WORDINGS[0][1], repo="shop")
    evidence.tell("ben", [session(f"+{n}", "well", memory) for n in range(300)])
    evidence.tell("ben", [session(f"-{n}", "ill") for n in range(300)])
    for who in others:
        evidence.tell(who, [session("+", "well", memory), session("-", "ill")])
    assert evidence.run(days=1).proposed == ()
    assert [one.signal.outcome_n for one in decided(evidence)] == ([] if len(others) < 2 else [4])


def test_a_proposal_falls_with_its_ground_and_each_decision_can_be_taken_again(
    evidence: Evidence, mirrored: LiveMirror
) -> None:
    said_twice(evidence)
    said = say_in_other_words(evidence)
    evidence.run(days=5)
    mirrored.source.commit("changed", {"docs/mail.md": "# Mail\n\nMail is sent at once.\n"})
    mirrored.fetch()
    mirrored.index()
    done = evidence.run(days=6)
    assert (done.withdrawn, [one["state"] for one in proposals(evidence)]) == ((said[0],), ["withdrawn"])
    rows = decided(evidence)
    assert [one.differs for one in log.replay(rows, {})] == [False] * len(rows)
    assert any(one.differs for one in log.replay(rows, {"frequency_threshold": 0.999}))


def test_a_worker_decides_once_a_day_for_each_team(evidence: Evidence) -> None:
    def passes() -> list[object]:
        with evidence.databases.owner.transaction() as connection:
            teams = connection.execute("SELECT id FROM team ORDER BY id").fetchall()
        found = []
        for team in teams:
            with evidence.databases.worker.promoting(team["id"]) as connection:
                found += [row["at"] for row in connection.execute("SELECT at FROM promotion_pass").fetchall()]
        return found

    evidence.promotion.run_due()
    assert passes() == [NOW, NOW]
    evidence.databases.clock.now = NOW + timedelta(hours=23)
    evidence.promotion.run_due()
    assert passes() == [NOW, NOW]
    evidence.databases.clock.now = NOW + timedelta(hours=24)
    evidence.promotion.run_due()
    assert passes() == [NOW + timedelta(hours=24)] * 2
