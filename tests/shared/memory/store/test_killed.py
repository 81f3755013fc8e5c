"""Processes that write and review at once and are killed: what was acknowledged is there, once, and recorded."""

from pathlib import Path

import pytest

from scrubjay.app import App
from tests.conftest import Repo
from tests.shared.memory.store.crowd import Crowd, check

pytestmark = pytest.mark.story


def test_agents_that_are_killed_lose_nothing_and_decide_nothing_twice(repo: Repo, app: App, tmp_path: Path) -> None:
    repo.commit("first", {"README.md": "# Belt\n\nA belt for parcels.\n"})
    app.initialise(repo.path)
    heard = Crowd(repo, tmp_path / "said", 3, {"per_user": 3, "total": 8}).live(2, every=0.4, seed=5)
    assert heard.written
    assert heard.decided
    check(app, repo, heard, per_user=3, total=8)
