"""A search in a repository that stayed as it was starts no process; one that moved is looked at again."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.errors import GitUnavailable
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder


def test_git_is_asked_only_when_something_moved(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], tmp_path: Path
) -> None:
    repo.commit("first", {"docs/jay.md": "# Jay\n\nThe jay hides acorns.\n"})
    variables = dict(GitEnvironment.of(environment).variables)
    with open_app(
        load_settings(environment), git_environment=GitEnvironment(variables), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        at = app.initialise(repo.path)
        path, asked = variables["PATH"], RecallRequest(query="where are the acorns")
        before = at.recall.search(asked)
        variables["PATH"] = str(tmp_path / "nothing")  # from here on git can't be started
        for _ in range(3):
            assert at.recall.search(asked).hits == before.hits
        repo.commit("second", {"docs/jay.md": "# Jay\n\nThe jay hides acorns in the barn.\n"})
        with pytest.raises(GitUnavailable):
            at.recall.search(asked)
        variables["PATH"] = path
        assert "barn" in at.recall.search(asked).hits[0].text
        repo.write("docs/jay.md", "changed\n")
        assert "uncommitted" in at.recall.search(asked).hits[0].marks[0]
