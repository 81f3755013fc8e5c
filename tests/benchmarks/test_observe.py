"""How long does a look into a transcript take? Run with -m benchmark -s."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import pytest

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.lines import FileLines
from scrubjay.memory.transcript.transcript import PATIENCE_S, Sought, find, read
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

pytestmark = pytest.mark.benchmark
TIMES = 30
FIRST = 3
"""Looks until a server has read a long session to its beginning."""

QUOTE = "lease lost, giving the job back"


@pytest.mark.parametrize("calls", [200, 1_000, 4_000])
def test_a_look_into_a_session(repo: Repo, tmp_path: Path, calls: int) -> None:
    repo.commit("first", {"README.md": "The pool holds 17 connections.\n"})
    story = Story(repo, tmp_path)
    story.typed("go on")
    for number in range(calls):
        story.ran(f"pytest -q tests/test_{number}.py", f"line {number} of an output that goes on\n" * 25)
    story.ran("journalctl -u worker", QUOTE)
    transcript = find((ReportedSession(story.session, str(story.file), story.began),), story.folders)
    assert not isinstance(transcript, str)
    sought = Sought(b"giving", tuple(word.encode() for word in QUOTE.replace(",", "").split()))
    read_s, look_s, whole, lines = [], [], 0, FileLines()

    def first() -> None:
        assert not isinstance(read(transcript, time.thread_time, time.thread_time() + PATIENCE_S, sought), str)

    first_s = [_time(first) for _ in range(FIRST)]
    observer = story.observer(transcript.reported)
    for number in range(TIMES + FIRST):
        story.ran("date", f"day {number}")  # a session goes on between two claims

        def reread() -> None:
            nonlocal whole
            session = read(transcript, time.thread_time, time.thread_time() + PATIENCE_S, sought, lines)
            assert not isinstance(session, str)
            whole += session.complete

        def look() -> None:
            assert observer.observe("The job is given back when the lease is lost.", QUOTE).observation

        read_s.append(_time(reread))
        look_s.append(_time(look))
    size = story.file.stat().st_size / 1e6
    figures = [
        f"{1000 * median(times):.0f} ({1000 * quantiles(times, n=20)[18]:.0f}) ms"
        for times in (first_s, read_s[FIRST:], look_s[FIRST:])
    ]
    print(
        f"\n{calls} calls, {size:.1f} MB: p50 (p95) of CPU: first read {figures[0]}, read again {figures[1]}, "
        f"all {figures[2]}; whole {whole} of {TIMES + FIRST}"
    )


def _time(act: Callable[[], object]) -> float:
    """Seconds of this thread's processor time."""
    began = time.thread_time()
    act()
    return time.thread_time() - began
