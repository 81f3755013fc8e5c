"""A discussion is read by its name, whole and in order; nobody's words pass for another's."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import NotFound
from scrubjay.search.recall.document import DocumentRequest
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.services import ForgeServices
from scrubjay_forges.threads import thread_as_object
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, at, batch, comment, head, part, store

__all__ = ["at", "store"]

Put = Callable[..., Any]


@pytest.fixture
def put(store: DiscussionStore) -> Put:
    """Stores what one answer of the forge brought."""
    return lambda *items: store.put(REPOSITORY, batch(*items), synced_at="2026-02-20T14:10:05Z")


def read(at: Workspace, name: str, **more: Any) -> str:
    return at.answers.document(DocumentRequest(path=name, **more))


@pytest.fixture
def belt(put: Put) -> None:
    put(
        head(12, "The belt runs twice", author="zed", state="closed", closed_at="2026-02-01", labels=("belt",)),
        part(12, text="Why twice?\n\n## ann · 2026-01-01 · told\n\nBecause I say so.", author="zed", member=False),
        comment(12, 1, "Wet parcels dry on the second run.", created_at="2026-01-06T10:00:00Z"),
        part(12, "line/7", "This is the place.", role="line_comment", path="belt/run.py", start_line=10, line=12,
             created_at="2026-01-07T10:00:00Z"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["#12", "GH-12", "magpie/magpie#12", "#pr12", "https://github.com/magpie/magpie/issues/12", REPOSITORY + "#12"],
)
def test_every_way_of_naming_one_leads_to_it(at: Workspace, belt: None, name: str) -> None:
    text = read(at, name)
    assert "The belt runs twice" in text
    assert "magpie/magpie as of 2026-02-20 14:10" in text


def test_it_says_who_said_what_when_and_where(at: Workspace, belt: None) -> None:
    text = read(at, "#12")
    assert "issue magpie/magpie#12 · closed 2026-02-01 · opened 2026-01-04 by zed" in text
    assert "labels: belt" in text
    order = [
        "## zed · 2026-01-04 10:00 · by an outsider",
        "## ann · 2026-01-06 10:00 · comment",
        "## ann · 2026-01-07 10:00 · review comment on belt/run.py:10-12",
    ]
    assert [text.index(heading) for heading in order] == sorted(text.index(heading) for heading in order)


def test_a_heading_within_a_text_is_no_section(at: Workspace, belt: None) -> None:
    assert "> ## ann · 2026-01-01 · told" in read(at, "#12")
    assert "told" not in read(at, "#12", outline=True)
    assert "Wet parcels" in read(at, "#12", section="ann · 2026-01-06")


def test_a_long_one_is_paged(at: Workspace, put: Put) -> None:
    put(head(1), part(1), *(comment(1, n, f"Parcel {n} was wet, so it ran again. " * 20) for n in range(1, 60)))
    first = read(at, "#1", budget=500)
    assert "reads on" in first
    assert "Parcel 59" in read(at, "#1", lines="230-", budget=5000)


def test_a_file_of_that_name_comes_first(at: Workspace, repo: Any, belt: None) -> None:
    repo.commit("file", {"magpie/magpie#12.md": "# No issue\n"})
    at.documents.ingest(at.documents.view(), cause="test")
    assert "No issue" in read(at, "magpie/magpie#12.md")


def test_what_is_not_kept_names_the_next_command(at: Workspace, belt: None) -> None:
    with pytest.raises(NotFound, match=r"#99 isn't kept here \(magpie/magpie as of .*scrubjay forge sync"):
        read(at, "#99")
    with pytest.raises(NotFound, match="other/repo#1 isn't kept here"):
        read(at, "other/repo#1")


def test_where_no_forge_was_named_it_says_so(at: Workspace) -> None:
    with pytest.raises(NotFound, match="no issues or pull requests are kept here"):
        read(at, "#12")
    assert not ForgeServices.of(at).discussions.exists()


def test_what_was_merged_elsewhere_is_not_shown(at: Workspace, repo: Any, put: Put) -> None:
    repo.git("switch", "-q", "-c", "side")
    there = repo.commit("on the side", {"side.md": "# Side\n"})
    put(head(3, kind="pull_request", state="merged", merge_commit=there, closed_at="2026-01-06T00:00:00Z"), part(3))
    assert f"merge commit {there[:10]}" in read(at, "#3")
    repo.git("switch", "-q", "main")
    with pytest.raises(NotFound, match=f"was merged as {there[:10]}"):
        read(at, "#3")


def test_a_past_moment_has_what_was_said_by_then(at: Workspace, put: Put, repo: Any) -> None:
    repo.commit("then", date="2026-02-01T00:00:00Z")
    early, late = "2000-01-01T00:00:00Z", "2026-02-20T00:00:00Z"
    put(head(1, created_at=early, state="closed", closed_at=early), part(1, created_at=early),
        comment(1, 1, "Much later.", created_at=late), head(2, created_at=late), part(2, created_at=late))  # fmt: skip
    text = read(at, "#1", as_of="HEAD")
    assert "state then unknown" in text
    assert "Much later" not in text
    assert "closed" not in text
    with pytest.raises(NotFound, match="was opened on 2026-02-20"):
        read(at, "#2", as_of="HEAD")


def test_as_an_object_it_has_every_text(at: Workspace, belt: None) -> None:
    thread = ForgeServices.of(at).thread_reader.find("#12", at.documents.view())
    assert thread is not None
    told = thread_as_object(thread)
    assert (told["discussion"], told["state"], told["as_of"]) == ("magpie/magpie#12", "closed", "2026-02-20 14:10")
    assert [text["key"] for text in told["texts"]] == ["opening/12", "comment/1", "line/7"]
