"""What isn't used for a while is let go once, and again only after the next use."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.resting import CanRest, Resting, return_free_memory
from tests.patience import PATIENCE_S

TEXTS = ("How do I undo a commit?", "Where are settings read?", "A jay hides nuts.", "How long does a parcel stay?")


class Clock:
    """Time that passes where somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: list[float] = []
        self.uses: list[tuple[float, Resting]] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        """Let the seconds pass; who is due after half of them uses it then."""
        self.waited.append(seconds)
        due = self.uses.pop() if self.uses else None
        if due is not None:
            self.now += due[0]
            due[1].used()
            seconds -= due[0]
        self.now += seconds
        return False


def test_it_rests_once_a_while_after_the_last_use() -> None:
    clock, rested = Clock(), threading.Event()
    resting = Resting(30, rested.set, now=clock, wait=clock.wait)
    clock.uses = [(10.0, resting), (20.0, resting)]
    resting.used()
    assert rested.wait(PATIENCE_S)
    assert clock.now == 70  # the uses are at 0, 20 and 40
    assert clock.waited == [30, 20, 20]


def test_it_rests_again_after_the_next_use() -> None:
    clock, times = Clock(), threading.Semaphore(0)
    resting = Resting(30, times.release, now=clock, wait=clock.wait)
    for _ in range(5):
        resting.used()
        assert times.acquire(timeout=PATIENCE_S)


def test_nothing_rests_after_the_end() -> None:
    rested = threading.Event()
    resting = Resting(30, rested.set)
    resting.used()
    resting.end()
    for thread in threading.enumerate():
        if thread.name == "scrubjay-rest":
            thread.join(PATIENCE_S)
    resting.used()
    assert not any(thread.name == "scrubjay-rest" and thread.is_alive() for thread in threading.enumerate())
    assert not rested.is_set()


def test_a_model_that_was_let_go_answers_as_before() -> None:
    model = OnnxEmbedder()
    assert isinstance(model, CanRest)
    before = [model.embed_query(text).vector for text in TEXTS]
    model.rest()
    return_free_memory()
    for text, vector in zip(TEXTS, before, strict=True):
        np.testing.assert_array_equal(model.embed_query(text).vector, vector)


def test_letting_it_go_at_any_moment_changes_no_vector() -> None:
    model = OnnxEmbedder(threads=1)
    expected = {text: model.embed_query(text).vector for text in TEXTS}
    with ThreadPoolExecutor(3) as threads:
        asked = [(text, threads.submit(model.embed_query, text)) for text in TEXTS * 10]
        while not all(answer.done() for _, answer in asked):
            model.rest()
        for text, answer in asked:
            np.testing.assert_array_equal(answer.result().vector, expected[text])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_model_that_was_let_go_is_mapped_no_longer() -> None:
    model = OnnxEmbedder()
    model.embed_query("jay")
    model.rest()
    others = Path("/proc/self/maps").read_text("utf-8").count(".onnx")
    model.embed_query("jay")
    assert Path("/proc/self/maps").read_text("utf-8").count(".onnx") > others
