"""A session's report counts for that session, while the worktree is there."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.presence import Presence
from scrubjay.storage import Database


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
