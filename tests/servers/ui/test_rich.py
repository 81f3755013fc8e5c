"""Tests of the story that pages are shown on: everything that a view can show is in it."""

import pytest

from tests.servers.ui.conftest import browsing
from tests.servers.ui.rich import RichHome

pytestmark = pytest.mark.story


def test_the_story_has_everything_that_a_view_can_show(shared_rich: RichHome) -> None:
    with shared_rich.open() as app:
        at = app.workspace(shared_rich.repo.path)
        assert len(at.memories.waiting()) == 20
        grades = at.grades.grades_only(shared_rich.fallen, at.documents.view())
        assert {str(grade) for grade in grades.values()} == {"said"}
        assert {one.memory.id for one in at.proposals.waiting()} >= set(shared_rich.proposed)
        assert [one.who for one in at.quarantine.listed()] == ["mallory"]
        told = at.ledger.last_told(shared_rich.sessions[0], str(at.repository.worktree))
        assert told is not None
        assert told.shown_at[11:16] == "10:14"


def test_its_first_page_is_shown(shared_rich: RichHome) -> None:
    with browsing(shared_rich) as browser:
        assert browser.open("/").status == 200
