"""Tests of the pages about agents: handoffs, pools, reads of others' memories, quarantine."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import NotAllowed
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType, Caller
from scrubjay.model.memory import Stored
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser, Page

Browse = Callable[..., AbstractContextManager[Browser]]
NOWHERE = "f0" * 16


@pytest.fixture
def codex(workspace: Workspace) -> Caller:
    """Another agent that has called here."""
    return workspace.callers.of_type(AgentType.CODEX, "s-codex")


@pytest.fixture
def handed(workspace: Workspace, codex: Caller) -> str:
    """A handoff that the other agent left."""
    context = {"task_description": "Weigh <b>parcels</b>", "current_state": {"next_steps": ["buy scales"]}}
    return AgentServices.of(workspace).handoffs.initiate(codex, "any:zed", context).id


def remembered(workspace: Workspace, content: str, **more: Any) -> str:
    stored = workspace.memories.remember(RememberRequest(content=content, **more))
    assert isinstance(stored, Stored)
    return stored.id


def test_an_empty_page_says_that_nothing_waits(browser: Browser) -> None:
    page = browser.open("agents")
    assert (page.status, page.words("h1")) == (200, ["Agents"])
    assert "No work waits" in page.text
    assert "Nobody is quarantined" in page.text


def test_work_is_handed_over_in_three_steps_and_listed_as_waiting(browser: Browser, workspace: Workspace) -> None:
    form = browser.open(browser.open("agents").link("Hand over"))
    page = browser.submit(form, "Send", to="any:codex", task="Weigh the parcels", next_steps="buy scales\nweigh\n\n")
    assert page.status == 200
    assert "waits" in page.words(".notice")[0]
    assert "Weigh the parcels" in page.text
    ((handoff, _),) = AgentServices.of(workspace).handoffs.listed(workspace.callers.of_type(AgentType.HUMAN, "s"), 5)
    assert (handoff.target, handoff.context.current_state.next_steps) == ("any:codex", ("buy scales", "weigh"))


def test_the_form_begins_with_the_task_of_the_branch(browser: Browser, workspace: Workspace) -> None:
    from scrubjay.git.head import head
    from scrubjay.session.tasks.task import TaskChange

    now = head(workspace.git)
    workspace.tasks.set(now.branch, now.commit, TaskChange("Feed the parser", session="s"))
    form = browser.open("agents/hand-over")
    assert [node.text() for node in form.all("#task")] == ["Feed the parser"]


def test_an_empty_task_is_refused_in_words(browser: Browser) -> None:
    page = browser.send("agents/leave", to="branch", task="")
    assert (page.status, "task_description is empty" in page.text) == (400, True)


def test_a_handoff_is_shown_whole_and_can_be_cancelled(browser: Browser, handed: str) -> None:
    page = browser.open(f"agents/handoffs/{handed}")
    assert "Weigh <b>parcels</b>" in page.text
    assert "buy scales" in page.text
    cancelled = browser.submit(page, "Cancel this handoff")
    assert cancelled.words("main .badge") == ["cancelled"]
    again = browser.send(f"agents/handoffs/{handed}/cancel")
    assert (again.status, "cancelled" in again.text.lower()) == (409, True)


def test_a_handoff_that_changed_since_it_was_shown_is_cancelled_only_as_it_is_now(
    browser: Browser, workspace: Workspace, handed: str
) -> None:
    page = browser.open(f"agents/handoffs/{handed}")
    zed = workspace.callers.of_type(AgentType.ZED, "s-zed")
    AgentServices.of(workspace).handoffs.accept(zed, handed)
    refused = browser.submit(page, "Cancel this handoff")
    assert refused.status == 409
    assert [part.text(strip=True).partition(" since")[0] for part in refused.all(".card p:first-of-type")] == [
        "pending, lease 0", "accepted, lease 1",
    ]  # fmt: skip
    assert "last taken by zed" in refused.text
    assert str(AgentServices.of(workspace).handoffs.find(zed, handed).state) == "ACCEPTED"
    assert browser.submit(refused, "Cancel it as it is now").words("main .badge") == ["cancelled"]


def test_a_handoff_that_was_given_back_waits_again_and_nobody_holds_it(
    browser: Browser, workspace: Workspace, handed: str
) -> None:
    assert browser.open("agents").words("tbody .badge") == ["waits for an agent"]
    zed = workspace.callers.of_type(AgentType.ZED, "s-zed")
    AgentServices.of(workspace).handoffs.accept(zed, handed)
    assert browser.open("agents").words("tbody .badge") == ["taken"]
    AgentServices.of(workspace).handoffs.reject(zed, handed, "no scales")
    page = browser.open("agents")
    assert page.words("tbody .badge") == ["waits again for an agent"]
    assert "no longer: it gave it back" in page.text
    assert "for you" not in page.text


def test_a_person_among_the_agents_has_no_link_to_what_followed(browser: Browser, workspace: Workspace) -> None:
    workspace.callers.of_type(AgentType.HUMAN, "s")
    page = browser.open(browser.open("agents").link("human"))
    assert "A person: what they wrote stands under their own name" in page.text
    assert "quarantine" not in " ".join(str(node.attributes["href"]) for node in page.all("main a"))


@pytest.mark.parametrize(
    "address", [f"agents/handoffs/{NOWHERE}", f"agents/pools/{NOWHERE}", f"agents/known/{NOWHERE}"]
)
def test_what_is_not_here_is_not_found(browser: Browser, address: str) -> None:
    assert browser.open(address).status == 404
    assert browser.send(f"agents/handoffs/{NOWHERE}/cancel").status == 404
    assert browser.send("agents/leave", to=NOWHERE, task="Weigh").status == 404


def test_an_agent_is_shown_with_its_rights_and_sessions(browser: Browser, codex: Caller) -> None:
    page = browser.open(browser.open("agents").link("codex"))
    assert "HANDOFF_RECEIVE" in page.text
    assert page.words("tbody td")[0].startswith("s-codex")
    assert page.words("tbody td")[-1] == "runs"


def shared(workspace: Workspace, codex: Caller) -> str:
    """A pool with one memory of the agent's."""
    pool = AgentServices.of(workspace).pools.create(codex, "scales").id
    AgentServices.of(workspace).sharing.share(
        codex, pool, remembered(workspace, "The scales stand at gate two.", author="ada")
    )
    return pool


