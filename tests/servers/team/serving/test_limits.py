"""Rates: bursts, waiting, and what is known of tokens for a while."""

import pytest

from scrubjay_team.serving.limits import MOST_COUNTED, Rate, RateLimit, Recent


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_burst_is_served_and_then_one_waits_for_the_next(clock: Clock) -> None:
    limit = RateLimit(Rate(3, 60), clock)
    assert [limit.take("anna") for _ in range(3)] == [0, 0, 0]
    assert limit.take("anna") == pytest.approx(1.0)
    clock.now += 1
    assert limit.take("anna") == 0


def test_nobody_pays_for_anybody_else(clock: Clock) -> None:
    limit = RateLimit(Rate(1, 60), clock)
    assert limit.take("anna") == 0
    assert limit.take("ben") == 0
    assert limit.take("anna") > 0


def test_rest_never_gives_more_than_a_burst(clock: Clock) -> None:
    limit = RateLimit(Rate(2, 60), clock)
    limit.take("anna")
    clock.now += 3600
    assert [limit.take("anna") > 0 for _ in range(3)] == [False, False, True]


def test_a_clock_that_goes_back_gives_nothing(clock: Clock) -> None:
    limit = RateLimit(Rate(1, 60), clock)
    limit.take("anna")
    clock.now -= 50
    assert limit.take("anna") > 0


def test_so_many_strangers_take_bounded_room(clock: Clock) -> None:
    limit = RateLimit(Rate(1, 60), clock)
    for number in range(MOST_COUNTED + 10):
        limit.take(number)
    assert limit.take(0) == 0
    assert limit.take(MOST_COUNTED + 9) > 0


def test_a_token_is_known_for_a_while_after_it_was_valid(clock: Clock) -> None:
    known = Recent(60, clock)
    known.add(b"anna")
    assert b"anna" in known
    assert b"ben" not in known
    clock.now += 61
    assert b"anna" not in known


def test_a_token_that_was_refused_is_not_known(clock: Clock) -> None:
    known = Recent(60, clock)
    known.add(b"anna")
    known.drop(b"anna")
    assert b"anna" not in known
