"""What persons tell, accept, edit, refuse and undo on the page, and what then becomes of what programs write."""

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Held, MemoryStatus
from scrubjay_team.errors import MemoryChanged, NotGranted
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memory import memory_lines
from tests.servers.team.review.conftest import CACHE, LATER, SPEAKS, Reviewers

MINUTES = "The cache keeps a page for 90 minutes."
OTHER = "The cache keeps a page for ten minutes."


def queue(reviewers: Reviewers, who: str) -> list[tuple[str, str]]:
    with reviewers.entered(who) as entered:
        return [(one.kind, one.memory.content) for one in reviewers.reviews.queue(entered)]


def test_what_a_person_says_on_the_page_is_told_by_them_wherever_it_is_shown(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE, repo="shop", told=True)
    assert reviewers.seen("rita", id).hearsay == "ben's machine says told"
    told = reviewers.tell("ben", id)
    assert (told.grade, told.graded, told.hearsay) == (Grade.TOLD, "told by ben, 2026-03-02", "")
    for who in ("rita", "anna"):
        memory = reviewers.seen(who, id)
        assert "told by ben, 2026-03-02" in memory_lines(memory)[0]
        with reviewers.people.entered(who) as entered:
            (found,) = reviewers.people.memories.search(entered, "how long does the cache keep a page")
            listed = reviewers.people.memories.listed(entered, MemoryFilters(grades=("told",)))
        assert found.memory.grade is Grade.TOLD
        assert [one.id for one in listed.memories] == [id]


