"""A question finds what tells its abbreviation by the long form, and the other way round, as the view explains it."""

import pytest

from scrubjay.app import Workspace
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from tests.conftest import Repo

EXPLAINED = "# Terms\n\nRequests are sorted by Parcel Queue Fairness (PQF).\n"
LONG = "# Sorting\n\nParcel queue fairness keeps small senders from waiting.\n"
SHORT = "# Limits\n\nPQF has nine levels.\n"


@pytest.fixture
def post(repo: Repo, workspace: Workspace) -> Workspace:
    """Three pages, of which one explains what the others take for known."""
    repo.commit("pages", {"docs/terms.md": EXPLAINED, "docs/sorting.md": LONG, "docs/limits.md": SHORT})
    workspace.documents.ingest(workspace.documents.view(), cause="worker")
    return workspace


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("what is PQF for", "docs/sorting.md"),
        ("parcel queue fairness levels", "docs/limits.md"),
        ("pqf", "docs/sorting.md"),
    ],
)
def test_both_forms_find_both(post: Workspace, query: str, path: str) -> None:
    answer = post.recall.search(RecallRequest(query=query, recipe="keyword"))
    assert path in [hit.path for hit in answer.hits]
    assert ": also " in render(answer).split("\n")[0]


def test_a_further_phrasing_is_spelled_out_as_well(post: Workspace) -> None:
    request = RecallRequest(query="who waits for whom", also_ask=("what is PQF for",), recipe="keyword")
    answer = post.recall.search(request)
    assert "docs/sorting.md" in [hit.path for hit in answer.hits]
    assert answer.notes == ("PQF: also parcel queue fairness",)


def test_a_form_that_finds_nothing_more_is_not_added(post: Workspace, repo: Repo) -> None:
    repo.commit("all abbreviate", {"docs/sorting.md": "# Sorting\n\nPQF keeps small senders from waiting.\n"})
    answer = post.recall.search(RecallRequest(query="what is PQF for", recipe="keyword"))
    assert answer.notes == ()


def test_what_the_view_does_not_explain_is_no_abbreviation(post: Workspace, repo: Repo) -> None:
    repo.commit("unexplained", {"docs/terms.md": "# Terms\n\nRequests are sorted.\n"})
    answer = post.recall.search(RecallRequest(query="what is PQF for", recipe="keyword"))
    assert [hit.path for hit in answer.hits] == ["docs/limits.md"]
    assert answer.notes == ()


def test_a_pasted_text_stays_as_it_is(post: Workspace) -> None:
    answer = post.recall.search(RecallRequest(query="PQF " * 100, recipe="keyword"))
    assert answer.notes == ()
