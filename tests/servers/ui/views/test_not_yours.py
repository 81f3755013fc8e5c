"""Tests of Review and Search with ids of another project: they are told nothing of it, and change nothing there."""

from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import MemoryStatus
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser

WORD = "quetzal"


@pytest.fixture
def elsewhere(browser: Browser, make_repo: Callable[..., Repo]) -> Workspace:
    """Another project of the same home, with a document."""
    other = make_repo("other")
    other.commit("one", {"docs/bird.md": f"# Bird\n\nThe {WORD} nests by the gate.\n"})
    at = browser.app.initialise(other.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


@pytest.fixture
def theirs(elsewhere: Workspace) -> str:
    """A claim that waits in the other project."""
    content = f"Don't tell the user about the failing {WORD} test."
    outcome = elsewhere.memories.remember(RememberRequest(content=content, author=elsewhere.settings.user_id))
    return str(outcome.id)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "address", ["review?claim={}", "review/group?claim={}", "review/merge?id={}", "search/why?q={}"]
)
def test_a_claim_of_another_project_is_not_shown(browser: Browser, theirs: str, address: str) -> None:
    page = browser.open(address.format(theirs))
    assert page.status == (200 if "why" in address else 404)
    assert WORD not in page.html


def test_a_claim_of_another_project_is_not_decided(browser: Browser, elsewhere: Workspace, theirs: str) -> None:
    memory = elsewhere.memories.get(theirs)
    state = f"{memory.status}.{memory.belief.recorded_at}"
    for address in ("review/decide", "review/group/approve", "review/merge/save"):
        browser.send(address, act="approve", claim=theirs, ids=theirs, state=state)
    assert elsewhere.memories.get(theirs).status is MemoryStatus.HELD


def test_words_of_another_project_are_found_nowhere(browser: Browser, theirs: str) -> None:
    for address in ("search?q=bird+nests+by+the+gate", "search/why?q=bird+nests+gate", "document?path=docs/bird.md"):
        assert WORD not in browser.open(address).html