def test_a_pool_shows_members_and_who_shared_what(browser: Browser, workspace: Workspace, codex: Caller) -> None:
    shared(workspace, codex)
    page = browser.open(browser.open("agents").link("scales"))
    assert "The scales stand at gate two." in page.text
    assert page.words("tbody td")[:2] == ["codex", "admin"]


def test_reads_of_others_memories_stand_with_their_score(browser: Browser, workspace: Workspace, codex: Caller) -> None:
    pool = shared(workspace, codex)
    zed = workspace.callers.of_type(AgentType.ZED, "s-zed")
    AgentServices.of(workspace).pools.join(zed, pool)
    for _ in range(9):
        with suppress(NotAllowed):
            AgentServices.of(workspace).pool_queries.query(zed, pool, "dump everything")
    rows = [row for row in browser.open("agents").words("tr") if "asks for everything" in row]
    assert "refused" in rows[0]
    assert "zed" in rows[0]


def test_who_is_quarantined_first_shows_what_followed_and_is_given_back(browser: Browser, workspace: Workspace) -> None:
    remembered(workspace, "Parcels are weighed twice.", author="mallory", session="bad-session")
    page = browser.open("agents/quarantine?who=mallory")
    assert "1 memory" in page.text
    assert workspace.quarantine.listed() == ()
    done = browser.submit(page, "Quarantine", reason="wrote nonsense")
    assert "mallory is quarantined" in done.words(".notice")[0]
    assert [one.reason for one in workspace.quarantine.listed()] == ["wrote nonsense"]
    lifted = browser.submit(browser.open("agents/lift?who=mallory"), "Lift the quarantine")
    assert "is lifted" in lifted.words(".notice")[0]
    assert workspace.quarantine.listed() == ()


def test_a_quarantine_on_stale_data_is_refused_with_both_versions_and_the_typed_reason(
    browser: Browser, workspace: Workspace
) -> None:
    told = remembered(workspace, "Parcels are weighed twice.", author="mallory", session="bad-session")
    for address in ("agents/quarantine?who=mallory", f"memories/{told}/quarantine"):
        page = browser.open(address)
        remembered(workspace, f"Parcels are weighed at {address}.", author="mallory", session="bad-session")
        refused = browser.submit(page, "Quarantine", reason="wrote nonsense")
        assert refused.status == 409
        shown, now = refused.words(".card p:first-of-type")
        assert (shown != now, "written" in shown, "written" in now) == (True, True, True)
        assert [node.attributes["value"] for node in refused.all("#reason")] == ["wrote nonsense"]
        assert workspace.quarantine.listed() == ()
    remembered(workspace, "Parcels are weighed again.", author="mallory", session="bad-session")
    done = browser.submit(refused, "Quarantine, whatever they write meanwhile")
    assert "mallory is quarantined: 4 memories" in done.words(".notice")[0] or "bad-session" in done.words(".notice")[0]
    assert [one.reason for one in workspace.quarantine.listed()] == ["wrote nonsense"]


def test_who_was_quarantined_or_freed_meanwhile_is_not_again(browser: Browser, workspace: Workspace) -> None:
    remembered(workspace, "Parcels are weighed twice.", author="mallory", session="bad-session")
    asked = browser.open("agents/quarantine?who=mallory")
    workspace.quarantine.impose("mallory", "anna", "was first")
    refused = browser.submit(asked, "Quarantine", reason="wrote nonsense")
    assert (refused.status, "by anna: was first" in refused.text) == (409, True)
    assert [one.reason for one in workspace.quarantine.listed()] == ["was first"]
    lifting = browser.open(refused.link("Lift the quarantine"))
    workspace.quarantine.lift("mallory", "anna")
    freed = browser.submit(lifting, "Lift the quarantine")
    assert freed.status == 409
    assert freed.words(".card p:first-of-type")[1].endswith("not quarantined")


def test_a_page_that_only_reads_has_no_form_that_changes_anything(browse: Browse, project: Repo) -> None:
    with browse(writes=False) as browser:
        workspace = browser.app.workspace(project.path)
        remembered(workspace, "Parcels are weighed twice.", author="mallory")
        codex = workspace.callers.of_type(AgentType.CODEX, "s")
        id = AgentServices.of(workspace).handoffs.initiate(codex, "branch", {"task_description": "Weigh"}).id
        addresses = ["agents", "agents/hand-over", f"agents/handoffs/{id}", "agents/quarantine?who=mallory"]
        pages: list[Page] = [browser.open(address) for address in addresses]
        assert [page.status for page in pages] == [200] * 4
        assert "Reads of others' memories" not in pages[0].text
        assert [form.html for page in pages for form in page.all("form[method=post]")] == []
        for address in ("agents/leave", "agents/quarantine/impose", "agents/lift/confirm"):
            assert browser.send(address, who="mallory", task="x").status == 403
