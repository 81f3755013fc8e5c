"""Every view that is registered, on a home in which something happened: its structure, without a browser."""

from collections.abc import Iterator

import pytest

from scrubjay_ui.views import ViewRoute
from tests.servers.ui.addresses import addresses, name, pages, without_example, without_view
from tests.servers.ui.conftest import Browser, browsing
from tests.servers.ui.rich import RichHome
from tests.servers.ui.structure import complaints

MOST_BYTES = 300_000


@pytest.fixture(scope="module")
def shown(shared_rich: RichHome) -> Iterator[Browser]:
    with browsing(shared_rich) as opened:
        yield opened


@pytest.fixture(scope="module")
def read_only(shared_rich: RichHome) -> Iterator[Browser]:
    with browsing(shared_rich, writes=False) as opened:
        yield opened


def test_every_page_has_an_example() -> None:
    assert without_example() == [], "tests/servers/ui/addresses.py: which address shows them?"
    assert without_view() == [], "tests/servers/ui/addresses.py: these show nothing any more"


@pytest.mark.parametrize("view", pages(), ids=name)
def test_a_page_is_well_made(view: ViewRoute, shown: Browser, shared_rich: RichHome) -> None:
    page = shown.open(dict(addresses(shared_rich))[name(view)])
    assert page.status == 200, page.text
    if page.kind == "text/html":
        assert complaints(page.html) == []
    assert len(page.html.encode()) <= MOST_BYTES


@pytest.mark.parametrize("view", pages(), ids=name)
def test_a_page_that_only_reads_has_no_form_that_changes_anything(
    view: ViewRoute, read_only: Browser, shared_rich: RichHome
) -> None:
    page = read_only.open(dict(addresses(shared_rich))[name(view)])
    assert page.status in (200, 403, 404), page.text
    assert page.all('form[method="post" i]') == []


def test_an_error_is_a_page_that_is_well_made(shown: Browser) -> None:
    page = shown.open("nothing/here")
    assert (page.status, complaints(page.html)) == (404, [])


def test_who_is_quarantined_today_withholds_nothing_that_was_told_before_they_came(
    shown: Browser, shared_rich: RichHome
) -> None:
    assert shared_rich.quarantined
    for session in shared_rich.sessions:
        assert "Withheld" not in shown.open(f"sessions/{session}").text
