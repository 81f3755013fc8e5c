"""A claim about this week isn't believed for ever."""

from datetime import date

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import implied_end
from tests.shared.memory.conftest import Hands, said, stored

WEDNESDAY = date(2026, 12, 30)


@pytest.mark.parametrize(
    ("content", "end"),
    [
        ("Deploys are frozen this week.", "2027-01-03"),
        ("The staging database is down today.", "2026-12-30"),
        ("Ben tests the scale tomorrow.", "2026-12-31"),
        ("The flag goes away next week.", "2027-01-10"),
        ("No merges this month", "2026-12-31"),
        ("We move next month to the new depot.", "2027-01-31"),
        ("Nobody deploys this weekend.", "2027-01-03"),
        ("The budget is spent this quarter.", "2026-12-31"),
        ("The move is planned for next quarter.", "2027-03-31"),
        ("We hire nobody this year.", "2026-12-31"),
        ("The contract ends next year.", "2027-12-31"),
        ("The next release drops the old scale.", "2027-03-30"),
        ("It is off until the upcoming release.", "2027-03-30"),
        ("Frozen today; open again this week.", "2027-01-03"),
        ("THIS WEEK nobody deploys? No: this week nobody deploys.", "2027-01-03"),
        ("Vans leave at six.", ""),
        ("Today the cache is keyed by blob.", ""),  # nowadays
        ("We moved. Today, vans leave from the depot.", ""),
        ("Since today vans leave at six.", ""),
        ("As of today vans leave at six.", ""),
        ('The page says "closed today".', ""),
        ("`today()` returns a date.", ""),
        ("The release notes name every van.", ""),
        ("The weekday is printed.", ""),
        ("Use todayish.", ""),
    ],
)
def test_an_end_comes_from_the_words_and_the_day(content: str, end: str) -> None:
    assert implied_end(content, WEDNESDAY) == end


def test_it_is_over_when_its_time_is_and_an_end_that_was_given_wins(memories: Memories, hands: Hands) -> None:
    stored(memories, "The scale is broken today.")
    stored(memories, "The belt is broken today.", valid_until="2026-03-05")
    stored(memories, "The scale broke today.", kind="incident")
    stored(memories, "Vans leave at six.")
    assert len(said(memories)) == 4
    hands.pass_by(days=1)
    assert said(memories) == ["Vans leave at six.", "The scale broke today.", "The belt is broken today."]
    hands.pass_by(days=5)
    assert said(memories) == ["Vans leave at six.", "The scale broke today."]
