"""A session's report counts for that session, while the worktree is there."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.identity.presence import MAX_SESSIONS, Presence
from scrubjay.model.clock import iso
from scrubjay.storage.database import Database


@pytest.fixture
def presence(tmp_path: Path, clock: Callable[[], datetime]) -> Presence:
    return Presence(Database(tmp_path / "home.db", "home"), clock)


def test_the_last_report_of_a_session_counts_and_no_other_sessions(presence: Presence, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    presence.report("s1", tmp_path / "a")
    presence.report("s1", tmp_path / "b")
    presence.report("s2", tmp_path / "a")
    assert presence.of("s1") == tmp_path / "b"
    assert presence.of("s2") == tmp_path / "a"
    assert presence.of("s3") is None
    assert presence.of("") is None


def test_a_worktree_that_is_gone_is_no_answer(presence: Presence, tmp_path: Path) -> None:
    presence.report("s1", tmp_path / "gone")
    assert presence.of("s1") is None


def test_a_session_id_out_of_bounds_is_nobodys(presence: Presence, tmp_path: Path) -> None:
    presence.report("x" * 1000, tmp_path)
    assert presence.of("x" * 1000) is None


def test_a_report_counts_when_the_clock_was_set_back_and_the_home_is_full(tmp_path: Path) -> None:
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    database = Database(tmp_path / "home.db", "home")
    presence = Presence(database, lambda: now)
    for number in range(MAX_SESSIONS + 5):
        presence.report(f"s{number}", tmp_path)
    now -= timedelta(days=1)
    presence.report("late", tmp_path)
    assert presence.of("late") == tmp_path
    for number in range(2 * MAX_SESSIONS):
        now += timedelta(seconds=1)
        presence.report(f"t{number}", tmp_path)
    kept = database.read(lambda c: c.execute("SELECT count(*), min(at) FROM presence").fetchone())
    assert tuple(kept) == (MAX_SESSIONS + 1, iso(now - timedelta(seconds=MAX_SESSIONS))), (
        "what was reported before is dropped in time"
    )
