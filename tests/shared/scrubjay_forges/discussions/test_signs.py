"""GitLab numbers merge requests by themselves: `!1` is another discussion than `#1`; elsewhere one number is one."""

from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.discussion import DiscussionRef
from scrubjay.text.references import mention
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.discussions.conftest import batch, comment, head, part

LAB = "gitlab.example/acme/tools/shop"
ISSUE, REQUEST = DiscussionRef(LAB, 1), DiscussionRef(LAB, 1, "!")


@pytest.fixture
def lab(at: Workspace) -> DiscussionStore:
    """A repository with an issue and a merge request of the same number."""
    store = ForgeServices.of(at).discussion_store
    store.ensure(LAB, "gitlab")
    request = head(1, "Run the belt once", kind="pull_request", sign="!")
    store.put(LAB, batch(
        head(1, "The belt runs twice"), part(1, text="Parcels pass again; see !1."),
        request, part(1, "opening/!1", "One run dries too little, says #1.", sign="!", role="opening"),
        comment(1, 5, "Keep both.", sign="!"),
    ), synced_at="2026-02-20T14:10:00Z")  # fmt: skip
    return store


def test_an_issue_and_a_merge_request_of_one_number_are_kept_apart(lab: DiscussionStore) -> None:
    heads = lab.heads([ISSUE, REQUEST])
    assert [heads[ref].title for ref in (ISSUE, REQUEST)] == ["The belt runs twice", "Run the belt once"]
    assert [len(lab.parts(ref)) for ref in (ISSUE, REQUEST)] == [1, 2]
    (kept,) = lab.repositories()
    assert (kept.issues, kept.pull_requests, kept.texts, kept.unread, kept.unindexed) == (1, 1, 3, 0, 0)


@pytest.mark.parametrize(
    ("name", "ref"),
    [
        ("#1", ISSUE),
        ("!1", REQUEST),
        ("acme/tools/shop#1", ISSUE),
        ("acme/tools/shop!1", REQUEST),
        (f"{LAB}!1", REQUEST),
        ("https://gitlab.example/acme/tools/shop/-/merge_requests/1", REQUEST),
        ("https://gitlab.example/acme/tools/shop/-/issues/1", ISSUE),
    ],
)
def test_each_form_finds_its_own(at: Workspace, lab: DiscussionStore, name: str, ref: DiscussionRef) -> None:
    named = mention(name)
    assert named is not None
    assert lab.find(named) == ref
    kept = ForgeServices.of(at).open_discussions()
    assert kept is not None
    assert kept.ref(name) == ref
    assert kept.ref(ref.label) == kept.ref(kept.label(ref)) == ref


def test_where_one_number_is_one_discussion_either_sign_with_a_name_finds_it(
    at: Workspace, put: Callable[..., object], store: DiscussionStore
) -> None:
    put(head(1, kind="pull_request"), part(1))
    named = mention("magpie/magpie!1")
    assert named is not None
    assert store.find(named) == DiscussionRef("github.com/magpie/magpie", 1)
    alone = mention("!1")
    assert alone is not None
    assert store.find(alone) is None


def test_what_names_one_leads_to_it_and_to_no_other(at: Workspace, lab: DiscussionStore) -> None:
    kept = ForgeServices.of(at).open_discussions()
    assert kept is not None
    assert [one.ref for one in kept.naming(ISSUE)] == [REQUEST]
    assert [one.ref for one in kept.naming(REQUEST)] == [ISSUE]
    assert kept.named_in("As !1 and #1 say") == (REQUEST, ISSUE)


def test_a_search_says_which_it_found(at: Workspace, lab: DiscussionStore) -> None:
    view = at.documents.view()
    request = SearchRequest(query="run dries too little", view=view, filters=Filters(kinds=("issue", "pull_request")))
    assert ForgeServices.of(at).discussion_retriever.search(request).hits[0].path == "acme/tools/shop!1"


def test_what_is_gone_takes_none_of_the_other_kind_with_it(lab: DiscussionStore) -> None:
    lab.put(LAB, ForgeBatch(gone=(1,), sign="!"))
    assert (lab.head(REQUEST), lab.parts(REQUEST)) == (None, ())
    assert len(lab.parts(ISSUE)) == 1


def test_of_a_discussion_that_came_whole_other_texts_are_gone(lab: DiscussionStore) -> None:
    opening = part(1, "opening/!1", "One run dries too little, says #1.", sign="!", role="opening")
    report = lab.put(LAB, ForgeBatch(parts=(opening, comment(1, 6, "New.", sign="!")), whole=(1,), sign="!"))
    assert (report.new, report.gone) == (1, 1)
    assert [one.key for one in lab.parts(REQUEST)] == ["opening/!1", "comment/6"]
    assert len(lab.parts(ISSUE)) == 1


def test_of_a_discussion_whose_reviews_came_whole_only_other_reviews_are_gone(lab: DiscussionStore) -> None:
    earlier = (comment(1, 7, "Stays.", sign="!"), part(1, "review/8", "No.", sign="!", role="review"))
    lab.put(LAB, ForgeBatch(parts=earlier, sign="!"))
    review = part(1, "review/9", "Yes.", sign="!", role="review")
    report = lab.put(LAB, ForgeBatch(parts=(review,), whole=(1,), roles=("review",), sign="!"))
    assert (report.new, report.gone) == (1, 1)
    assert {"comment/7", "review/9"} < {one.key for one in lab.parts(REQUEST)}
    assert "review/8" not in {one.key for one in lab.parts(REQUEST)}
