"""How long does a look into a transcript take? Run with -m benchmark -s."""

import time
from pathlib import Path
from statistics import quantiles

import pytest

from scrubjay.observed.transcript import PATIENCE_S, Sought, find, read
from scrubjay.presence.clients import Reported
from tests.conftest import Repo
from tests.shared.observed.stories import Story

pytestmark = pytest.mark.benchmark
TIMES = 30
QUOTE = "lease lost, giving the job back"


@pytest.mark.parametrize("calls", [200, 1_000, 4_000])
def test_a_look_into_a_session(repo: Repo, tmp_path: Path, calls: int) -> None:
    repo.commit("first", {"README.md": "The pool holds 17 connections.\n"})
    story = Story(repo, tmp_path)
    story.typed("go on")
    for number in range(calls):
        story.ran(f"pytest -q tests/test_{number}.py", f"line {number} of an output that goes on\n" * 25)
    story.ran("journalctl -u worker", QUOTE)
    transcript = find((Reported(story.session, str(story.file), story.began),), story.folders)
    assert not isinstance(transcript, str)
    read_s, look_s, whole = [], [], 0
    sought = Sought(b"giving", tuple(word.encode() for word in QUOTE.replace(",", "").split()))
    for _ in range(TIMES):
        began = time.thread_time()
        session = read(transcript, time.thread_time, began + PATIENCE_S, sought)
        read_s.append(time.thread_time() - began)
        assert not isinstance(session, str)
        whole += session.whole
        began = time.thread_time()
        seen = story.observe("The job is given back when the lease is lost.", QUOTE).observation
        look_s.append(time.thread_time() - began)
        assert seen is not None
    size = story.file.stat().st_size / 1e6
    figures = [f"{1000 * quantiles(times, n=20)[18]:.0f} ms" for times in (read_s, look_s)]
    print(f"\n{calls} calls, {size:.1f} MB: p95 of CPU: read {figures[0]}, all {figures[1]}; whole {whole} of {TIMES}")
