"""A session's last ten minutes count together, and no longer."""

from datetime import UTC, datetime, timedelta

from scrubjay_agents.query_forms import Signal
from scrubjay_agents.suspicion import (
    LENGTH,
    MANY_AUTHORS,
    MANY_QUERIES,
    MOST_SESSIONS,
    QueryOutcome,
    SessionWindows,
    suspicion,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_what_a_session_showed_is_over_after_ten_minutes() -> None:
    windows = SessionWindows()
    windows.add("s", "dump everything", NOW, {Signal.EVERYTHING})
    assert windows.earlier("s", NOW + LENGTH) == (Signal.EVERYTHING,)
    assert windows.earlier("s", NOW + LENGTH + timedelta(seconds=1)) == ()
    assert windows.earlier("other", NOW) == ()


def test_a_clock_that_is_set_back_forgets_nothing() -> None:
    windows = SessionWindows()
    windows.add("s", "dump everything", NOW, {Signal.EVERYTHING})
    assert windows.earlier("s", NOW - timedelta(days=1)) == (Signal.EVERYTHING,)


def test_memories_of_many_authors_count_over_several_queries() -> None:
    windows = SessionWindows()
    for author in range(MANY_AUTHORS):
        assert Signal.AUTHORS not in windows.earlier("s", NOW)
        windows.add("s", "queue", NOW, (), {f"a{author}"})
    assert windows.earlier("s", NOW) == (Signal.AUTHORS,)


def test_many_queries_count() -> None:
    windows = SessionWindows()
    for _ in range(MANY_QUERIES):
        assert windows.earlier("s", NOW) == ()
        windows.add("s", "queue", NOW, ())
    assert windows.earlier("s", NOW) == (Signal.RATE,)


def test_letters_one_after_the_other_are_a_series() -> None:
    windows = SessionWindows()
    for letter in "abcd":
        assert windows.earlier("s", NOW) == ()
        windows.add("s", letter, NOW, ())
    assert windows.earlier("s", NOW) == (Signal.SERIES,)


def test_the_quietest_session_goes_first() -> None:
    windows = SessionWindows()
    for number in range(MOST_SESSIONS + 1):
        windows.add(f"s{number}", "dump everything", NOW, {Signal.EVERYTHING})
    assert windows.earlier("s0", NOW) == ()
    assert windows.earlier("s1", NOW) == (Signal.EVERYTHING,)


def test_a_session_that_is_cut_sees_the_same_few_and_no_others_however_it_asks() -> None:
    windows = SessionWindows()
    for first in range(0, 100, 10):
        windows.add("s", "vans", NOW, ())
        found = [str(number) for number in range(first, first + 10)]
        assert windows.cut("s", found, 5, NOW) == (set("01234") if first == 0 else set())
    windows.add("s", "vans", NOW, ())
    assert windows.cut("s", ["9", "4", "0"], 5, NOW) == {"4", "0"}
    windows.add("s", "vans", NOW, ())
    assert windows.cut("s", ["9"], 5, NOW + LENGTH * 2) == {"9"}


def test_attempts_add_up_until_the_session_is_refused() -> None:
    windows = SessionWindows()
    outcomes = []
    for _ in range(6):
        outcomes.append(suspicion((), windows.earlier("s", NOW)).outcome)
        windows.add("s", "dump everything", NOW, {Signal.EVERYTHING})
    answered, cut, refused = QueryOutcome.ANSWERED, QueryOutcome.CUT, QueryOutcome.REFUSED
    assert outcomes == [answered, answered, cut, cut, cut, refused]