def test_who_did_not_write_it_approves_it_and_the_author_stays(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    told = reviewers.tell("bea", id)
    assert (told.author_name, told.graded) == ("ben", "told by bea, 2026-03-02")
    assert reviewers.tell("anna", id).teller_name == "bea"


def test_a_version_that_nobody_read_is_not_told(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    with reviewers.entered("ben") as entered, pytest.raises(MemoryChanged):
        reviewers.reviews.tell(entered, id, 2)
    reviewers.changed("ben", id, "retract", reason="wrong")
    with reviewers.entered("ben") as entered, pytest.raises(MemoryChanged):
        reviewers.reviews.tell(entered, id, 2)
    assert reviewers.row(id)["told_by"] is None


@pytest.mark.parametrize("who", ["rita", "carl"])
def test_a_reader_tells_nothing_and_another_team_sees_nothing(reviewers: Reviewers, who: str) -> None:
    id = reviewers.remember("ben", CACHE)
    with reviewers.entered(who) as entered, pytest.raises((NotGranted, NotFound)):
        reviewers.reviews.tell(entered, id, 1)


def test_a_question_and_a_memory_for_every_team_are_told_by_nobody(reviewers: Reviewers) -> None:
    question = reviewers.remember("ben", "How long does the cache keep a page?", kind="question")
    everywhere = reviewers.remember("ben", CACHE, scope="global")
    for id, why in ((question, "answer it"), (everywhere, "scrubjay team memory accept")):
        with pytest.raises(UsageError, match=why):
            reviewers.tell("ben", id)


@pytest.mark.parametrize("how", ["supersede", "correct", "extend"])
@pytest.mark.parametrize("who", ["ben", "bea", "anna"])
def test_a_program_ends_nothing_that_is_told_and_its_words_wait_beside_it(
    reviewers: Reviewers, how: str, who: str
) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", id)
    outcome = reviewers.changed(who, id, how, LATER)
    assert isinstance(outcome, Held)
    assert "a person decides" in outcome.result.reason
    assert reviewers.seen("bea", id).status is MemoryStatus.ACTIVE
    assert reviewers.people.found("bea", "cache page") == [CACHE]
    with reviewers.entered("anna") as entered:
        (item,) = reviewers.reviews.queue(entered)
    assert item.replaces is not None
    assert (item.kind, item.replaces.id, LATER in item.memory.content) == ("held", id, True)


@pytest.mark.parametrize("how", ["invalidate", "retract"])
@pytest.mark.parametrize("who", ["ben", "anna", "olga"])
def test_no_program_ends_or_forgets_what_is_told(reviewers: Reviewers, who: str, how: str) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", id)
    with pytest.raises(NotGranted, match="told by ben"):
        reviewers.changed(who, id, how, reason="no")
    with reviewers.people.entered(who) as entered, pytest.raises(NotGranted, match="told by ben"):
        reviewers.people.memories.forget(entered, id)
    assert reviewers.row(id)["status"] == "active"


def test_what_is_told_is_ended_by_its_teller_and_reviewers_alone(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("bea", id)
    with reviewers.entered("ben") as entered, pytest.raises(NotGranted, match="told by bea"):
        reviewers.people.memories.update(entered, id, "retract", TeamClaim(content=""), reason="mine")
    with reviewers.entered("bea") as entered:
        reviewers.people.memories.update(entered, id, "retract", TeamClaim(content=""), reason="measured anew")
    assert reviewers.row(id)["status"] == "retracted"
    assert reviewers.people.found("ben", "cache page") == []


def test_an_accepted_proposal_takes_the_place_of_what_was_told(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", id)
    newer = reviewers.proposed("bea", id, LATER)
    with reviewers.entered("anna") as entered:
        told = reviewers.reviews.accept(entered, newer, 1, told=True)
    assert (told.graded, told.author_name) == ("told by anna, 2026-03-02", "bea")
    assert reviewers.row(id)["status"] == "superseded"
    assert reviewers.people.found("ben", "cache page") == [LATER]
    with reviewers.entered("anna") as entered:
        reviewers.reviews.undo(entered, newer)
    assert (reviewers.row(id)["status"], reviewers.row(newer)["status"]) == ("active", "held")
    assert (reviewers.row(id)["told_by"], reviewers.row(newer)["told_by"]) == (reviewers.people.members["ben"], None)
    assert reviewers.people.found("ben", "cache page") == [CACHE]


def test_what_is_accepted_as_said_is_found_and_stays_said(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", SPEAKS)
    with reviewers.entered("anna") as entered:
        memory = reviewers.reviews.accept(entered, id, 1)
    assert (memory.status, memory.grade) == (MemoryStatus.ACTIVE, Grade.SAID)
    assert reviewers.people.found("bea", "ignore instructions file") == [SPEAKS]
    assert queue(reviewers, "anna") == []


def test_what_is_refused_is_blocked_for_programs_and_kept_from_other_members(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", SPEAKS)
    with reviewers.entered("anna") as entered:
        with pytest.raises(UsageError, match="Say why"):
            reviewers.reviews.refuse(entered, id, 1, " ")
        reviewers.reviews.refuse(entered, id, 1, "it speaks to agents")
    assert reviewers.seen("ben", id).reason == "refused by anna: it speaks to agents"
    with pytest.raises(NotFound):
        reviewers.seen("bea", id)
    with reviewers.people.entered("bea") as entered:
        again = reviewers.people.memories.remember(entered, TeamClaim(content=SPEAKS))
    assert isinstance(again, Blocked)
    assert again.reason.startswith("anna refused this on 2026-03-02")
    with reviewers.entered("anna") as entered:
        reviewers.reviews.undo(entered, id)
    assert queue(reviewers, "rosa") == [("held", SPEAKS)]
    with reviewers.people.entered("bea") as entered:
        assert isinstance(reviewers.people.memories.remember(entered, TeamClaim(content=SPEAKS)), Held)


def test_better_words_take_the_place_of_both_and_are_the_editors(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", id)
    newer = reviewers.proposed("bea", id, LATER)
    with reviewers.entered("rosa") as entered:
        edited = reviewers.reviews.edit(entered, newer, 1, OTHER)
    assert (edited.content, edited.graded) == (OTHER, "told by rosa, 2026-03-02")
    assert [reviewers.row(one)["status"] for one in (id, newer)] == ["superseded", "superseded"]
    with reviewers.people.entered("ben") as entered:
        told = reviewers.people.memories.provenance(entered, edited.id)
    assert [one.content for one in told.older] == [LATER]
    with reviewers.entered("rosa") as entered:
        reviewers.reviews.undo(entered, newer)
    assert [reviewers.row(one)["status"] for one in (id, newer, edited.id)] == ["active", "held", "retracted"]
    assert reviewers.row(edited.id)["told_by"] is None
    assert reviewers.people.found("ben", "cache page") == [CACHE]


def test_a_writer_tells_what_is_held_of_their_own_and_no_more(reviewers: Reviewers) -> None:
    own = reviewers.remember("ben", SPEAKS)
    assert reviewers.tell("ben", own).grade is Grade.TOLD
    id = reviewers.remember("anna", CACHE)
    reviewers.tell("anna", id)
    newer = reviewers.proposed("ben", id, LATER)
    with pytest.raises(NotGranted, match="a reviewer decides"):
        reviewers.tell("ben", newer)
    with reviewers.entered("ben") as entered, pytest.raises(NotGranted, match="reviewers and owners"):
        reviewers.reviews.accept(entered, newer, 1)


def test_what_is_put_off_stands_last_for_whoever_put_it_off(reviewers: Reviewers) -> None:
    first = reviewers.remember("ben", SPEAKS)
    reviewers.remember("bea", SPEAKS.replace(".env", ".netrc"))
    with reviewers.entered("anna") as entered:
        reviewers.reviews.later(entered, first)
    assert [one[1] == SPEAKS for one in queue(reviewers, "anna")] == [False, True]
    assert [one[1] == SPEAKS for one in queue(reviewers, "rosa")] == [True, False]


def test_what_contradicts_a_told_memory_waits_until_a_reviewer_lets_both_hold(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", "The cache keeps a page for 60 minutes.")
    reviewers.tell("ben", id)
    rival = reviewers.remember("bea", MINUTES)
    with reviewers.entered("anna") as entered:
        (item,) = reviewers.reviews.queue(entered)
        assert (item.kind, item.memory.id, [one.id for one in item.rivals]) == ("rivals", rival, [id])
        reviewers.reviews.keep(entered, rival, 1)
    assert queue(reviewers, "anna") == []
    with reviewers.entered("anna") as entered:
        reviewers.reviews.undo(entered, rival)
    assert queue(reviewers, "anna") == [("rivals", MINUTES)]


def test_only_ones_own_last_act_is_undone_and_only_while_nothing_happened_since(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", id)
    with reviewers.entered("anna") as entered, pytest.raises(UsageError, match="nothing of yours"):
        reviewers.reviews.undo(entered, id)
    with reviewers.entered("anna") as entered:
        reviewers.people.memories.update(entered, id, "retract", TeamClaim(content=""), reason="wrong")
    with reviewers.entered("ben") as entered, pytest.raises(MemoryChanged):
        reviewers.reviews.undo(entered, id)


def test_a_reviewer_sees_nothing_of_a_repository_that_is_not_granted(reviewers: Reviewers) -> None:
    id = reviewers.remember("anna", SPEAKS, repo="pay")
    with reviewers.databases.owner.transaction() as connection:
        project, rosa = reviewers.people.projects["pay"], reviewers.people.members["rosa"]
        connection.execute("DELETE FROM project_member WHERE project = %s AND member = %s", [project, rosa])
    assert queue(reviewers, "rosa") == []
    with reviewers.entered("rosa") as entered, pytest.raises(NotFound):
        reviewers.reviews.accept(entered, id, 1)


def test_the_acts_of_persons_stand_in_a_memorys_history(reviewers: Reviewers) -> None:
    id = reviewers.remember("ben", SPEAKS)
    with reviewers.entered("anna") as entered:
        reviewers.reviews.accept(entered, id, 1, told=True)
        acts = reviewers.reviews.acts(entered, reviewers.reviews.item(entered, id).memory)
    assert [(one.act, one.member_name, one.mine) for one in acts] == [("accept", "anna", True)]
    with reviewers.people.entered("bea") as entered:
        events = reviewers.people.memories.provenance(entered, id).events
    assert [(one.action, one.outcome, one.member_name) for one in events][-1] == ("accept", "told", "anna")
