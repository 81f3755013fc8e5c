"""A memory that was kept wakes the worker at once only where it waits for its vectors."""

import pytest

from scrubjay.wiring.memories import embeds_at_once
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf


@pytest.mark.parametrize(
    ("embedder", "has_vectors", "woken"),
    [
        (HashingEmbedder(), True, "soon"),
        (HashingEmbedder(), False, "now"),
        (None, True, "now"),
    ],
)
def test_who_waits_for_vectors_wakes_the_worker_at_once(
    shelf: Shelf, embedder: HashingEmbedder | None, has_vectors: bool, woken: str
) -> None:
    shelf.put("old.md", "Coffee is roasted in Trieste.")
    if has_vectors:
        shelf.embed()
    new = shelf.put("new.md", "The canary runs for an hour.")
    asked: list[tuple[str, str]] = []
    kept = embeds_at_once(
        embedder, lambda cause: asked.append(("now", cause)), lambda cause: asked.append(("soon", cause))
    )
    kept(shelf.knowledge, new.blob)
    assert asked == [(woken, "remember")]
