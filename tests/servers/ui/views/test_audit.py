"""Tests of the page of the audit: records with filters, whether the chain is unbroken, and the download."""

import json

import pytest

from scrubjay.app import Workspace
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from tests.servers.ui.conftest import Browser


@pytest.fixture
def memory(workspace: Workspace) -> str:
    """A memory that a person told and another one that they forgot."""
    told = {"author": "ada", "origin": Origin.PERSON, "act": Act.TYPED}
    ids = []
    for content in ("The gate opens at six.", "Parcels are weighed at the gate."):
        outcome = workspace.memories.remember(RememberRequest(content=content, **told))  # type: ignore[arg-type]
        assert isinstance(outcome, Stored)
        ids.append(outcome.id)
    workspace.memories.forget(ids[1], "ada", authority=True)
    return ids[0]


def test_records_are_shown_newest_first_and_the_chain_is_verified(browser: Browser, memory: str) -> None:
    page = browser.open("audit")
    assert page.words("tbody td:nth-child(3)") == ["forget", "memory write", "memory write"]
    assert "unbroken 3 records verified now, 0 rotated files" in page.text


def test_records_are_filtered_by_event_and_resource(browser: Browser, memory: str) -> None:
    assert len(browser.open("audit?event=FORGET").all("tbody tr")) == 1
    assert len(browser.open(f"audit?resource={memory[:12]}").all("tbody tr")) == 1
    assert "No record fits." in browser.open("audit?since=2099-01-01").text
    assert browser.open("audit?event=NONE").status == 400


def test_the_text_of_a_memory_is_in_no_record(browser: Browser, memory: str) -> None:
    assert "gate opens" not in browser.open("audit").html
    assert "gate opens" not in browser.open("audit/export.jsonl").html


def test_a_changed_record_is_named(browser: Browser, workspace: Workspace, memory: str) -> None:
    workspace.knowledge_database.write(lambda c: c.execute("UPDATE audit SET actor = 'eve' WHERE sequence = 2"))
    page = browser.open("audit")
    assert "broken" in page.words(".badge")
    assert "record 2 was changed" in page.text


def test_the_download_is_the_chain_as_json_lines(browser: Browser, memory: str) -> None:
    link = browser.open("audit?event=FORGET").link("Download")
    records = [json.loads(line) for line in browser.open(link).html.splitlines()]
    assert [record["event"] for record in records] == ["FORGET"]
    every = [json.loads(line) for line in browser.open("audit/export.jsonl").html.splitlines()]
    assert [record["sequence"] for record in every] == [1, 2, 3]
    assert every[1]["previous"] == every[0]["hash"]


def test_the_users_own_chain_and_that_of_agents_are_pages_of_their_own(browser: Browser, memory: str) -> None:
    permit = Permit(Actor.PERSON, "/dev/pts/7", ("zsh",))
    browser.app.record_act(permit, "forget", memory)
    page = browser.open("audit?chain=user")
    assert page.words("tbody td:nth-child(3)") == ["act"]
    assert "Nothing was recorded yet." in browser.open("audit?chain=agents").text
    assert browser.open("audit?chain=other").status == 400


def test_a_chain_without_records_says_what_is_recorded(browser: Browser) -> None:
    assert "Nothing was recorded yet." in browser.open("audit").text
