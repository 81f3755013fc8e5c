"""A session hears the same thing once, whatever its hooks do."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.context.briefing.difference import new_lines, truncate_lines
from scrubjay.context.briefing.told import MAX_SESSIONS, BriefingLedger
from scrubjay.model.clock import iso
from scrubjay.storage.database import Database
from tests.fakes import MovingClock


@pytest.fixture
def watch() -> MovingClock:
    return MovingClock()


@pytest.fixture
def ledger(tmp_path: Path, watch: MovingClock) -> Iterator[BriefingLedger]:
    with Database(tmp_path / "session.db", "session") as database:
        yield BriefingLedger(database, watch)


def test_a_start_is_told_and_a_resume_in_the_same_state_is_not(ledger: BriefingLedger) -> None:
    assert ledger.claim("s1", "/w", "a", "text", "startup") == (True, "")
    assert ledger.claim("s1", "/w", "a", "text", "resume") == (False, "text")


def test_a_resume_in_another_state_knows_what_was_told(ledger: BriefingLedger) -> None:
    ledger.claim("s1", "/w", "a", "old", "startup")
    assert ledger.claim("s1", "/w", "b", "new", "resume") == (True, "old")


@pytest.mark.parametrize("source", ["clear", "compact"])
def test_a_session_that_forgot_is_told_again_and_once(ledger: BriefingLedger, watch: MovingClock, source: str) -> None:
    ledger.claim("s1", "/w", "a", "text", "startup")
    assert ledger.claim("s1", "/w", "a", "text", source) == (True, "")
    assert ledger.claim("s1", "/w", "a", "text", source)[0] is False  # the second hook of the same event
    watch.now += timedelta(minutes=5)
    assert ledger.claim("s1", "/w", "a", "text", source) == (True, "")


def test_a_compaction_right_behind_a_resume_is_told_once(ledger: BriefingLedger, watch: MovingClock) -> None:
    """Codex compacts first, and fires both starts before the next turn: openai/codex#21272."""
    ledger.claim("s1", "/w", "a", "text", "startup")
    watch.now += timedelta(minutes=5)
    ledger.lose("s1")
    assert ledger.claim("s1", "/w", "a", "text", "resume") == (True, "")
    assert ledger.claim("s1", "/w", "a", "text", "compact")[0] is False


def test_a_compaction_between_a_resume_and_its_start_is_told(ledger: BriefingLedger) -> None:
    """As Claude Code does with `claude --resume ID /compact`."""
    ledger.claim("s1", "/w", "a", "old", "startup")
    assert ledger.claim("s1", "/w", "b", "new", "resume") == (True, "old")
    ledger.lose("s1")
    assert ledger.claim("s1", "/w", "b", "new", "compact") == (True, "")


def test_a_compaction_long_after_a_resume_is_told_though_nothing_announced_it(
    ledger: BriefingLedger, watch: MovingClock
) -> None:
    ledger.claim("s1", "/w", "a", "text", "resume")
    watch.now += timedelta(minutes=5)
    assert ledger.claim("s1", "/w", "a", "text", "compact") == (True, "")


def test_only_the_session_that_is_compacted_forgets(ledger: BriefingLedger) -> None:
    for session in ("s1", "s2"):
        ledger.claim(session, "/w", "a", "text", "startup")
    ledger.lose("s1")
    assert [ledger.claim(session, "/w", "a", "text", "resume")[0] for session in ("s1", "s2")] == [True, False]


def test_a_fork_knows_what_its_session_was_told(ledger: BriefingLedger) -> None:
    ledger.claim("s1", "/w", "a", "text", "startup")
    assert ledger.claim("s2", "/w", "a", "text", "fork") == (False, "text")


def test_another_session_and_another_worktree_are_told(ledger: BriefingLedger) -> None:
    ledger.claim("s1", "/w", "a", "text", "startup")
    assert ledger.claim("s2", "/w", "a", "text", "startup")[0]
    assert ledger.claim("s1", "/v", "a", "text", "startup")[0]


def test_of_many_hooks_at_once_one_tells(ledger: BriefingLedger) -> None:
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: ledger.claim("s1", "/w", "a", "text", "startup")[0], range(8)))
    assert told.count(True) == 1


def test_a_clock_that_was_set_back_makes_no_event_a_double(ledger: BriefingLedger, watch: MovingClock) -> None:
    ledger.claim("s1", "/w", "a", "text", "startup")
    assert ledger.claim("s1", "/w", "a", "text", "compact")[0]
    watch.now -= timedelta(hours=1)
    assert ledger.claim("s1", "/w", "a", "text", "compact") == (True, "")
    assert ledger.claim("s1", "/w", "a", "text", "compact") == (False, "text")


def test_what_is_told_is_kept_when_the_clock_was_set_back_and_much_was_told_later(
    ledger: BriefingLedger, watch: MovingClock
) -> None:
    for number in range(MAX_SESSIONS + 5):
        ledger.record_told(f"s{number}", "/w", "a", "text")
    watch.now -= timedelta(days=1)
    ledger.record_told("late", "/w", "a", "text")
    told = ledger.last_told("late", "/w")
    assert told is not None
    assert told.shown_at == iso(watch.now)


def test_the_difference_keeps_the_title_of_a_new_entry() -> None:
    before = "Task: A\nDead ends:\n- x -> y\nDecisions:\n- ADR-1"
    now = "Task: A\nDead ends:\n- x -> y\n- z -> w\nDecisions:\n- ADR-1"
    assert new_lines(before, now) == ("Dead ends:", "- z -> w")
    assert new_lines(now, now) == ()


def test_a_long_difference_says_how_much_more_there_is() -> None:
    assert truncate_lines(["a", "b", "c"], 2, "session_init") == ("a", "b", "(1 more line; session_init shows them)")
