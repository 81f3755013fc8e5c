"""Tests of a memory's page: the chain behind it, and each act, with the effect and the record that a terminal's has."""

import pytest

from scrubjay.app import Workspace
from scrubjay.memories import RememberRequest, Stored
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser, Page

OLD, NEW = "The gate opens at six in the morning.", "The gate opens at seven in the morning."


def said(workspace: Workspace, content: str, *, by: str = "agent", **more: object) -> str:
    """Something that an agent, or the person, remembers; its id."""
    person = {"origin": Origin.PERSON, "act": Act.TYPED} if by == "person" else {}
    author = {"author": workspace.settings.user_id} | person | more
    outcome = workspace.memories.service.remember(RememberRequest(content=content, **author))  # type: ignore[arg-type]
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def acts(browser: Browser) -> list[str]:
    """What is recorded of the person's acts, the oldest first."""
    rows = browser.app.user_database().read(
        lambda c: c.execute("SELECT action FROM audit WHERE event = 'ACT' ORDER BY sequence").fetchall()
    )
    return [row["action"] for row in rows]


def correct(browser: Browser, id: str, words: str) -> Page:
    form = browser.open(browser.open(f"memories/{id[:12]}").link("Correct"))
    return browser.submit(form, "Save", content=words)


def test_a_memory_is_found_by_eight_digits_and_tells_its_grade_and_author(
    browser: Browser, workspace: Workspace
) -> None:
    id = said(workspace, OLD, by="person", tags=("ops",), applies="staging")
    page = browser.open(f"memories/{id[:8]}")
    assert page.status == 200
    assert OLD in page.text
    assert "told by" in page.text
    assert "#ops" in page.text
    assert "staging" in page.text
    assert page.words("h1") == [f"Memory {id[:12]}"]


@pytest.mark.parametrize("id", ["deadbeef", "dead", "%27%20OR%201", "x" * 300])
def test_an_id_that_nothing_has_is_a_clear_page(browser: Browser, id: str) -> None:
    page = browser.open(f"memories/{id}")
    assert page.status == 404
    assert "memory is called" in page.text


def test_the_sources_own_words_are_shown_and_that_they_changed(
    browser: Browser, workspace: Workspace, project: Repo
) -> None:
    project.commit("hours", {"docs/hours.md": "# Hours\n\nThe gate opens at six in the morning.\n"})
    documents = workspace.knowledge.documents
    documents.ingest(documents.view(), cause="test")
    id = said(workspace, OLD)
    page = browser.open(f"memories/{id}")
    assert "docs/hours.md" in page.text
    assert "Stands as it was cited" in page.text
    assert "/document?path=docs%2Fhours.md&rev=" in page.link("docs/hours.md")
    project.commit("later", {"docs/hours.md": "# Hours\n\nThe gate opens at seven in the morning.\n"})
    documents.ingest(documents.view(), cause="test")
    page = browser.open(f"memories/{id}")
    assert "changed since" in page.text
    assert "Now it says: The gate opens at seven in the morning." in page.text


def test_a_correction_takes_the_place_and_undo_gives_it_back(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD, by="person")
    page = correct(browser, id, NEW)
    assert NEW in page.text
    assert f"Replaces (correct) {id[:12]} : {OLD}" in page.text
    assert page.words("ins") == ["seven"]
    assert page.words("del") == ["six"]
    back = browser.submit(browser.open(page.link("Undo: correct")), "Undo it")
    assert back.address.endswith(f"/memories/{id[:12]}")
    assert workspace.memories.service.get(id).status is MemoryStatus.ACTIVE
    assert acts(browser) == ["correct", "undo correct"]


@pytest.mark.parametrize(
    ("how", "status"),
    [("correct", MemoryStatus.RETRACTED), ("supersede", MemoryStatus.SUPERSEDED), ("extend", MemoryStatus.SUPERSEDED)],
)
def test_each_way_to_replace_ends_the_old_one_as_at_a_terminal(
    browser: Browser, workspace: Workspace, how: str, status: MemoryStatus
) -> None:
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how={how}")
    page = browser.submit(form, "Save", content="It closes at noon." if how == "extend" else NEW)
    assert page.status == 200
    service = workspace.memories.service
    assert service.get(id).status is status
    (newer, done) = service.provenance(id).newer[0]
    assert done == how
    assert service.get(newer).content == (f"{OLD}\nIt closes at noon." if how == "extend" else NEW)
    assert workspace.memories.service.grades([newer])[newer] is Grade.TOLD
    assert acts(browser) == [how]


