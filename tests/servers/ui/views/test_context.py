"""Tests of the context page: what a prompt would hold, within which budget, and what found no room."""

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from tests.servers.ui.conftest import Browser


def told(workspace: Workspace, content: str) -> None:
    request = RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    workspace.memories.remember(request)


def test_without_a_question_the_page_asks_for_one(browser: Browser) -> None:
    page = browser.open("context")
    assert (page.status, page.words("h1")) == (200, ["Context"])
    assert "Ask a question" in page.text


def test_each_block_is_shown_with_its_budget_and_what_it_holds(browser: Browser, workspace: Workspace) -> None:
    told(workspace, "Parcels above 30 kg go to the second gate.")
    page = browser.open("context?q=which gate do parcels go to&window=4096")
    assert page.words("tbody th") == ["system", "project", "task", "history", "knowledge"]
    assert "second gate" in page.text
    assert "second gate" in page.all("textarea[readonly]")[0].text()
    assert browser.open(page.link("Save as a file")).html == page.all("textarea[readonly]")[0].text()


def test_what_found_no_room_is_listed_with_the_reason(browser: Browser, workspace: Workspace) -> None:
    for number in range(12):
        told(workspace, f"The conveyor of hall {number} " + "carries parcels past the scales and on to its gate " * 8)
    page = browser.open("context?q=conveyor parcels scales gate&window=1000")
    assert int(page.words("tbody tr:last-child td")[-1]) > 0
    assert "No room" in page.words("section details p")[-1]
    assert page.all("section details li")


def test_a_window_that_is_too_small_is_refused_in_words(browser: Browser) -> None:
    page = browser.open("context?q=gate&window=12")
    assert (page.status, "window must be a whole number" in page.text) == (400, True)


def test_text_of_a_memory_is_never_markup(browser: Browser, workspace: Workspace) -> None:
    told(workspace, "The second gate is called </textarea><script>alert(1)</script> by everybody.")
    page = browser.open("context?q=</textarea><script>second gate</script>")
    assert page.all("main script") == []
