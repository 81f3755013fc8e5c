"""The next session's briefing is prepared beside the calls: after what was written, one at a time, none forgotten."""

import threading

from scrubjay.context.briefing.preparing import Preparation
from tests.patience import PATIENCE_S


class Work:
    """A preparation that waits for `go`; `seen` is what it found written, each time."""

    def __init__(self) -> None:
        self.written = 0
        self.seen: list[int] = []
        self.go = threading.Event()
        self.began = threading.Event()

    def __call__(self) -> None:
        seen = self.written
        self.began.set()
        assert self.go.wait(PATIENCE_S)
        self.seen.append(seen)

    def write(self) -> None:
        self.written += 1


def test_a_request_doesnt_wait_and_several_before_it_begins_are_one() -> None:
    work = Work()
    preparation = Preparation(work)
    work.write()
    preparation.soon()
    assert work.began.wait(PATIENCE_S)
    for _ in range(5):
        work.write()
        preparation.soon()
    assert work.seen == []
    work.go.set()
    preparation.close()
    assert work.seen == [1, 6]


def test_what_was_written_before_a_request_is_seen_by_the_end_of_now() -> None:
    work = Work()
    work.go.set()
    preparation = Preparation(work)
    for _ in range(20):
        work.write()
        preparation.soon()
        preparation.now()
        assert work.seen[-1] == work.written
    preparation.close()
    assert work.seen == sorted(work.seen)


def test_closing_does_what_was_asked_for() -> None:
    work = Work()
    preparation = Preparation(work)
    work.write()
    preparation.soon()
    work.go.set()
    preparation.close()
    assert work.seen == [1]


def test_a_request_after_the_end_harms_nobody() -> None:
    work = Work()
    preparation = Preparation(work)
    preparation.close()
    preparation.soon()
    preparation.now()
    assert work.seen == []


def test_many_threads_lose_no_request() -> None:
    work = Work()
    work.go.set()
    preparation = Preparation(work)
    writing = threading.Lock()

    def step() -> None:
        with writing:
            work.write()
        preparation.soon()

    threads = [threading.Thread(target=step) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    preparation.close()
    assert work.seen[-1] == 16