def test_two_memories_become_one(browser: Browser, workspace: Workspace) -> None:
    one, other = said(workspace, OLD), said(workspace, "The well by the gate is dry in August.")
    form = browser.open(f"memories/{one}/change?how=merge&other={other[:12]}")
    page = browser.submit(form, "Save", content="The gate opens at six, and the well by it is dry in August.")
    statuses = {workspace.memories.service.get(id).status for id in (one, other)}
    assert page.status == 200
    assert MemoryStatus.ACTIVE not in statuses
    assert "It takes the place (merge) of" in page.text


@pytest.mark.parametrize(
    ("words", "told"),
    [("", "content is empty"), ("x" * 10_001, "10,000 characters"), ("x" * 20_001, "longer than")],
)
def test_words_out_of_bounds_are_refused_and_kept(
    browser: Browser, workspace: Workspace, words: str, told: str
) -> None:
    id = said(workspace, OLD)
    page = correct(browser, id, words)
    assert page.status >= 400
    assert told in page.text
    if len(words) <= 20_000:
        assert page.all("#content")[0].text() == words
    assert workspace.memories.service.get(id).status is MemoryStatus.ACTIVE


def test_a_secret_in_a_correction_is_told_and_never_shown_again(browser: Browser, workspace: Workspace) -> None:
    id, token = said(workspace, OLD), "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    page = correct(browser, id, f"The gate opens with {token} at seven.")
    assert page.status == 422
    assert "secret" in page.text
    assert token not in page.html
    assert "at seven" in page.all("#content")[0].text()
    assert workspace.memories.service.get(id).status is MemoryStatus.ACTIVE


def test_an_edit_of_what_changed_meanwhile_shows_both_versions_and_keeps_the_words(
    browser: Browser, workspace: Workspace
) -> None:
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how=correct")
    request = RememberRequest(content=NEW, author="ben")
    newer = workspace.memories.service.update(id, request, Change.SUPERSEDE)
    assert isinstance(newer, Stored)
    page = browser.submit(form, "Save", content="The gate opens at eight in the morning.")
    assert page.status == 409
    assert OLD in page.text
    assert NEW in page.text
    assert page.all("#content")[0].text() == "The gate opens at eight in the morning."
    assert workspace.memories.service.get(newer.id).status is MemoryStatus.ACTIVE
    assert acts(browser) == []
    page = browser.submit(page, "Save in its place")
    assert page.status == 200
    assert "eight" in page.text
    assert workspace.memories.service.get(newer.id).status is MemoryStatus.RETRACTED


@pytest.mark.parametrize("end", ["retract", "invalidate"])
def test_an_edit_of_what_ended_meanwhile_keeps_the_words(browser: Browser, workspace: Workspace, end: str) -> None:
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how=correct")
    getattr(workspace.memories.service, end)(id, "ben", "the gate is gone", authority=True)
    page = browser.submit(form, "Save", content=NEW)
    assert page.status == 409
    assert "the gate is gone" in page.text
    assert page.all("#content")[0].text() == NEW


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
    assert workspace.memories.service.get(id).status is status
    assert "the gate is gone" in page.text
    assert acts(browser) == [act]
    late = browser.submit(form, button, reason="again")
    assert late.status == 409
    assert "again" in late.html


def test_a_person_confirms_what_an_agent_said(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD)
    page = browser.submit(browser.open(browser.open(f"memories/{id}").link("Confirm")), "Confirm")
    assert "told by" in page.text
    assert workspace.memories.service.grades([id])[id] is Grade.TOLD
    assert acts(browser) == ["confirm"]


def test_another_decision_is_not_undone_in_the_place_of_the_one_shown(browser: Browser, workspace: Workspace) -> None:
    one, other = said(workspace, OLD), said(workspace, "The well by the gate is dry in August.")
    user = workspace.settings.user_id
    workspace.memories.service.retract(one, user, "wrong", authority=True)
    form = browser.open("memories/undo")
    workspace.memories.service.retract(other, user, "wrong", authority=True)
    page = browser.submit(form, "Undo it")
    assert page.status == 409
    assert "another one by now" in page.text
    assert workspace.memories.service.get(one).status is MemoryStatus.RETRACTED


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


def test_who_was_told_it_and_when(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD)
    workspace.sessions.ledger.record_answer("session-7", f"- {id[:12]} fact: {OLD}")
    page = browser.open(f"memories/{id}")
    assert page.link("session-7").endswith("/sessions/session-7")


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
        for part in ("change", "end", "forget", "share", "publish", "quarantine"):
            assert browser.send(f"memories/{id}/{part}", content=NEW, act="retract", reason="x").status == 403
        assert workspace.memories.service.get(id).status is MemoryStatus.ACTIVE


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
    for part in ("", "/change?how=correct", "/end?act=retract", "/forget", "/share", "/publish", "/quarantine"):
        page = browser.open(f"memories/{id}{part}")
        assert page.status == 404
        assert "nine" not in page.html
    assert browser.send(f"memories/{id}/forget").status == 404
