"""Tests of a memory's page: the chain behind it, and each act, with the effect and the record that a terminal's has."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, Held, MemoryStatus, Stored
from scrubjay.session.tasks.sent import Telling
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser, Page

OLD, NEW = "The gate opens at six in the morning.", "The gate opens at seven in the morning."


def said(workspace: Workspace, content: str, *, by: str = "agent", **more: object) -> str:
    """Something that an agent, or the person, remembers; its id."""
    person = {"origin": Origin.PERSON, "act": Act.TYPED} if by == "person" else {}
    author = {"author": workspace.settings.user_id} | person | more
    outcome = workspace.memories.remember(RememberRequest(content=content, **author))  # type: ignore[arg-type]
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
    documents = workspace.documents
    documents.ingest(documents.view(), cause="test")
    id = said(workspace, OLD)
    page = browser.open(f"memories/{id}")
    assert "docs/hours.md" in page.text
    assert "quoted" in page.text
    assert page.words("section.card p")[0] == "same"
    assert "/document?path=docs%2Fhours.md&rev=" in page.link("docs/hours.md")
    project.commit("later", {"docs/hours.md": "# Hours\n\nThe gate opens at seven in the morning.\n"})
    documents.ingest(documents.view(), cause="test")
    page = browser.open(f"memories/{id}")
    assert "changed since" in page.text
    assert "The gate opens at six in the morning." in page.words("blockquote")[0], "a memory is its own text"
    assert "Now it says: The gate opens at seven in the morning." in page.text


def test_what_only_an_agent_says_has_no_source_and_what_a_place_lacks_is_marked(
    browser: Browser, workspace: Workspace, project: Repo
) -> None:
    project.commit("hours", {"docs/hours.md": "# Hours\n\nThe gate opens early in the morning.\n"})
    documents = workspace.documents
    documents.ingest(documents.view(), cause="test")
    bare = browser.open(f"memories/{said(workspace, 'The well by the gate is dry in August.')}")
    assert bare.words(".empty")[0] == "no source"
    marked = said(workspace, "The gate opens at 6:30.", cites=("docs/hours.md",))
    page = browser.open(f"memories/{marked}")
    assert "doesn't name 6:30" in page.text
    assert "The gate opens early in the morning." in page.text
    listed = browser.open("memories").text
    assert "no source" in listed
    assert "docs/hours.md" in listed
    for name in ("Confidence", "Evidence"):
        assert name not in page.text + listed


def test_a_correction_takes_the_place_and_undo_gives_it_back(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD, by="person")
    page = correct(browser, id, NEW)
    assert NEW in page.text
    assert f"Corrects {id[:12]} : {OLD}" in page.text
    assert page.words("ins") == ["seven"]
    assert page.words("del") == ["six"]
    back = browser.submit(browser.open(page.link("Undo: correct")), "Undo it")
    assert back.address.endswith(f"/memories/{id[:12]}")
    assert workspace.memories.get(id).status is MemoryStatus.ACTIVE
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
    service = workspace.memories
    assert service.get(id).status is status
    (newer, done) = service.provenance(id).newer[0]
    assert done == how
    assert service.get(newer).content == (f"{OLD}\nIt closes at noon." if how == "extend" else NEW)
    assert workspace.memories.grades([newer])[newer] is Grade.TOLD
    assert acts(browser) == [how]


def test_two_memories_become_one(browser: Browser, workspace: Workspace) -> None:
    one, other = said(workspace, OLD), said(workspace, "The well by the gate is dry in August.")
    form = browser.open(f"memories/{one}/change?how=merge&other={other[:12]}")
    page = browser.submit(form, "Save", content="The gate opens at six, and the well by it is dry in August.")
    statuses = {workspace.memories.get(id).status for id in (one, other)}
    assert page.status == 200
    assert MemoryStatus.ACTIVE not in statuses
    assert "Merges" in page.text


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
    assert workspace.memories.get(id).status is MemoryStatus.ACTIVE


def test_a_secret_in_a_correction_is_told_and_never_shown_again(browser: Browser, workspace: Workspace) -> None:
    id, token = said(workspace, OLD), "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    page = correct(browser, id, f"The gate opens with {token} at seven.")
    assert page.status == 422
    assert "secret" in page.text
    assert token not in page.html
    assert "at seven" in page.all("#content")[0].text()
    assert workspace.memories.get(id).status is MemoryStatus.ACTIVE


def test_an_edit_of_what_changed_meanwhile_shows_both_versions_and_keeps_the_words(
    browser: Browser, workspace: Workspace
) -> None:
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how=correct")
    request = RememberRequest(content=NEW, author="ben")
    newer = workspace.memories.update(id, request, Change.SUPERSEDE)
    assert isinstance(newer, Stored)
    page = browser.submit(form, "Save", content="The gate opens at eight in the morning.")
    assert page.status == 409
    assert OLD in page.text
    assert NEW in page.text
    assert page.all("#content")[0].text() == "The gate opens at eight in the morning."
    assert workspace.memories.get(newer.id).status is MemoryStatus.ACTIVE
    assert acts(browser) == []
    page = browser.submit(page, "Save in its place")
    assert page.status == 200
    assert "eight" in page.text
    assert workspace.memories.get(newer.id).status is MemoryStatus.RETRACTED


@pytest.mark.parametrize("end", ["retract", "invalidate"])
def test_an_edit_of_what_ended_meanwhile_keeps_the_words(browser: Browser, workspace: Workspace, end: str) -> None:
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how=correct")
    getattr(workspace.memories, end)(id, "ben", "the gate is gone", authority=True)
    page = browser.submit(form, "Save", content=NEW)
    assert page.status == 409
    assert "the gate is gone" in page.text
    assert page.all("#content")[0].text() == NEW


def test_who_was_told_it_and_when(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD)
    workspace.ledger.record_answer("session-7", f"- {id[:12]} fact: {OLD}")
    page = browser.open(f"memories/{id}")
    assert "session-7 (nothing else is kept of it)" in page.text
    assert "sessions/session-7" not in page.html
    telling = Telling(session="session-7/helper", worktree="", channel="start", text="text")
    workspace.sent_texts.keep(telling, workspace.sent_texts.mark())
    address = browser.open(f"memories/{id}").link("session-7")
    assert (address.endswith("/sessions/session-7"), browser.open(address).status) == (True, 200)


def test_what_may_not_be_published_has_no_link_and_says_why(browser: Browser, workspace: Workspace) -> None:
    id = said(workspace, OLD)
    page = browser.open(f"memories/{id}")
    assert "promotion/publish" not in page.html
    assert "not now: it is said by an agent" in page.text
    browser.submit(browser.open(f"memories/{id}/end?act=confirm"), "Confirm")
    assert browser.open(browser.open(f"memories/{id}").link("Publish")).status == 200


def test_what_waits_would_take_a_place_and_has_not_taken_it(browser: Browser, workspace: Workspace) -> None:
    told = said(workspace, OLD, by="person")
    owner = workspace.settings.user_id
    request = RememberRequest(content=NEW, author=owner, session="s9", supersedes=told, how=Change.SUPERSEDE)
    held = workspace.memories.remember(request)
    assert isinstance(held, Held)
    assert workspace.memories.get(held.id).status is MemoryStatus.HELD
    (newer,) = browser.open(f"memories/{told}").words("#replacements + ul li")
    assert newer.startswith(f"Would take its place, and waits for you: {held.id[:12]}")
    page = browser.open(f"memories/{held.id}")
    (older,) = page.words("#replacements + ul li")
    assert older.startswith(f"It waits for you; it would take the place of {told[:12]}")
    assert "Replaces" not in page.text
    radius = workspace.quarantine.blast("s9")
    assert (radius.replaced, radius.would_replace) == ((), (told,))
    asked = browser.open("agents/quarantine?who=s9").text
    assert "Took the place of 0 memories" in " ".join(asked.split())
    workspace.reviews.approve([held.id])
    assert "Superseded by" in browser.open(f"memories/{told}").text
    assert workspace.quarantine.blast("s9").replaced == (told,)


def test_a_briefing_that_names_it_is_a_click_away(browser: Browser, workspace: Workspace) -> None:
    id, texts = said(workspace, OLD), workspace.sent_texts
    for number in range(26):
        said_once = f"- {id[:8]} · fact: {OLD}" if number == 25 else f"nothing of it {number}"
        texts.keep(Telling(session="session-7/a", worktree="/w", channel="start", text=said_once), texts.mark())
    page = browser.open(f"memories/{id}")
    assert "at its start, without being asked" in page.text
    address, _, anchor = page.link("session-7").partition("#")
    told = browser.open(address)
    assert anchor.startswith("told-")
    assert OLD in told.text


def test_while_agents_write_no_correction_of_the_page_is_half_done(browser: Browser, workspace: Workspace) -> None:
    """Each either took the place of what it was shown, whole, or changed nothing and is told so."""
    id = said(workspace, OLD)
    form = browser.open(f"memories/{id}/change?how=correct")
    stamp = str(form.all("input[name=stamp]")[0].attributes["value"])
    service = workspace.memories

    def by_an_agent(number: int) -> int:
        request = RememberRequest(content=f"The gate opens at {number + 10} and has bell {number}.", author="ben")
        try:
            return 1 if isinstance(service.update(id, request, Change.SUPERSEDE), Stored) else 0
        except ScrubjayError:
            return 0

    def by_the_page(number: int) -> int:
        words = f"The gate opens at {number + 10} and has hinge {number}."
        return browser.send(f"memories/{id}/change", how="correct", stamp=stamp, content=words).status

    with ThreadPoolExecutor(8) as pool:
        agents = [pool.submit(by_an_agent, number) for number in range(4)]
        pages = [pool.submit(by_the_page, number) for number in range(4)]
        statuses, done = [page.result() for page in pages], sum(agent.result() for agent in agents)
    assert set(statuses) <= {200, 409}
    assert statuses.count(200) + done == 1
    (newer,) = service.provenance(id).newer
    assert service.get(newer[0]).status is MemoryStatus.ACTIVE
    assert service.get(id).status in (MemoryStatus.RETRACTED, MemoryStatus.SUPERSEDED)
    assert len(acts(browser)) == statuses.count(200)
