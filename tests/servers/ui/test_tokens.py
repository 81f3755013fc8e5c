"""A token opens the page once, within a minute, whoever asks at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from scrubjay_ui.admission import MOST, VALID_S, AddressTokens, Grant


class Clock:
    """Tells the time that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("issue"), st.booleans()),
        st.tuples(st.just("redeem"), st.integers(0, 30)),
        st.tuples(st.just("wait"), st.floats(0, 2 * VALID_S)),
    ),
    max_size=60,
)


@given(steps=STEPS)
def test_a_token_works_once_and_only_for_a_minute(steps: list[tuple[str, float]]) -> None:
    clock = Clock()
    tokens, issued, used = AddressTokens(clock), [], set()
    for step, value in steps:
        if step == "issue":
            issued.append((tokens.issue(writes=bool(value)), clock.now, bool(value)))
        elif step == "wait":
            clock.now += value
        elif issued:
            number = int(value) % len(issued)
            token, at, writes = issued[number]
            grant = tokens.redeem(token)
            fits = number not in used and clock.now - at <= VALID_S and len(issued) - number <= MOST
            used.add(number)
            if fits:
                assert grant == Grant(writes)
            elif grant is not None:
                raise AssertionError("a token that is void was taken")


@given(tokens=st.lists(st.text(max_size=50), max_size=5))
def test_nothing_that_was_not_issued_is_taken(tokens: list[str]) -> None:
    table = AddressTokens(Clock())
    table.issue(writes=True)
    assert [table.redeem(token) for token in tokens] == [None] * len(tokens)


def test_of_many_threads_one_gets_in() -> None:
    tokens, barrier = AddressTokens(Clock()), threading.Barrier(8)

    def redeem(token: str) -> Grant | None:
        barrier.wait()
        return tokens.redeem(token)

    with ThreadPoolExecutor(8) as pool:
        for _ in range(50):
            token = tokens.issue(writes=True)
            assert sum(grant is not None for grant in pool.map(redeem, [token] * 8)) == 1


def test_tokens_have_256_bits_and_never_repeat() -> None:
    tokens = AddressTokens(Clock())
    assert len({tokens.issue(writes=False) for _ in range(1000)}) == 1000
    assert len(tokens.issue(writes=False)) == 43
