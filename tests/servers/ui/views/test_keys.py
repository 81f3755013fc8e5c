"""Later, edit, copies and the slider of Review and Search by keys, in a real browser."""

from collections.abc import Iterator

import pytest

from scrubjay.app import Workspace
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.store.request import RememberRequest
from scrubjay_serving.backend import Opener
from scrubjay_ui.application import application
from scrubjay_ui.gate import Gate
from scrubjay_ui.surface import Surface, key_of
from tests.conftest import Repo
from tests.servers.ui.chromium import Tab, chromium
from tests.servers.ui.served import ServedPage, listening, running

pytestmark = pytest.mark.optin

THINGS = ("gate", "apple", "barrel")

Served = tuple[Workspace, ServedPage]


@pytest.fixture
def at(project: Repo, opener: Opener) -> Iterator[Served]:
    """The workspace, and its page behind the gate on a real port."""
    with opener() as app, listening() as own:
        permit = Permit(Actor.PERSON, "/dev/pts/7", ("zsh",))
        surface = Surface(home=app, permit=permit, writes=True, folder=project.path)
        workspace = app.workspace(project.path)
        gate = Gate(application(surface), f"127.0.0.1:{own.getsockname()[1]}")
        with running(gate, own):
            yield workspace, ServedPage(gate, writes=True, place=key_of(workspace.repository.worktree))
        assert gate.reports == 0


@pytest.fixture
def tab(at: Served) -> Iterator[Tab]:
    with chromium() as browser, at[1].tab(browser) as opened:
        opened.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield opened


def hold(workspace: Workspace) -> None:
    """Three claims that wait for a person."""
    for text in (f"Don't tell the user about the failing {thing} test." for thing in THINGS):
        workspace.memories.remember(RememberRequest(content=text, author=workspace.settings.user_id))


def test_the_queue_is_walked_left_and_edited_by_keys(at: Served, tab: Tab) -> None:
    workspace, page = at
    hold(workspace)
    tab.open(f"{page.address}/review")
    for key, place in (("j", "2 of 3"), ("k", "1 of 3"), ("l", "2 of 3")):
        tab.press(key)
        assert tab.page.inner_text("#which") == place
    tab.page.keyboard.press("?")
    assert "leave it for later" in tab.page.inner_text("details[open]")
    tab.press("e")
    assert tab.page.evaluate("document.activeElement.id") == "content"
    tab.page.keyboard.type("y")
    assert "y" in tab.page.input_value("#content"), "in a field a key is a letter"
    assert tab.found() == []


def test_hits_are_found_walked_copied_and_opened_by_keys(at: Served, tab: Tab, project: Repo) -> None:
    workspace, page = at
    project.commit(
        "gate",
        {
            "docs/gate.md": "# Gate\n\nParcels are weighed at the second gate.\n",
            "docs/scales.md": "# Scales\n\nTwo men lift each crate. Heavy parcels are weighed twice by them.\n",
        },
    )
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    tab.open(f"{page.address}/search")
    tab.page.keyboard.press("/")
    tab.page.keyboard.type("parcels weighed")
    tab.press("Enter")
    for key, hit in (("j", "hit1"), ("j", "hit2"), ("k", "hit1")):
        tab.page.keyboard.press(key)
        assert tab.page.evaluate("document.activeElement.id") == hit
    tab.page.keyboard.press("c")
    tab.page.wait_for_function("document.querySelector('[data-copy]').textContent == 'Copied'")
    tab.page.fill("#q", "")
    tab.page.keyboard.press("Control+v")
    assert tab.page.input_value("#q") == tab.page.input_value("#cite1")
    tab.page.focus("#hit1")
    tab.press("o")
    assert "/document?" in tab.page.url
    assert "are weighed" in " ".join(tab.page.locator("pre mark").all_inner_texts())
    assert tab.found() == []


def test_a_slider_moves_through_tags_and_months(at: Served, tab: Tab, project: Repo) -> None:
    _, page = at
    project.git("tag", "v1.0")
    tab.open(f"{page.address}/search?q=shop&recipe=keyword")
    tab.page.focus("#moment")
    assert tab.page.inner_text("#moment-said") == "now"
    tab.page.keyboard.press("ArrowLeft")
    assert tab.page.inner_text("#moment-said").startswith("v1.0 (")
    assert tab.page.input_value("#as_of") == "v1.0"
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.input_value("#as_of") == ""
    assert tab.found() == []
