"""The worker is woken at once, or once for all that was kept within a pause; a request is never forgotten."""

import threading
from collections.abc import Callable
from datetime import datetime

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.integrations.launching.launcher import MOST_PAUSES, PAUSE_S, Waking
from scrubjay.memory.store.request import RememberRequest
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S


class Woken:
    """Counts wakes, and holds the timers that were started; `fire` ends the pause of the last one."""

    def __init__(self) -> None:
        self.times = 0
        self.timers: list[Timer] = []
        self.waking = Waking(self, self.timer)

    def __call__(self) -> None:
        self.times += 1

    def timer(self, pause_s: float, fire: Callable[[], None]) -> threading.Timer:
        self.timers.append(Timer(pause_s, fire))
        return self.timers[-1]

    def fire(self) -> None:
        self.timers[-1].function()


class Timer(threading.Timer):
    """One whose time never comes by itself."""

    def start(self) -> None:
        assert self.interval == PAUSE_S
        assert self.daemon


@pytest.fixture
def woken() -> Woken:
    return Woken()


def test_now_wakes_at_once_and_each_time(woken: Woken) -> None:
    woken.waking.now()
    woken.waking.now()
    assert (woken.times, woken.timers) == (2, [])


def test_what_is_kept_within_a_pause_wakes_once_after_it(woken: Woken) -> None:
    for _ in range(5):
        woken.waking.soon()
    assert (woken.times, len(woken.timers)) == (0, 1)
    woken.fire()
    woken.waking.close()
    assert woken.times == 1


def test_a_burst_is_over_after_a_pause_without_a_request(woken: Woken) -> None:
    for _ in range(3):
        woken.waking.soon()
        woken.waking.soon()
        woken.fire()
    assert woken.times == 0
    woken.fire()
    assert (woken.times, len(woken.timers)) == (1, 4)


def test_requests_without_a_pause_are_not_put_off_for_ever(woken: Woken) -> None:
    for _ in range(MOST_PAUSES):
        assert woken.times == 0
        woken.waking.soon()
        woken.waking.soon()
        woken.fire()
    assert woken.times == 1


def test_a_wake_at_once_covers_those_that_wait(woken: Woken) -> None:
    woken.waking.soon()
    woken.waking.now()
    woken.fire()
    woken.waking.close()
    assert woken.times == 1


def test_the_end_wakes_for_what_waits_and_only_then(woken: Woken) -> None:
    woken.waking.close()
    assert woken.times == 0
    woken.waking.soon()
    woken.waking.close()
    woken.waking.close()
    assert woken.times == 1


def test_after_a_pause_the_next_request_begins_another(woken: Woken) -> None:
    for expected in (1, 2):
        woken.waking.soon()
        woken.fire()
        assert (woken.times, len(woken.timers)) == (expected, expected)


def test_a_real_pause_ends_by_itself() -> None:
    happened = threading.Event()
    Waking(happened.set, lambda _, fire: threading.Timer(0.0, fire)).soon()
    assert happened.wait(PATIENCE_S)


def test_a_memory_that_got_its_vectors_still_wakes_a_worker_at_the_latest_at_the_end(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    repo.commit("first", {"docs/usage.md": "# Usage\n\nCoffee is roasted in Trieste.\n"})
    woken: list[int] = []
    home = open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: woken.append(1),
    )  # fmt: skip
    with home as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        embed_pending(at.knowledge_database, HashingEmbedder(), stop=lambda: False)
        woken.clear()
        at.memories.remember(RememberRequest(content="The canary runs for an hour.", author="ada"))
        assert [job.kind for job in app.queue.jobs()] == ["ingest"]
    assert woken == [1]
