"""Tests of the pages of decisions: the timeline, one record at any revision, what changed, and what cites it."""

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser

FIRST = "docs/adr/0002-use-sqlite.md"
THIRD = "docs/adr/0004-use-postgres.md"


def record(number: int, title: str, status: str, date: str, body: str = "") -> str:
    return f"# {number}. {title}\n\nDate: {date}\n\n## Status\n\n{status}\n\n## Decision\n\n{body or title}.\n"


@pytest.fixture
def decided(project: Repo) -> Repo:
    """SQLite was replaced by Postgres; queues are only proposed. The first record was changed once."""
    first = record(2, "Use SQLite", "Accepted", "2026-01-10")
    project.commit("Decide on a store", {FIRST: first}, "2026-01-10T10:00:00Z")
    project.commit(
        "Decide again",
        {
            FIRST: record(2, "Use SQLite", "Superseded by [4](0004-use-postgres.md)", "2026-01-10"),
            "docs/adr/0003-use-a-queue.md": record(3, "Use a queue", "Proposed", "2026-02-10"),
            THIRD: record(4, "Use Postgres", "Accepted\n\nSupersedes [2](0002-use-sqlite.md)", "2026-03-10"),
            "docs/guide.md": "# Guide\n\nWe store as [ADR 4](adr/0004-use-postgres.md) says.\n",
        },
        "2026-03-10T10:00:00Z",
    )
    return project


@pytest.fixture
def pages(decided: Repo, unhurried: None, browser: Browser) -> Browser:
    return browser


def test_decisions_are_listed_newest_first_with_what_replaced_what(pages: Browser) -> None:
    page = pages.open("decisions")
    assert page.words("tbody th") == ["ADR-004", "ADR-001", "ADR-003", "ADR-002"]
    assert "2026-03-01 (git)" in page.words("tbody tr")[1]
    rows = page.words("tbody tr")
    assert "ADR-002" in rows[0].replace("ADR-004", "")
    assert rows[3].startswith("ADR-002 Use SQLite superseded 2026-01-10 ADR-004")


def test_the_timeline_draws_the_same_decisions_and_an_arrow_for_each_replacement(pages: Browser) -> None:
    page = pages.open("decisions")
    assert page.words("svg a text")[:2] == ["ADR-004 Use Postgres", "ADR-001 X"]
    assert page.words("svg > path title") == ["ADR-004 replaces ADR-002"]
    assert "1 arrow would lead to decisions" in pages.open("decisions?q=postgres").text


def test_decisions_are_chosen_by_status_words_and_revision(pages: Browser) -> None:
    assert pages.open("decisions?status=superseded").words("tbody th") == ["ADR-002"]
    assert pages.open("decisions?status=current&q=queue").words("tbody th") == ["ADR-003"]
    assert "ADR-004" not in pages.open("decisions?as_of=2026-02-01").text
    assert "No decision fits." in pages.open("decisions?q=quetzal").text
    assert pages.open("decisions?status=none-such").status == 400


def test_decisions_are_sorted_by_a_link(pages: Browser) -> None:
    page = pages.open(pages.open("decisions").link("Title"))
    assert page.words("tbody th") == ["ADR-001", "ADR-002", "ADR-004", "ADR-003"]
    assert pages.open(page.link("Title")).words("tbody th")[0] == "ADR-003"


@pytest.mark.parametrize("name", ["ADR-004", "4", THIRD, "docs%2Fadr%2F0004-use-postgres.md"])
def test_a_decision_opens_by_number_name_and_path(pages: Browser, name: str) -> None:
    page = pages.open(f"decisions/{name}")
    assert (page.status, page.words("h1")) == (200, ["ADR-004 Use Postgres"])
    assert "Use Postgres." in page.words("pre")[0]


def test_a_name_of_no_decision_is_not_found(pages: Browser) -> None:
    assert [pages.open(f"decisions/{name}").status for name in ("ADR-404", "docs/usage.md", "..%2F..%2Fx")] == [404] * 3


def test_a_decision_opens_at_a_revision_with_the_status_that_it_had(pages: Browser) -> None:
    page = pages.open(f"decisions/{FIRST}?at=2026-02-01")
    assert "its status then: accepted" in page.text
    assert "Superseded by" not in page.words("pre")[0]
    assert pages.open(f"decisions/{FIRST}?at=nothing").status == 422


def test_two_revisions_are_compared_line_by_line(pages: Browser) -> None:
    page = pages.open(f"decisions/{FIRST}")
    changed = pages.open(page.link("what it changed"))
    assert changed.words("del") == ["Accepted"]
    assert changed.words("ins") == ["Superseded by [4](0004-use-postgres.md)"]
    assert "1 line added, 1 line removed" in changed.text
    assert "7 − Accepted" in changed.words("table.difference tbody tr")


def test_commits_that_changed_it_are_listed_newest_first(pages: Browser) -> None:
    page = pages.open(f"decisions/{FIRST}")
    subjects = [row.split("Ada ")[1] for row in page.words("tbody tr") if "Ada " in row]
    assert subjects == ["Decide again text then , what it changed", "Decide on a store text then"]


def test_documents_that_cite_it_are_shown_once_the_graph_is_built(pages: Browser, workspace: Workspace) -> None:
    assert "The graph of this commit isn't built yet." in pages.open(f"decisions/{THIRD}").text
    GraphServices.of(workspace).graph.counts()
    page = pages.open(f"decisions/{THIRD}")
    assert any("docs/guide.md" in row and "links to" in row for row in page.words("tbody tr"))


def test_memories_that_cite_it_are_shown_with_their_grade(pages: Browser, workspace: Workspace) -> None:
    claim = RememberRequest(content="Use Postgres.", cites=(THIRD,), author="codex")
    assert isinstance(workspace.memories.remember(claim), Stored)
    page = pages.open(f"decisions/{THIRD}")
    assert "Use Postgres." in " ".join(page.words("main li"))


def test_a_project_without_decisions_says_what_makes_one(project: Repo, unhurried: None, browser: Browser) -> None:
    project.git("rm", "-q", "-r", "docs/adr")
    project.commit("Drop records")
    assert "No decision is recorded at this commit." in browser.open("decisions").text
