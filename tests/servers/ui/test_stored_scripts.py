"""Texts that would run something, in every field that others can fill: nothing of them becomes a part of a page."""

from collections.abc import Iterator

import pytest

from scrubjay.model.visible import FORBIDDEN
from tests.servers.ui.addresses import addresses
from tests.servers.ui.chromium import Chromium, Tab, chromium
from tests.servers.ui.conftest import browsing, made_rich
from tests.servers.ui.payloads import CHARACTERS, payloads
from tests.servers.ui.poisoned import poison
from tests.servers.ui.rich import RichHome
from tests.servers.ui.served import listening, running, served
from tests.servers.ui.structure import complaints

pytestmark = pytest.mark.story

MOST_PAGES = 400
LINKS = "[...document.querySelectorAll('main a[href]')].map(a => new URL(a.getAttribute('href'), location).href)"
AT_LEAST = 30
"""Texts that run where nothing hinders them: a browser that ran none would prove nothing."""


def test_no_text_becomes_an_element_an_attribute_or_an_address(rich: RichHome) -> None:
    every = list(payloads())
    texts = [*every[::12], *every[-len(CHARACTERS) :]]
    ids = poison(rich, texts)
    assert len(ids) >= len(texts) - 3
    with browsing(rich) as browser:
        shown = dict.fromkeys(example for _, example in addresses(rich))
        shown |= dict.fromkeys(f"memories/{id}" for id in ids[:5])
        told = 0
        for address in shown:
            page = browser.open(address)
            told += "ran(" in page.text
            assert FORBIDDEN.findall(page.html) == [], address
            if page.kind == "text/html":
                assert [one for one in complaints(page.html) if not one.startswith("emoji")] == [], address
        assert told >= len(ids[:5]), "they are shown, and as words"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> RichHome:
    home = made_rich(tmp_path_factory.mktemp("poisoned"), _environment)
    poison(home, list(payloads()))
    return home


def ran(tab: Tab) -> list[str]:
    """What ran on the page that a tab shows, and what else went wrong."""
    return [*(f"ran {one}" for one in tab.page.evaluate("window.found.ran")), *tab.found()]


@pytest.mark.optin
def test_they_run_where_nothing_hinders_them(browser: Chromium) -> None:
    async def careless(scope, receive, send):  # type: ignore[no-untyped-def]
        path = scope["path"].strip("/")
        number = int(path) if path.isdigit() else 0
        body = f"<!doctype html><div><p title='x'>{list(payloads())[number]}</p></div>".encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": body})

    count = 0
    with listening() as own, running(careless, own) as address:
        for number in range(0, len(list(payloads())), 2):
            with browser.tab() as tab:
                tab.open(f"{address}/{number}")
                tab.page.wait_for_timeout(30)
                count += any("ran" in one for one in ran(tab) if not one.startswith("breach"))
    assert count >= AT_LEAST


def put_in_place(tab: Tab, address: str) -> bool:
    """Have htmx put a page in place of the one that stands; False where it is no page with an answer."""
    tab.page.evaluate("(to) => htmx.ajax('GET', to, 'body')", address)
    return tab.page.inner_text("h1") != "That didn't work"


@pytest.mark.optin
@pytest.mark.parametrize("by_htmx", [False, True], ids=["opened", "put in place"])
def test_none_runs_on_any_page(by_htmx: bool, browser: Chromium, poisoned: RichHome) -> None:
    wrong: list[str] = []
    with served(poisoned) as opened, opened.tab(browser) as tab:
        waiting = [opened.at(one) for _, one in addresses(poisoned)]
        seen: dict[str, None] = {}
        shown = 0
        while waiting and len(seen) < MOST_PAGES:
            page = waiting.pop(0)
            if page in seen or "/static/" in page or page.partition("?")[0].endswith((".jsonl", ".svg", "/text")):
                continue
            seen[page] = None
            tab.problems.clear()
            if put_in_place(tab, page) if by_htmx else tab.open(page) == 200:
                shown += 1
                wrong += [f"{one} on {page}" for one in ran(tab)]
                links = tab.page.evaluate(LINKS)
                waiting += [one.partition("#")[0] for one in links if one.startswith(opened.top)]
    print(f"\n{shown} pages of {len(seen)} addresses, {len(list(payloads()))} texts, {len(wrong)} ran or were reported")
    assert wrong == []
    assert shown > 100
