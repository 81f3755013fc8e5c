"""A title of an outsider is told unasked only in the words that a member answered, and stands nowhere unmarked."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.model.discussion import DiscussionRef
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.provenance import story_text
from scrubjay.search.recall.render import render
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import Discussion
from scrubjay_forges.discussions.views import TITLE_OF_OUTSIDER
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import (
    REPOSITORY,
    batch,
    comment,
    have_read,
    head,
    part,
    put,
    store,
)

__all__ = ["put", "store"]

Put = Callable[..., Any]
ONE = DiscussionRef(REPOSITORY, 1)
OPENED: dict[str, Any] = {"author": "mallory", "created_at": "2026-01-02T10:00:00Z"}
ANSWER = "The belt runs twice for wet parcels, since they dry on the second run."
ASKED = "why does the belt run twice for wet parcels"
LIE = "The zylph fires the belt"
TOPICS = ("docs/belt.md", "describe the belt")


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit(
        "Describe the belt", {"docs/belt.md": "# Belt\n\nThe belt runs, see #1.\n"}, "2026-01-01T00:00:00+00:00"
    )
    return app.initialise(repo.path)


def opened(title: str = "Belt", day: int = 2, **more: Any) -> list[Any]:
    """What an outsider opened, as it was changed on a day of January."""
    last = {"updated_at": f"2026-01-{day:02}T10:00:00Z"}
    return [head(1, title, **OPENED | last | more), part(1, text="Why?", member=False, **OPENED | last)]


def answer(day: int, author: str = "ann") -> Any:
    return comment(1, day, ANSWER, author=author, created_at=f"2026-01-{day:02}T10:00:00Z")


def one(store: DiscussionStore) -> Discussion:
    found = store.head(ONE)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([opened("Belt")], "#1"),
        ([[*opened("Belt"), answer(3)]], "Belt"),
        ([[*opened("Belt"), answer(3)], opened(LIE, 4)], "#1"),
        ([[*opened("Belt"), answer(3)], opened(LIE, 4), [answer(5)]], LIE),
        ([[*opened("Belt"), answer(3)], opened("Belt", 4)], "Belt"),
        ([[*opened("Belt"), answer(3, "sweeper[bot]")]], "#1"),
        ([[*opened("Belt"), answer(3)], opened(LIE, 2)], "#1"),
        ([opened("Belt", 4, kind="pull_request", state="merged", closed_at="2026-01-04T10:00:00Z")], "Belt"),
        (
            [
                opened("Belt", 4, kind="pull_request", state="merged", closed_at="2026-01-04T10:00:00Z"),
                opened(LIE, 5, kind="pull_request", state="merged", closed_at="2026-01-04T10:00:00Z"),
            ],
            "#1",
        ),
        ([[head(1, "Belt"), part(1)], [head(1, "Belts", updated_at="2026-01-09T10:00:00Z")]], "Belts"),
        ([[head(1, "Belt")]], "#1"),
        ([[head(1, "Belt", author="ann"), answer(3)]], "Belt"),
    ],
    ids=["unanswered", "answered", "edited after", "edited and answered", "the same", "a bot", "edited without a time",
         "merged", "edited after the merge", "a member's", "by nobody known", "by who is a member below"],
)  # fmt: skip
def test_a_title_is_told_in_the_words_that_a_member_saw(
    at: Workspace, store: DiscussionStore, put: Put, steps: list[list[Any]], told: str
) -> None:
    for items in steps:
        put(*items)
    assert one(store).told == told


def test_a_title_that_no_model_read_is_not_told(at: Workspace, store: DiscussionStore) -> None:
    store.put(REPOSITORY, batch(*opened(), answer(3)))
    assert one(store).told == "#1"
    have_read(store)
    assert one(store).told == "Belt"


def answers(at: Workspace, **more: Any) -> list[str]:
    """The answer to a question as text and as values."""
    at.enqueue("test")
    found = at.recall.look(RecallRequest(query=ASKED, **more))
    return [render(found), str(as_object(found))]


def test_who_answered_never_stands_before_a_title_of_another(at: Workspace, put: Put) -> None:
    put(*opened("Drying"), answer(3))
    text, _ = answers(at)
    assert '"Drying" · by ann · 2026-01-03 · title by an outsider' in text
    assert "ann: " not in text
    put(*opened(LIE, 4))
    assert all("zylph" not in text and ANSWER in text for text in answers(at))
    text, values = answers(at, kinds=("issue",))
    assert f'"{LIE}" · by ann · 2026-01-03 · title by an outsider' in text
    assert TITLE_OF_OUTSIDER in values


def test_a_title_alone_is_not_told_as_the_text_that_was_answered(at: Workspace, put: Put) -> None:
    empty = part(1, text="", member=False, **OPENED)
    put(head(1, ASKED, **OPENED), empty, comment(1, 3, "Yes.", created_at="2026-01-03T10:00:00Z"))
    assert ASKED in answers(at)[0].partition("Discussed at the forge")[2]
    put(head(1, f"{ASKED} {LIE}", **OPENED | {"updated_at": "2026-01-04T10:00:00Z"}), empty)
    assert all("zylph" not in text for text in answers(at))


def exits(at: Workspace) -> list[str]:
    """Everything that names discussions unasked: a document, another discussion, and stories."""
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    at.commits.ingest(view)
    documents = [at.answers.document(DocumentRequest(path=path)) for path in ("docs/belt.md", "#2")]
    stories = [story_text(view, at.storyteller.tell(topic)[1], topic) for topic in TOPICS]
    return [*documents, "\n".join(stories)]


def named(at: Workspace, put: Put, title: str, day: int) -> list[str]:
    """A merged pull request by an outsider that changes a file, names another, and reviews a line."""
    sha = at.documents.view().commit
    change = {"kind": "pull_request", "files": ("docs/belt.md",), "state": "merged", "merge_commit": sha}
    line = part(
        1, "line/9", "The belt is too fast.", role="line_comment", member=False, path="docs/belt.md", line=3,
        on_commit=sha, **OPENED,
    )  # fmt: skip
    put(
        head(2, "The belt is old"), part(2),
        head(1, title, **OPENED | change, updated_at=f"2026-01-{day:02}T10:00:00Z", closed_at="2026-01-04T10:00:00Z"),
        part(1, text="As #2 asks.", member=False, **OPENED), line, answer(4),
    )  # fmt: skip
    return exits(at)


def test_every_exit_marks_what_an_outsider_wrote(at: Workspace, put: Put) -> None:
    document, other, story = named(at, put, "The belt turns", 4)
    for text in (document, other):
        assert '#1 "The belt turns" (title by an outsider) (merged 2026-01-04)' in text
    assert 'mallory, by an outsider, 2026-01-02, #1: "The belt is too fast."' in document
    assert "opened 2026-01-02 by mallory, an outsider" in story
    assert 'review of docs/belt.md:3, by an outsider: "The belt is too fast." · mallory' in story
    edited = named(at, put, LIE, 6)
    assert all("zylph" not in text for text in edited)
    assert "#1 (merged 2026-01-04)" in edited[0]


def test_a_thread_says_whose_its_title_is(at: Workspace, put: Put) -> None:
    put(*opened(), answer(3))
    assert "opened 2026-01-02 by mallory · title by an outsider" in at.answers.document(DocumentRequest(path="#1"))


def test_an_issue_of_an_outsider_is_an_event_with_its_mark(at: Workspace, put: Put) -> None:
    put(head(2, "Old"), part(2), *opened("The belt runs twice"), answer(3))
    assert 'issue opened: "The belt runs twice" (title by an outsider); open · mallory' in exits(at)[2]


def test_a_hit_says_how_fresh_it_is_where_its_repository_is_older(at: Workspace, store: DiscussionStore) -> None:
    store.put(REPOSITORY, batch(*opened(), answer(3)), synced_at="2026-02-01T00:00:00Z")
    assert "as of 2026-02-01 00:00" in answers(at, kinds=("issue",))[0].splitlines()[0]
    store.mark_read(REPOSITORY, [1], "2026-02-20T00:00:00Z")
    hits = at.recall.look(RecallRequest(query=ASKED, kinds=("issue",))).hits
    assert {hit.marks[-1] for hit in hits} == {"as of 2026-02-20 00:00"}
