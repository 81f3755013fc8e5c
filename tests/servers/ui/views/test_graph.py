"""Tests of the page of the graph: what is around a thing, as a picture and as tables, and the picture as a file."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser

ADR = "docs/adr/0002-use-sqlite.md"


@pytest.fixture
def pages(project: Repo, unhurried: None, browser: Browser) -> Browser:
    record = "# 2. Use SQLite\n\n## Status\n\nAccepted\n\nSupersedes [1](0001-x.md)\n\n## Decision\n\nUse SQLite.\n"
    project.commit("Decide", {ADR: record, "docs/guide.md": "# Guide <b>\n\nAs [ADR 2](adr/0002-use-sqlite.md).\n"})
    return browser


@pytest.fixture
def built(pages: Browser, workspace: Workspace) -> Browser:
    GraphServices.of(workspace).graph.counts()
    return pages


def test_a_graph_that_is_not_built_is_built_by_a_button(pages: Browser) -> None:
    page = pages.open(f"graph?about={ADR}")
    assert "isn't built yet" in page.text
    shown = pages.submit(page, "Build the graph")
    assert "The graph is built" in shown.text
    assert shown.words("tbody tr")


def test_the_file_builds_nothing_and_shows_how_to_build_it(pages: Browser, workspace: Workspace) -> None:
    page = pages.open(f"graph/export.svg?about={ADR}")
    assert (page.kind, "isn't built yet" in page.text) == ("text/html", True)
    assert not GraphServices.of(workspace).graph.is_built()


def test_a_page_that_only_reads_names_the_command_instead(project: Repo, browse, unhurried: None) -> None:  # type: ignore[no-untyped-def]
    with browse(writes=False) as browser:
        page = browser.open("graph")
        assert (page.all("form[method=post]"), "scrubjay graph around" in page.text) == ([], True)
        assert browser.send("graph/build").status == 403


def test_what_is_around_a_thing_is_drawn_and_told_with_its_evidence(built: Browser) -> None:
    page = built.open(f"graph?about={ADR}&hops=1")
    relations = page.words("tbody tr")
    assert any("ADR-2 Use SQLite supersedes" in row or "supersedes" in row for row in relations)
    assert any("docs/guide.md:3" in row for row in relations)
    assert len(page.all("svg rect")) == len(page.words("[aria-label=Entities] tbody tr"))
    assert len(page.all("svg > path")) == len(page.words("[aria-label=Relations] tbody tr"))


def test_a_box_leads_to_what_is_around_it_and_a_decision_opens(built: Browser) -> None:
    page = built.open(f"graph?about={ADR}&hops=1")
    addresses = [str(node.attributes["href"]) for node in page.all("svg a")]
    assert all(built.open(address).status == 200 for address in addresses)
    assert built.open(page.link("open")).status == 200


def test_only_one_relation_can_be_asked_for(built: Browser) -> None:
    page = built.open(f"graph?about={ADR}&relation=supersedes")
    assert {row.split(" supersedes ")[0] for row in page.words("[aria-label=Relations] tbody tr")} != set()
    assert "docs/guide.md:3" not in page.text
    assert built.open("graph?relation=likes").status == 400


def test_without_a_name_the_map_is_shown(built: Browser) -> None:
    page = built.open("graph")
    assert "The map" in page.text
    assert len(page.all("svg rect")) == 2


def test_a_name_of_nothing_is_answered_with_the_form(built: Browser) -> None:
    page = built.open("graph?about=quetzal.md")
    assert (page.status, "Nothing is called" in page.text) == (404, True)
    assert page.all("input[name=about]")[0].attributes["value"] == "quetzal.md"


def test_the_picture_is_a_file_that_stands_alone(built: Browser) -> None:
    link = built.open("graph?about=docs/guide.md").link("Download as SVG")
    text = built.open(link).html
    root = ElementTree.fromstring(text)  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    assert not [node for node in root.iter() if node.tag.endswith(("script", "style", "image", "a"))]
    assert "<b>" not in text


def test_titles_never_become_elements_of_the_page(built: Browser) -> None:
    assert built.open("graph?about=docs/guide.md").all("main b") == []


def test_another_projects_memory_is_as_one_that_is_not_there(built: Browser, make_repo: Callable[..., Repo]) -> None:
    elsewhere = make_repo("elsewhere")
    elsewhere.commit("first", {"README.md": "# Yard\n"})
    claim = RememberRequest(content="Carts leave at noon.", author="ada")
    kept = built.app.initialise(elsewhere.path).memories.remember(claim)
    assert isinstance(kept, Stored)
    told = [built.open(f"graph?about=memory:{id}") for id in (kept.id, "f0" * 16)]
    assert [page.status for page in told] == [404, 404]
    assert told[0].text.replace(kept.id, "ID") == told[1].text.replace("f0" * 16, "ID")
