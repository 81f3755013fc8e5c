"""Tests of what ends a memory on its page: retract, invalidate, confirm, forget, quarantine, and what may not."""

import pytest

from scrubjay.app import Workspace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser
from tests.servers.ui.views.test_memory import NEW, OLD, acts, correct, said


@pytest.mark.parametrize(
    ("act", "button", "status"),
    [("retract", "Retract", MemoryStatus.RETRACTED), ("invalidate", "Invalidate", MemoryStatus.EXPIRED)],
)
def test_an_end_wants_a_reason_and_is_recorded(
    browser: Browser, workspace: Workspace, act: str, button: str, status: MemoryStatus
) -> None:
    id = said(workspace, OLD, by="person")
    form = browser.open(f"memories/{id}/end?act={act}")
    assert browser.submit(form, button).status == 400
    page = browser.submit(form, button, reason="the gate is gone")
    assert workspace.memories.get(id).status is status
    assert "the gate is gone" in page.text
    assert acts(browser) == [act]
    late = browser.submit(form, button, reason="again")
    assert late.status == 409
    assert "again" in late.html


def test_a_person_confirms_what_an_agent_said(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD)
    page = browser.submit(browser.open(browser.open(f"memories/{id}").link("Confirm")), "Confirm")
    assert "told by" in page.text
    assert workspace.memories.grades([id])[id] is Grade.TOLD
    assert acts(browser) == ["confirm"]


def test_another_decision_is_not_undone_in_the_place_of_the_one_shown(browser: Browser, workspace: Workspace) -> None:
    one, other = said(workspace, OLD), said(workspace, "The well by the gate is dry in August.")
    user = workspace.settings.user_id
    workspace.memories.retract(one, user, "wrong", authority=True)
    form = browser.open("memories/undo")
    workspace.memories.retract(other, user, "wrong", authority=True)
    page = browser.submit(form, "Undo it")
    assert page.status == 409
    assert "another one by now" in page.text
    assert workspace.memories.get(one).status is MemoryStatus.RETRACTED


def test_forgetting_tells_that_no_file_of_the_home_holds_its_bytes(browser: Browser, workspace: Workspace) -> None:
    canary = "zq7" + "k4v9x2" * 5
    id = said(workspace, f"The old gate opened with the word {canary}, until May.", by="person")
    correct(browser, said(workspace, OLD), NEW)
    assert [
        path for path in workspace.settings.home.rglob("*") if path.is_file() and canary.encode() in path.read_bytes()
    ]
    form = browser.open(browser.open(f"memories/{id}").link("Forget"))
    assert "What goes" in form.text
    assert "What stays" in form.text
    page = browser.submit(form, "Forget it for good")
    assert "No file of the home holds its words any more" in page.text
    assert canary not in page.html
    left = [
        path for path in workspace.settings.home.rglob("*") if path.is_file() and canary.encode() in path.read_bytes()
    ]
    assert left == []
    assert acts(browser)[-1] == "forget"
    assert browser.submit(form, "Forget it for good").status == 409


def test_forgetting_names_the_files_that_still_repeat_it(browser: Browser, workspace: Workspace) -> None:
    canary = "zq7" + "k4v9x2" * 5
    id = said(workspace, f"The old gate opened with the word {canary}, until May.", by="person")
    (workspace.settings.home / "note.txt").write_text(f"the word is {canary}\n")
    page = browser.submit(browser.open(f"memories/{id}/forget"), "Forget it for good")
    assert "Pieces of it are still in note.txt" in page.text
    assert canary not in page.html


def test_a_page_that_only_reads_shows_no_form_and_takes_none(browse, project: Repo) -> None:  # type: ignore[no-untyped-def]
    with browse(writes=False) as browser:
        workspace = browser.app.workspace(project.path)
        id = said(workspace, OLD, by="person")
        for part in ("", "/change?how=correct", "/end?act=retract", "/forget", "/share"):
            assert not [
                form
                for form in browser.open(f"memories/{id}{part}").all("form")
                if "POST" in str(form.attributes).upper()
            ]
        for part in ("change", "end", "forget", "share", "quarantine"):
            assert browser.send(f"memories/{id}/{part}", content=NEW, act="retract", reason="x").status == 403
        assert workspace.memories.get(id).status is MemoryStatus.ACTIVE


def test_a_quarantined_author_takes_the_words_from_the_page(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD, session="session-of-an-agent", agent="codex")
    form = browser.open(f"memories/{id}/quarantine")
    page = browser.submit(form, "Quarantine", reason="it made things up")
    assert "Quarantined" in page.text or page.status == 404
    shown = browser.open(f"memories/{id}")
    assert OLD not in shown.html
    assert "withheld" in shown.text
    assert acts(browser) == ["quarantine"]


def test_a_memory_of_another_project_is_not_found(browser: Browser, make_repo, opener) -> None:  # type: ignore[no-untyped-def]
    other = make_repo("other")
    other.commit("first", {"README.md": "# Other\n"})
    with opener() as app:
        elsewhere = app.initialise(other.path)
        id = said(elsewhere, "Their gate opens at nine in the morning.")
    for part in ("", "/change?how=correct", "/end?act=retract", "/forget", "/share", "/quarantine"):
        page = browser.open(f"memories/{id}{part}")
        assert page.status == 404
        assert "nine" not in page.html
    assert browser.send(f"memories/{id}/forget").status == 404


@pytest.mark.parametrize("act", ["retract", "invalidate", "confirm", "forget", "change"])
def test_a_form_that_does_not_say_what_it_was_shown_with_is_out_of_date(
    browser: Browser, workspace: Workspace, act: str
) -> None:
    id = said(workspace, OLD)
    form = act if act in ("forget", "change") else "end"
    sent = browser.send(f"memories/{id}/{form}", act=act, how="correct", content=NEW, kind="fact", reason="wrong")
    assert sent.status == 409
    assert workspace.memories.get(id).content == OLD
    assert workspace.memories.get(id).status is MemoryStatus.ACTIVE
