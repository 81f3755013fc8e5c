"""A question that the model read ahead is read once, and what fails ahead is told to who asks."""

import threading

import numpy as np
import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding import ahead
from scrubjay.inference.embedding.ahead import KEPT, AheadEmbedder
from scrubjay.model.encoded import EncodedQuery
from tests.fakes import HashingEmbedder


class Slow(HashingEmbedder):
    """Reads only when it may, and counts; fails as often as it is told."""

    def __init__(self, failing: int = 0) -> None:
        super().__init__()
        self.may = threading.Event()
        self.read: list[tuple[str, str]] = []
        self.failing = failing

    def embed_query(self, text: str) -> EncodedQuery:
        assert self.may.wait(30)
        self.read.append((text, threading.current_thread().name))
        if self.failing:
            self.failing -= 1
            raise ModelUnavailable("the weights are gone")
        return super().embed_query(text)


def test_a_question_is_read_once_on_a_thread_of_its_own_and_awaited() -> None:
    slow = Slow()
    embedder = AheadEmbedder.of(slow)
    embedder.ahead("how are owls counted")
    slow.may.set()
    found = [embedder.embed_query("how are owls counted") for _ in range(3)]
    assert slow.read == [("how are owls counted", "question")]
    assert np.array_equal(found[0].vector, HashingEmbedder().embed_query("how are owls counted").vector)
    embedder.embed_query("another")
    assert slow.read[1:] == [("another", threading.current_thread().name)]


def test_what_fails_ahead_is_tried_again_by_who_asks_and_told() -> None:
    slow = Slow(failing=2)
    embedder = AheadEmbedder.of(slow)
    embedder.ahead("owls")
    slow.may.set()
    with pytest.raises(ModelUnavailable):
        embedder.embed_query("owls")
    assert embedder.embed_query("owls").vector.any()


def test_so_many_questions_are_kept_and_no_more() -> None:
    slow = Slow()
    slow.may.set()
    embedder = AheadEmbedder.of(slow)
    for number in range(KEPT + 1):
        embedder.embed_query(f"owl {number}")
    embedder.embed_query("owl 1")
    assert len(slow.read) == KEPT + 1
    embedder.embed_query("owl 0")
    assert len(slow.read) == KEPT + 2


def test_an_embedder_is_wrapped_once() -> None:
    embedder = AheadEmbedder.of(HashingEmbedder())
    assert AheadEmbedder.of(embedder) is embedder


def test_each_reading_is_a_use_and_a_rest_forgets_what_was_read() -> None:
    class Counting(HashingEmbedder):
        read = 0
        rests = 0

        def embed_query(self, text: str) -> EncodedQuery:
            self.read += 1
            return super().embed_query(text)

        def rest(self) -> None:
            self.rests += 1

    model, uses = Counting(), []
    ahead = AheadEmbedder(model)
    ahead.used = lambda: uses.append(1)
    before = ahead.embed_query("jay").vector
    ahead.embed_query("jay")
    ahead.embed_passages(["jay"])
    assert (model.read, len(uses), model.rests) == (1, 2, 0)
    ahead.rest()
    np.testing.assert_array_equal(ahead.embed_query("jay").vector, before)
    assert (model.read, len(uses), model.rests) == (2, 3, 1)


def test_a_thread_that_read_a_question_reads_the_next_and_a_second_one_at_a_time_has_its_own() -> None:
    slow = Slow()
    slow.may.set()
    embedder = AheadEmbedder.of(slow)
    before = set(threading.enumerate())
    for number in range(20):
        embedder.ahead(f"owl {number}")
        assert embedder.embed_query(f"owl {number}").vector.any()
    assert [text for text, _ in slow.read] == [f"owl {number}" for number in range(20)]
    assert 1 <= len(set(threading.enumerate()) - before) <= 2
    slow.may.clear()
    embedder.ahead("hawk")
    embedder.ahead("kite")
    slow.may.set()
    assert embedder.embed_query("kite").vector.any()
    assert embedder.embed_query("hawk").vector.any()


def test_a_thread_goes_when_nobody_asks_and_another_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "WAITS_S", 0.0)
    embedder = AheadEmbedder.of(HashingEmbedder())
    before = set(threading.enumerate())
    for number in range(200):
        embedder.ahead(f"owl {number}")
        assert embedder.embed_query(f"owl {number}").vector.any()
    for thread in set(threading.enumerate()) - before:
        thread.join(30)
        assert not thread.is_alive()
