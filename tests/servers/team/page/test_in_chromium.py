"""Every page of a team in a real browser: accessible, narrow enough, by keyboard alone, within its policy."""

from collections.abc import Iterator
from typing import Literal

import pytest

from tests.servers.team.page.addresses import addresses
from tests.servers.team.page.conftest import PagedTeam
from tests.servers.ui.axe import axe_source, serious
from tests.servers.ui.chromium import Chromium, Tab, chromium
from tests.servers.ui.payloads import payloads

pytestmark = pytest.mark.optin

MORE = ("/sessions", "/review", "/tell/{cache}", "/device")
"""Pages of other parts."""

MOST_STEPS = 60
"""Presses of Tab on a page until the content is left."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


def let_in(team: PagedTeam, tab: Tab, who: str = "anna") -> Tab:
    """Sign a tab in as somebody."""
    name, _, value = team.cookie(who).partition("=")
    tab.page.context.add_cookies([{"name": name, "value": value, "url": team.top}])
    return tab


def every_page(team: PagedTeam) -> list[str]:
    """The addresses of all pages, with something on each."""
    team.post("anna", "/handoffs", task="Look after the queue", to="ben", repo="shop", next_steps="one\ntwo")
    team.post("ben", "/handoffs", task="Look after the cache", to="anna", repo="shop")
    team.post("anna", "/tokens", name="laptop", scope=["search"], days="30")
    team.post("anna", "/members/invite", name="mara", role="writer")
    team.served.api(team.served.token("ben", "search"), "GET", "/memories")
    return [address for _, address in addresses(team)] + [one.format(**team.memories) for one in MORE]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 320), ("dark", 320)])
def test_a_page_says_everything_to_everybody(
    indexed: PagedTeam,
    browser: Chromium,
    scheme: Literal["light", "dark"],
    width: int,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    axe, found = axe_source(tmp_path_factory.mktemp("axe")), []
    pages = every_page(indexed)
    with browser.tab(scheme=scheme, width=width) as tab:
        let_in(indexed, tab)
        for address in pages:
            assert tab.open(indexed.top + address) == 200, address
            wrong = [*tab.found(), *serious(tab, axe), *(["wider than the screen"] if tab.is_wider() else [])]
            found += [(address, one) for one in wrong]
            tab.problems.clear()
        assert indexed.served.visit("", "GET", "/sign-in").status == 200
        tab.page.context.clear_cookies()
        for address in ("/sign-in", "/invitation"):
            assert tab.open(indexed.top + address) == 200, address
            found += [(address, one) for one in [*tab.found(), *serious(tab, axe)]]
    assert found == []


def test_every_link_and_field_is_reached_by_the_tab_key_and_can_be_seen(acme: PagedTeam, browser: Chromium) -> None:
    with browser.tab() as tab:
        let_in(acme, tab)
        for address in ("/", "/members", "/tokens", "/handoffs", f"/repositories/{acme.projects['pay'].hex}"):
            tab.open(acme.top + address)
            wanted = tab.page.evaluate(
                "[...document.querySelectorAll('main a[href], main button, main input:not([type=hidden]), main select, "
                "main textarea')].filter((one) => one.checkVisibility() && one.type !== 'radio').length"
            )
            reached = set()
            for _ in range(MOST_STEPS):
                tab.page.keyboard.press("Tab")
                at = tab.page.evaluate(
                    "(() => { const one = document.activeElement; if (!one.closest('main')) return ''; "
                    "const seen = getComputedStyle(one).outlineStyle !== 'none'; "
                    "return [...document.querySelectorAll('main *')].indexOf(one) + (seen ? '' : ' unseen'); })()"
                )
                if at:
                    reached.add(at)
                elif reached:
                    break
            assert len(reached) >= wanted, address
            assert not [one for one in reached if "unseen" in str(one)], address


def test_a_colleague_is_invited_by_keyboard_alone(acme: PagedTeam, browser: Chromium) -> None:
    with browser.tab() as tab:
        let_in(acme, tab)
        tab.open(f"{acme.top}/members")
        tab.page.focus("input[name=name]")
        tab.page.keyboard.type("mara")
        tab.leave(lambda: tab.page.keyboard.press("Enter"))
        assert "/invitation#sj_inv_" in tab.page.input_value("#invitation")
        assert tab.found() == []


def test_forms_work_without_a_script(acme: PagedTeam, browser: Chromium) -> None:
    with browser.tab(scripts=False) as tab:
        let_in(acme, tab)
        tab.page.goto(f"{acme.top}/repositories/{acme.projects['pay'].hex}")
        tab.page.check("text=carol")
        tab.page.click("text=Save")
        assert "carol" in tab.page.inner_text("main tr:has-text('pay')")


def test_hostile_texts_run_nothing(acme: PagedTeam, browser: Chromium) -> None:
    every = list(payloads())
    with browser.tab() as tab:
        let_in(acme, tab)
        for first in range(0, len(every), 3):
            for text, id in zip(every[first : first + 3], acme.memories.values(), strict=False):
                acme.row("UPDATE memory SET content = %s, applies = %s, tags = ARRAY[%s] WHERE id = %s RETURNING 1",
                         text, text[:200], text[:50], id)  # fmt: skip
            acme.row(
                "UPDATE project SET name = %s WHERE id = %s RETURNING 1", every[first][:100], acme.projects["shop"]
            )
            for address in ("/", "/memories", f"/memories/{acme.memories['cache']}", "/repositories"):
                tab.open(acme.top + address)
                assert tab.page.evaluate("window.found.ran") == [], (address, every[first : first + 3])
                assert tab.found() == [], (address, every[first : first + 3])
