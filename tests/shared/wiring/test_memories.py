"""A memory that was kept wakes the worker at once only where it waits for its vectors."""

import pytest

from scrubjay.wiring.memories import on_stored


@pytest.mark.parametrize(("whole", "woken"), [(True, "soon"), (False, "now")])
def test_who_waits_for_vectors_wakes_the_worker_at_once(whole: bool, woken: str) -> None:
    asked: list[tuple[str, str]] = []
    kept = on_stored(lambda cause: asked.append(("now", cause)), lambda cause: asked.append(("soon", cause)))
    kept(whole)
    assert asked == [(woken, "remember")]
