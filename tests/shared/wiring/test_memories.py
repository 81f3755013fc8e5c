"""A memory that was kept wakes the worker at once where it waits for its vectors, and is there for the call itself."""

import pytest

from scrubjay.app import App
from scrubjay.memory.store.request import RememberRequest
from scrubjay.wiring.memories import on_stored
from tests.conftest import Repo


@pytest.mark.parametrize(("whole", "woken"), [(True, "soon"), (False, "now")])
def test_who_waits_for_vectors_wakes_the_worker_at_once(whole: bool, woken: str) -> None:
    asked: list[tuple[str, str]] = []
    kept = on_stored(lambda cause: asked.append(("now", cause)), lambda cause: asked.append(("soon", cause)))
    kept(whole)
    assert asked == [(woken, "remember")]


def test_the_first_memory_of_the_user_is_there_for_the_call_that_stores_it(repo: Repo, app: App) -> None:
    at = app.initialise(repo.path)
    with at.worktree.moment():
        assert at.memories.scopes() == ("project",)
        at.memories.remember(RememberRequest(content="I prefer tabs over spaces.", scope="user", kind="preference"))
        assert at.memories.scopes() == ("project", "user")
