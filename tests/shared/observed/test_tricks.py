"""False claims are never observed, whatever an agent has its own tools say."""

import pytest

from tests.shared.observed.readers import READERS
from tests.shared.observed.stories import SESSION, Story
from tests.shared.observed.tricks import CLAIM, QUOTE, TRICKS, Trick

EVERY = (*TRICKS, *READERS)


@pytest.mark.parametrize("trick", EVERY, ids=[name for name, _, _ in EVERY])
def test_a_false_claim_is_not_observed(story: Story, trick: Trick) -> None:
    story.typed("look at the pool")
    _, happen, quote = trick
    happen(story)
    story.mcp("mcp__scrubjay-session__remember", {"content": CLAIM, "quote": quote}, "unconfirmed")
    observed = story.observe(CLAIM, quote)
    assert observed.observation is None
    assert observed.turn is None
    assert observed.why


def test_there_are_at_least_ninety() -> None:
    assert len({name for name, _, _ in EVERY}) == len(EVERY) >= 90


def test_another_session_shows_nothing_here(story: Story) -> None:
    other = Story(story.repo, story.account.parent, SESSION.replace("3f2a", "4a3b"))
    other.ran("make check", QUOTE)
    assert other.observe(CLAIM, QUOTE).observation is not None
    assert story.observe(CLAIM, QUOTE).observation is None
