"""Nothing that only its author says lasts, nothing of a person's or a source's ends, and time only takes away."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.model.grade import Grade
from scrubjay.model.lifetime import (
    ARCHIVED_DAYS,
    FADING_KINDS,
    MAX_RENEWALS,
    MOST_DAYS,
    WORKED_DAYS,
    LifetimeFacts,
    status_of,
)
from scrubjay.model.memory import MemoryStatus

ACTIVE, FADED, ARCHIVED = MemoryStatus.ACTIVE, MemoryStatus.FADED, MemoryStatus.ARCHIVED
START = date(2026, 1, 1)
STAGES = (ACTIVE, FADED, ARCHIVED)

day = st.integers(0, 800).map(lambda days: START + timedelta(days))
lives = st.builds(
    LifetimeFacts,
    st.sampled_from(MEMORY_KINDS),
    st.sampled_from(Grade),
    day,
    st.frozensets(day, max_size=5),
    st.none() | day,
)
calendars = st.frozensets(day, max_size=200).map(lambda days: tuple(sorted(days)))


def on(days: int) -> date:
    """So many days after the start."""
    return START + timedelta(days)


EVERY_DAY = tuple(on(days) for days in range(800))
WEEKLY = EVERY_DAY[::7]


@pytest.mark.parametrize(
    ("life", "worked", "days", "status"),
    [
        (LifetimeFacts("fact", Grade.SAID, START), EVERY_DAY, 29, ACTIVE),
        (LifetimeFacts("fact", Grade.SAID, START), EVERY_DAY, 30, FADED),
        (LifetimeFacts("fact", Grade.SAID, START), WEEKLY, 30, ACTIVE),
        (LifetimeFacts("fact", Grade.SAID, START), WEEKLY, 179, ACTIVE),
        (LifetimeFacts("fact", Grade.SAID, START), WEEKLY, 180, FADED),
        (LifetimeFacts("fact", Grade.SAID, START), (), 180, FADED),
        (LifetimeFacts("fact", Grade.SAID, START), WEEKLY, 364, FADED),
        (LifetimeFacts("fact", Grade.SAID, START), WEEKLY, 365, ARCHIVED),
        (LifetimeFacts("fact", Grade.SAID, START, {on(20)}), EVERY_DAY, 49, ACTIVE),
        (LifetimeFacts("fact", Grade.SAID, START, {on(20), on(40)}), EVERY_DAY, 69, ACTIVE),
        (LifetimeFacts("fact", Grade.SAID, START, {on(20), on(40), on(60)}), EVERY_DAY, 70, FADED),
        (LifetimeFacts("fact", Grade.SAID, START, {START}), EVERY_DAY, 30, FADED),  # on the same day
        (LifetimeFacts("fact", Grade.GROUNDED, START, (), START), EVERY_DAY, 179, ACTIVE),  # a printed line is dated
        (LifetimeFacts("fact", Grade.QUOTED, START, (), START), EVERY_DAY, 180, FADED),
        (LifetimeFacts("fact", Grade.QUOTED, START, (), on(100)), EVERY_DAY, 279, ACTIVE),
        (LifetimeFacts("fact", Grade.GROUNDED, START, (), on(100)), EVERY_DAY, 280, FADED),
        (LifetimeFacts("fact", Grade.SAID, START, (), on(20)), EVERY_DAY, 30, FADED),  # a line that doesn't ground it
        (LifetimeFacts("fact", Grade.TOLD, START, (), on(20)), EVERY_DAY, 700, ACTIVE),
        (LifetimeFacts("incident", Grade.SAID, START), EVERY_DAY, 700, ACTIVE),
        (LifetimeFacts("episode", Grade.GROUNDED, START, (), START), EVERY_DAY, 700, ACTIVE),
        (LifetimeFacts("question", Grade.SAID, START), EVERY_DAY, 700, ACTIVE),
        (LifetimeFacts("fact", Grade.GROUNDED, START), EVERY_DAY, 700, ACTIVE),
        (LifetimeFacts("fact", Grade.QUOTED, START), EVERY_DAY, 700, ACTIVE),
    ],
)
def test_the_law_of_lifetimes(life: LifetimeFacts, worked: tuple[date, ...], days: int, status: MemoryStatus) -> None:
    assert status_of(life, worked, on(days)) is status


@given(life=lives, worked=calendars, today=day, later=st.integers(0, 400))
def test_time_only_takes_away(life: LifetimeFacts, worked: tuple[date, ...], today: date, later: int) -> None:
    now, then = status_of(life, worked, today), status_of(life, worked, today + timedelta(later))
    assert STAGES.index(now) <= STAGES.index(then)


@given(life=lives, worked=calendars, today=day)
def test_only_what_its_author_alone_says_and_printed_lines_fade(
    life: LifetimeFacts, worked: tuple[date, ...], today: date
) -> None:
    lasting = life.kind not in FADING_KINDS or (life.grade > Grade.SAID and not life.dated)
    status = status_of(life, worked, today)
    if lasting:
        assert status is ACTIVE
    if status is ARCHIVED:
        assert life.grade is Grade.SAID


@given(life=lives, worked=calendars, today=day, more=st.frozensets(day, max_size=5))
def test_more_days_of_work_or_fewer_repetitions_never_make_it_last_longer(
    life: LifetimeFacts, worked: tuple[date, ...], today: date, more: frozenset[date]
) -> None:
    busier = tuple(sorted({*worked, *more}))
    unsaid = LifetimeFacts(life.kind, life.grade, life.captured, (), life.observed)
    status = STAGES.index(status_of(life, worked, today))
    assert status <= STAGES.index(status_of(life, busier, today))
    assert status <= STAGES.index(status_of(unsaid, worked, today))


@given(life=lives, worked=calendars)
def test_nothing_that_is_only_said_lasts(life: LifetimeFacts, worked: tuple[date, ...]) -> None:
    said = LifetimeFacts("fact", Grade.SAID, life.captured, life.repeated)
    third = sorted({one for one in life.repeated if one > life.captured})[:MAX_RENEWALS]
    last = third[-1] if third else life.captured
    assert status_of(said, worked, last + timedelta(MOST_DAYS)) is not ACTIVE
    assert status_of(said, worked, last + timedelta(ARCHIVED_DAYS)) is ARCHIVED
    every_day = tuple(last + timedelta(n) for n in range(1, WORKED_DAYS + 1))
    assert status_of(said, every_day, every_day[-1]) is FADED
