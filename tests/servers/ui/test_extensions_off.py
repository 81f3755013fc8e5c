"""The page while one of our extensions is off: nothing leads to its pages, and their addresses say how to enable it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.loading import load, targets_of
from scrubjay.extensions.manifest import Extension
from scrubjay_ui.views import PageGroup
from tests.servers.ui.addresses import addresses, name
from tests.servers.ui.conftest import Browser, browsing, made_rich
from tests.servers.ui.rich import RichHome

pytestmark = pytest.mark.story

OTHERS = tuple(extension for extension in BUILT_IN if extension.name != "ui")
ANSWERS = re.compile(r'(?:href|action|formaction)="([^"#?]+)')


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> RichHome:
    return made_rich(tmp_path_factory.mktemp("off"), _environment)


@pytest.fixture(scope="module", params=OTHERS, ids=lambda extension: extension.name)
def off(request: pytest.FixtureRequest, home: RichHome) -> Iterator[tuple[Extension, Browser]]:
    """An extension that the user's file switches off, and the page then."""
    file = Path(home.environment["SCRUBJAY_HOME"]) / "config.yaml"
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}extensions:\n  {request.param.name}: off\n", encoding="utf-8")
    with browsing(home) as browser:
        yield request.param, browser
    file.write_text(before, encoding="utf-8")


def parts(extension: Extension) -> tuple[PageGroup, ...]:
    return tuple(part for target in targets_of("view", (extension,)) for part in load(target))


def its_pages(extension: Extension, home: RichHome) -> dict[str, str]:
    """An example of each page that goes with an extension, by its name."""
    own = {name(view) for part in parts(extension) for view in part.routes if not view.writes}
    return {view: example for view, example in addresses(home) if view in own}


def test_every_other_page_is_there_and_leads_to_none_of_its(off: tuple[Extension, Browser], home: RichHome) -> None:
    extension, browser = off
    gone = {f"/w/{browser.place}/{address.partition('?')[0]}" for address in its_pages(extension, home).values()}
    for view, address in addresses(home):
        if view in its_pages(extension, home):
            continue
        page = browser.open(address)
        assert page.status == 200, (view, page.text)
        assert not gone & set(ANSWERS.findall(page.html)), view


def test_its_addresses_say_how_it_comes_back(off: tuple[Extension, Browser], home: RichHome) -> None:
    extension, browser = off
    line = f"scrubjay extensions enable {extension.name} switches it on"
    answers = {view: browser.open(address) for view, address in its_pages(extension, home).items()}
    assert {view: page.status for view, page in answers.items()} == dict.fromkeys(answers, 404)
    assert all(line in page.text and "the user's file says off" in page.text for page in answers.values())
    for form in (form for part in parts(extension) for form in part.forms):
        sent = browser.send(form.lstrip("/").replace("{id}", home.facts[1]))
        assert (sent.status, line in sent.text) == (404, True), form


def test_the_navigation_has_what_is_on(off: tuple[Extension, Browser]) -> None:
    extension, browser = off
    shown = browser.open("today").words("nav.views a")
    titles = [part.title for one in BUILT_IN if one is not extension for part in parts(one) if part.title]
    assert sorted(shown) == sorted(titles)


def test_some_of_ours_have_pages_of_their_own() -> None:
    assert {one.name for one in OTHERS if parts(one)} == {"agents", "forges", "graph", "growth", "publishing"}
