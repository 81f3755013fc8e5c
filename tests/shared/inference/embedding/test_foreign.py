"""An extension's embedder that is late or fails is named, and the search goes on by keywords."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.inference.embedding import foreign
from scrubjay.inference.embedding.foreign import EmbedderOfExtension
from scrubjay.model.encoded import EncodedQuery
from tests.fakes import HashingEmbedder


class Acme(HashingEmbedder):
    """An embedder that a test holds up."""

    def __init__(self, do: Any) -> None:
        super().__init__()
        self.do = do

    def embed_query(self, text: str) -> EncodedQuery:
        self.do()
        return super().embed_query(text)


def test_one_that_is_late_is_unavailable_and_asked_only_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "QUERY_S", 0.05)
    waits, asked = threading.Event(), [0]

    def late() -> None:
        asked[0] += 1
        waits.wait()

    embedder = EmbedderOfExtension(ExtensionRegistry.of(tmp_path), "acme", Acme(late))
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match=r"degraded: acme: TimeoutError: took longer than 0\.05 s"):
            embedder.embed_query("owls")
    waits.set()
    assert asked == [2]


def test_one_that_fails_is_named_and_asked_again(tmp_path: Path) -> None:
    fails = [True]

    def fail() -> None:
        if fails[0]:
            raise KeyError("model")

    embedder = EmbedderOfExtension(ExtensionRegistry.of(tmp_path), "acme", Acme(fail))
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match="KeyError"):
            embedder.embed_query("owls")
    fails[0] = False
    assert np.isfinite(embedder.embed_query("owls").vector).all()
