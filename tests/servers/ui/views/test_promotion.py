"""Tests of the pages about promotion: what waits, why, what other bounds would do, what would be committed."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay_growth.services import GrowthServices
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser

Browse = Callable[..., AbstractContextManager[Browser]]
CLAIM = "Parcels above 30 kg go to the <i>second</i> gate."
NOWHERE = "f0" * 16


def told(workspace: Workspace, content: str = CLAIM) -> str:
    request = RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    stored = workspace.memories.remember(request)
    assert isinstance(stored, Stored)
    return stored.id


def propose(workspace: Workspace, content: str = CLAIM) -> str:
    """A memory that is proposed: nine of ten sessions with it ended well, four of ten without it."""
    id = told(workspace, content)
    for number in range(10):
        GrowthServices.of(workspace).outcomes.report(f"with{number}", "badly" if number == 0 else "well", "", id)
        GrowthServices.of(workspace).outcomes.report(f"without{number}", "well" if number < 4 else "badly")
    assert GrowthServices.of(workspace).promotion_engine.run().proposed == (id,)
    return id


@pytest.fixture
def proposed(workspace: Workspace) -> str:
    return propose(workspace)


def test_an_empty_page_says_that_nothing_waits(browser: Browser) -> None:
    page = browser.open("promotion")
    assert (page.status, page.words("h1")) == (200, ["Promotion"])
    assert "Nothing waits for you." in page.text
    assert "Nothing is published." in browser.open(page.link("Published")).text


def test_a_proposal_stands_with_who_would_see_it_and_why(browser: Browser, proposed: str) -> None:
    page = browser.open("promotion")
    assert CLAIM in page.words("article h3")[0]
    assert "everybody who can read the repository" in page.text
    why = browser.open(page.link("why"))
    assert "9 of 10" in why.text
    assert "how sessions with it ended passes" in why.text


def test_what_would_be_committed_is_shown_before_it_is(
    browser: Browser, workspace: Workspace, project: Repo, proposed: str
) -> None:
    page = browser.open(browser.open("promotion").link("Look at the commit"))
    assert "+# Parcels above 30 kg go to the <i>second</i> gate." in page.text
    assert "Memory-Id" in page.text
    assert project.git("branch", "--list", "memory/*") == ""
    done = browser.submit(page, "Commit this y")
    assert "memory/" in done.words(".notice")[0]
    assert "Nothing waits for you." in done.text
    assert project.git("branch", "--list", "memory/*")
    assert "proposed" in browser.open("promotion/published").words("tbody td")


def test_a_commit_that_is_no_longer_what_was_shown_is_refused(browser: Browser, project: Repo, proposed: str) -> None:
    page = browser.open(f"promotion/publish?id={proposed}")
    project.commit("meanwhile", {"docs/more.md": "# More\n"})
    refused = browser.submit(page, "Commit this y")
    assert (refused.status, "has changed since it was shown" in refused.text) == (409, True)
    assert project.git("branch", "--list", "memory/*") == ""


def test_a_memory_that_nobody_proposed_is_published_under_a_chosen_topic(
    browser: Browser, workspace: Workspace, project: Repo
) -> None:
    id = told(workspace, "Labels are printed at dawn.")
    page = browser.open(f"promotion/publish?id={id}&topic=labels")
    assert "memory/labels" in page.text
    browser.submit(page, "Commit this y")
    assert project.git("branch", "--list", "memory/labels")


def test_what_is_declined_is_not_proposed_again(browser: Browser, workspace: Workspace, proposed: str) -> None:
    done = browser.submit(browser.open("promotion"), "Decline", reason="known to all")
    assert "Nothing waits for you." in done.text
    (found,) = GrowthServices.of(workspace).promotion_log.proposals("declined")
    assert (found.memory, found.reason) == (proposed, "known to all")


def test_another_threshold_shows_what_would_be_decided_otherwise(browser: Browser, proposed: str) -> None:
    page = browser.open("promotion/replay?outcome_threshold=0.95")
    assert "1 of them otherwise" in page.text
    assert page.words("tbody td")[-2:] == ["promote by how sessions with it ended", "keep"]
    assert "comes out as it was" in browser.open("promotion/replay?outcome_threshold=0.7").text
    assert browser.open("promotion/replay?outcome_threshold=no").status == 400


def test_decisions_before_a_row_stand_on_a_page_of_their_own(
    browser: Browser, workspace: Workspace, proposed: str
) -> None:
    (row,) = GrowthServices.of(workspace).promotion_log.decisions(5)
    assert "promote by how sessions with it ended" in browser.open(f"promotion?before={row.id + 1}").text
    older = browser.open(f"promotion?before={row.id}")
    assert "Nothing has been decided yet." in older.text


@pytest.mark.parametrize("address", [f"promotion/why/{NOWHERE}", f"promotion/publish?id={NOWHERE}"])
def test_what_is_not_here_is_not_found(browser: Browser, address: str) -> None:
    assert browser.open(address).status == 404


def test_a_page_that_only_reads_has_no_form_that_changes_anything(browse: Browse, project: Repo) -> None:
    with browse(writes=False) as browser:
        id = propose(browser.app.workspace(project.path))
        pages = [browser.open(address) for address in ("promotion", f"promotion/publish?id={id}")]
        assert [page.status for page in pages] == [200, 200]
        assert [form.html for page in pages for form in page.all("form[method=post]")] == []
        assert browser.send("promotion/publish/confirm", id=id).status == 403
        assert browser.send("promotion/decline", id=id).status == 403


def test_every_way_to_publish_leads_to_the_page_that_shows_the_commit(
    browser: Browser, workspace: Workspace, proposed: str
) -> None:
    id = told(workspace, "Labels are printed at dawn.")
    stamp = browser.open("memories").all(f'input[name=id][value^="{id}"]')[0].attributes["value"]
    ways = [
        browser.open(browser.open(f"memories/{id}").link("Publish")),
        browser.send("memories/many", act="publish", id=str(stamp)),
        browser.open(browser.open("review/proposals").link("Tell them")),
        browser.open(browser.open("promotion").link("Look at the commit")),
    ]
    for page in ways:
        assert "/promotion/publish?" in page.address
        assert page.all("input[name=stamp]")[0].attributes["value"]
