"""What a person typed is told; what was pasted, taken back or made by a machine isn't."""

import pytest

from tests.shared.memory.transcript.stories import Story
from tests.shared.memory.transcript.turns import CLAIM, FAKES, SAID, THEIRS, Fake, tell


def test_most_of_what_people_state_is_recognised(story: Story) -> None:
    for text, _ in THEIRS:
        story.typed(text)
    missed = [claim for _, claim in THEIRS if not ((turn := story.observe(claim).turn) and turn.same)]
    print(f"{len(THEIRS) - len(missed)} of {len(THEIRS)}; missed:", *missed, sep="\n")
    assert 5 * len(missed) <= 2 * len(THEIRS)


@pytest.mark.parametrize("fake", FAKES, ids=[name for name, _ in FAKES])
def test_what_a_person_didnt_state_is_not_told(story: Story, fake: Fake) -> None:
    tell(story, fake[1])
    for quote in ("", CLAIM):
        observed = story.observe(CLAIM, quote)
        assert observed.turn is None
        assert observed.why


def test_there_are_forty() -> None:
    assert len({name for name, _ in FAKES}) == len(FAKES) >= 60


def test_a_turn_is_theirs_by_its_origin_where_the_source_isnt_told(story: Story) -> None:
    story.typed(SAID, promptSource=None)
    turn = story.observe(CLAIM).turn
    assert turn is not None
    assert (turn.same, turn.who, turn.words, turn.session) == (True, "anna", SAID, story.session)


def test_a_turn_in_a_session_that_another_agent_started_is_nobodys(story: Story) -> None:
    story.typed(SAID)
    story.nested = True
    assert story.observe(CLAIM).turn is None


def test_a_sentence_that_speaks_of_the_claim_is_quoted_with_its_whole(story: Story) -> None:
    story.typed("The staging database runs postgres 16 since the move in May.")
    turn = story.observe("Staging runs postgres 16.", "staging database runs postgres 16").turn
    assert turn is not None
    assert not turn.same
    assert turn.words == "The staging database runs postgres 16 since the move in May."


@pytest.mark.parametrize(
    ("text", "quote", "claim"),
    [
        ("no, we decided last week to keep Node 18 until May", "decided last week to keep Node 18 until May",
         "Node 18 is kept until May."),
        ("We use uv, not pip, for the whole workspace.", "uv, not pip, for the whole workspace",
         "The whole workspace uses uv, not pip."),
        ('The "staging" database runs postgres 16 since May.', "database runs postgres 16 since May",
         "The database runs postgres 16 since May."),
        ("Don't forget that the billing cron runs in UTC.", "the billing cron runs in UTC",
         "The billing cron runs in UTC now."),
        ("Before you start: the mac runner is ours, it stands below desk 4.", "the mac runner is ours, it stands below",
         "The mac runner stands below a desk of ours."),
        ("Notes:\n\nThe log below is from staging.\n\nThe demo tenant holds 40 users. I'm not sure about the tests.",
         "The demo tenant holds 40 users", "The demo tenant has 40 users."),
    ],
)  # fmt: skip
def test_what_a_person_says_in_passing_is_theirs(story: Story, text: str, quote: str, claim: str) -> None:
    story.typed(text)
    turn = story.observe(claim, quote).turn
    assert turn is not None
    assert quote in turn.words


def test_a_turn_that_the_person_went_back_before_is_not_told(story: Story) -> None:
    story.typed("hello")
    back = story._last
    story.typed(SAID)
    story._last = back
    story.typed("fix the tests")
    assert story.observe(CLAIM).turn is None


def test_the_newest_word_counts(story: Story) -> None:
    for text in (SAID, "no, scratch that", "hm", f"ok I looked. {SAID}"):
        story.typed(text)
    assert story.observe(CLAIM).turn is not None


def test_the_same_of_another_thing_takes_nothing_back(story: Story) -> None:
    story.typed("The staging service listens on port 8001. The production service listens on port 8002.")
    assert story.observe("The staging service listens on port 8001.").turn is not None
