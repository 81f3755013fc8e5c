"""The clock is set back between two sessions: the later one is still the one that was here last, and is kept."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.session.tasks.points import MAX_POINTS, HookReport, SessionPoints
from scrubjay.storage.database import Database
from tests.fakes import MovingClock


@pytest.fixture
def watch() -> MovingClock:
    return MovingClock()


@pytest.fixture
def points(tmp_path: Path, watch: MovingClock) -> Iterator[SessionPoints]:
    with Database(tmp_path / "session.db", "session") as database:
        yield SessionPoints(database, watch)


def report(points: SessionPoints, session: str, *files: str) -> None:
    points.report(HookReport(session=session, branch="main", head="c1", event="Stop", worktree="/w", files=files))


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(hours=1), timedelta(days=3650)])
def test_the_later_session_is_the_last_one_however_far_the_clock_was_set_back(
    back: timedelta, points: SessionPoints, watch: MovingClock
) -> None:
    report(points, "first", "a.md")
    watch.now -= back
    report(points, "second", "b.md")
    assert [one.session for one in points.others("main")] == ["second", "first"]
    unsaved = points.last_unsaved("main", "third", "c1")
    assert unsaved is not None
    assert unsaved.session == "second"


def test_a_report_is_kept_though_a_thousand_were_written_later(points: SessionPoints, watch: MovingClock) -> None:
    for number in range(MAX_POINTS + 5):
        report(points, f"s{number}")
    watch.now -= timedelta(days=1)
    report(points, "late")
    assert points.of("late", "main") is not None
