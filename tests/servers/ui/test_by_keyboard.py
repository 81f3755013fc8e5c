"""Review and Search in a real browser without a mouse."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tests.servers.ui.chromium import Chromium, Tab, chromium
from tests.servers.ui.rich import RichHome
from tests.servers.ui.served import served

pytestmark = pytest.mark.optin

FOCUS = "document.activeElement"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


def heading(tab: Tab) -> str:
    return str(tab.page.inner_text("main h2 >> nth=0"))


def test_twenty_claims_are_settled_with_one_key_each(browser: Chromium, rich: RichHome) -> None:
    with served(rich) as page, page.tab(browser) as tab:
        tab.open(page.at("review"))
        assert heading(tab) == "1 of 20"
        tab.press("j")
        assert heading(tab).startswith("2 of")
        tab.press("k")
        assert heading(tab).startswith("1 of")
        for done in range(20):
            rich.clock.now += timedelta(seconds=3)
            tab.press("n" if done < 17 else "y")
        rich.clock.now += timedelta(seconds=3)
        assert "Nothing waits" in tab.page.inner_text("main")
        tab.press("u")
        assert "Claims (1)" in tab.page.inner_text("main")
        assert heading(tab) == "20 of 20"
        tab.press("n")
        assert tab.found() == []
    with rich.open() as app:
        assert app.workspace(rich.repo.path).memories.waiting() == ()


def test_a_search_is_asked_walked_and_opened_by_keys(browser: Chromium, rich: RichHome) -> None:
    with served(rich) as page, page.tab(browser) as tab:
        tab.open(page.at("settings"))
        tab.page.keyboard.press("/")
        tab.page.keyboard.type("retry policy")
        tab.press("Enter")
        tab.page.keyboard.press("j")
        first = tab.page.evaluate("document.activeElement.textContent")
        tab.page.keyboard.press("j")
        assert tab.page.evaluate("document.activeElement.textContent") != first
        tab.press("o")
        assert "/memories/" in tab.page.url or "/document" in tab.page.url
        tab.leave(tab.page.go_back)
        tab.press("w")
        assert "/search/why" in tab.page.url
        assert tab.found() == []


def test_the_navigation_can_be_left_out_and_what_has_the_focus_is_seen(browser: Chromium, rich: RichHome) -> None:
    with served(rich) as page, page.tab(browser) as tab:
        tab.open(page.at("search?q=retry+policy"))
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate("document.activeElement.textContent") == "Skip to the content"
        tab.page.keyboard.press("Enter")
        for _ in range(12):
            tab.page.keyboard.press("Tab")
            assert tab.page.evaluate(f"getComputedStyle({FOCUS}).outlineWidth") != "0px"
            assert tab.page.evaluate(f"document.querySelector('main').contains({FOCUS})")
