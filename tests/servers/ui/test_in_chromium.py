"""Every view in a real browser: accessible, narrow enough, still, and without a breach of the policy."""

from collections.abc import Iterator
from typing import Literal

import pytest

from scrubjay_ui.views import ViewRoute
from tests.servers.ui.addresses import addresses, html_pages, name
from tests.servers.ui.axe import axe_source, serious
from tests.servers.ui.chromium import Chromium, chromium
from tests.servers.ui.rich import RichHome
from tests.servers.ui.served import ServedPage, served

pytestmark = pytest.mark.optin

MOST_SHIFT = 0.01


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(shared_rich: RichHome, browser: Chromium) -> Iterator[ServedPage]:
    with served(shared_rich) as opened:
        yield opened


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return axe_source(tmp_path_factory.mktemp("axe"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", html_pages(), ids=name)
def test_a_page_says_everything_to_everybody(
    view: ViewRoute,
    scheme: Literal["light", "dark"],
    page: ServedPage,
    browser: Chromium,
    axe: str,
    shared_rich: RichHome,
) -> None:
    with page.tab(browser, scheme=scheme) as tab:
        assert tab.open(page.at(dict(addresses(shared_rich))[name(view)])) == 200
        assert tab.found() == []
        assert tab.shift() < MOST_SHIFT
        assert serious(tab, axe) == []


@pytest.mark.parametrize("view", html_pages(), ids=name)
def test_a_narrow_page_scrolls_down_only(
    view: ViewRoute, page: ServedPage, browser: Chromium, shared_rich: RichHome
) -> None:
    with page.tab(browser, width=320, height=640) as tab:
        tab.open(page.at(dict(addresses(shared_rich))[name(view)]))
        assert not tab.is_wider()
        assert tab.shift() < MOST_SHIFT
