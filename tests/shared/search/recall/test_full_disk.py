"""A disk without room is no reason not to answer."""

import pytest

from scrubjay.app import Workspace
from scrubjay.search.recall.answer import RecallRequest
from tests.conftest import Repo

pytestmark = pytest.mark.story


def test_a_full_disk_answers_from_what_is_there_and_says_so(workspace: Workspace, shop: Repo) -> None:
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    (pages,) = workspace.knowledge_database._current().writer.execute("PRAGMA page_count").fetchone()
    shop.commit("much", {"docs/much.md": "# Much\n\n" + "A line that needs room.\n\n" * 20_000})
    workspace.knowledge_database._current().writer.execute(f"PRAGMA max_page_count = {pages}")
    answer = workspace.recall.search(RecallRequest(query="canary traffic"))
    assert answer.hits[0].path == "docs/usage.md"
    assert any("1 file behind" in note and "No space left" in note for note in answer.degraded)
