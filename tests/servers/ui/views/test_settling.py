"""Tests of contradictions and promotions on the review page: what waits is decided by a person, once."""

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.grouping.comparing import Q
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WriteContext, number_of
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import MemoryStatus, Stored
from scrubjay.storage.driver import Connection
from scrubjay_growth.services import GrowthServices
from tests.servers.ui.conftest import Browser

PAIR = ("API tokens expire after 90 days.", "API tokens expire after 120 days.")


def told(workspace: Workspace, content: str) -> str:
    request = RememberRequest(content=content, origin=Origin.PERSON, act=Act.TYPED)
    outcome = workspace.memories.remember(request)
    assert isinstance(outcome, Stored)
    return outcome.id


@pytest.fixture
def pair(workspace: Workspace) -> tuple[str, str]:
    """Two memories that a pass found to contradict each other."""
    one, other = told(workspace, PAIR[0]), told(workspace, PAIR[1])

    def note(connection: Connection, _: WriteContext) -> None:
        connection.execute(Q.add_disputed, {"one": number_of(connection, one), "other": number_of(connection, other)})

    workspace.memories.writing("project", note)
    return one, other


@pytest.fixture
def proposed(workspace: Workspace) -> str:
    """A memory with which sessions ended well, and which is proposed to others."""
    id = told(workspace, "Parcels above 30 kg go to the second gate.")
    for number in range(10):
        outcome = "well" if number < 4 else "badly"
        GrowthServices.of(workspace).outcomes.report(f"with{number}", "badly" if number == 0 else "well", memory=id)
        GrowthServices.of(workspace).outcomes.report(f"without{number}", outcome)
    assert GrowthServices.of(workspace).promotion_engine.run().proposed == (id,)
    return id


def test_a_contradiction_is_shown_with_both_sides_and_a_key_for_each_decision(
    browser: Browser, pair: tuple[str, str]
) -> None:
    page = browser.open("review/disputes")
    assert page.words("blockquote") == list(PAIR)
    assert "told" in page.text
    assert {node.attributes["data-key"] for node in page.all("main [data-key]")} == {"1", "2", "b", "n", "u"}
    assert "Contradictions (1)" in page.text


@pytest.mark.parametrize(
    ("button", "ended"),
    [("End the first 1", [0]), ("End the second 2", [1]), ("Both hold b", []), ("No contradiction n", [])],
)
def test_what_is_decided_isnt_asked_again(
    browser: Browser, workspace: Workspace, pair: tuple[str, str], button: str, ended: list[int]
) -> None:
    page = browser.submit(browser.open("review/disputes"), button)
    assert "No contradiction waits for you." in page.text
    expired = [n for n, id in enumerate(pair) if workspace.memories.get(id).status is MemoryStatus.EXPIRED]
    assert expired == ended


def test_an_end_is_undone(browser: Browser, workspace: Workspace, pair: tuple[str, str]) -> None:
    page = browser.submit(browser.open("review/disputes"), "End the first 1")
    assert "Undone" in browser.submit(page, "Undo the last decision u").text
    assert workspace.memories.get(pair[0]).status is MemoryStatus.ACTIVE


def test_a_pair_that_somebody_settled_meanwhile_is_said(browser: Browser, pair: tuple[str, str]) -> None:
    page = browser.open("review/disputes")
    browser.submit(page, "Both hold b")
    again = browser.submit(page, "End the first 1")
    assert (again.status, "or it is decided" in again.text) == (404, True)


def test_a_promotion_says_who_would_see_it_and_asks_first(
    browser: Browser, workspace: Workspace, proposed: str
) -> None:
    page = browser.open("review/proposals")
    assert "will be seen by everybody" in page.text
    asked = browser.open(page.link("Tell them"))
    assert "will be seen by everybody" in asked.text
    button = next(word for word in asked.words("button") if word in ("Tell them y", "Commit this y"))
    done = browser.submit(asked, button)
    assert "Nothing waits for you." in done.text
    assert "No promotion waits for you." in browser.open("review/proposals").text
    assert browser.submit(asked, button).status == 409


def test_a_declined_memory_stays_where_it_is(browser: Browser, workspace: Workspace, proposed: str) -> None:
    asked = browser.open(browser.open("review/proposals").link("Decline"))
    page = browser.submit(asked, "Decline y", reason="too early")
    assert f"{proposed[:12]} stays where it is." in page.text
    assert workspace.proposals.waiting() == ()
