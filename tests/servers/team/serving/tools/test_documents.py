"""Documents, decisions and the state of a team's repositories, over HTTP."""

from collections.abc import Callable

import pytest

from tests.conftest import Repo
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

RECORD = "# ADR-00{0}: {1}\n\nStatus: accepted\nDate: 2026-01-1{0}\n\nBecause it is simple.\n"


@pytest.fixture
def both(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> ServedTeam:
    for name, files in {
        "shop": {"docs/adr/0001-a.md": RECORD.format(1, "Queue"), "README.md": "# Shop\n\nSells.\n"},
        "core": {"docs/adr/0002-b.md": RECORD.format(2, "Cache"), "README.md": "# Core\n\nServes.\n"},
    }.items():
        source = make_repo(name)
        source.commit("begin", files)
        make_mirror(source, served.team, name).index()
    return served


def test_a_document_is_read_by_the_address_that_an_answer_prints(both: ServedTeam) -> None:
    token = both.token()
    text = both.call(token, "get_document", path="shop:README.md").text
    assert text.splitlines()[0].startswith("team acme · shop @ ")
    assert "Sells." in text
    assert "Serves." in both.call(token, "get_document", path="README.md", repo="core").text


def test_what_an_answer_prints_is_taken_wherever_a_place_is_asked(both: ServedTeam) -> None:
    token = both.token("anna", "search", "remember")
    found = both.call(token, "search_knowledge", query="sells", path="shop:README.md").text
    printed = found.partition("**")[2].partition("**")[0]
    assert printed.startswith("shop:README.md:")
    for repo in ("", "shop"):
        text = both.call(token, "get_document", path=printed, repo=repo).text
        assert "Sells." in text
        assert "of 3 lines" in text.splitlines()[0]
    assert "is of shop, and repo is core" in both.call(token, "get_document", path=printed, repo="core").text
    assert "Queue" in both.call(token, "list_decisions", path="shop:docs").text
    kept = both.call(token, "remember", content="The shop sells things.", sources=[printed]).json["result"]
    assert "README.md" in str(kept["structuredContent"]["grounds"])
    told = both.call(token, "remember", content="The shop sells letters.", sources=["README.md"]).text
    assert "core:README.md" in told


def test_a_path_of_several_repositories_is_asked_back(both: ServedTeam) -> None:
    told = both.call(both.token(), "get_document", path="README.md")
    assert told.json["result"]["isError"]
    assert "core:README.md, shop:README.md" in told.text


def test_a_record_is_found_by_its_name_wherever_it_stands(both: ServedTeam) -> None:
    assert "Cache" in both.call(both.token(), "get_document", path="ADR-002").text


def test_a_document_that_is_nowhere_names_the_caller_s_repositories(both: ServedTeam) -> None:
    assert "Yours: core, shop." in both.call(both.token(), "get_document", path="docs/none.md").text
    one = both.call(both.token(), "get_document", path="READM.md", repo="shop").text
    assert "Nearest: README.md" in one


def test_decisions_of_each_repository_are_listed(both: ServedTeam) -> None:
    text = both.call(both.token(), "list_decisions").text
    assert "ADR-001 Queue" in text
    assert "ADR-002 Cache" in text
    assert "Cache" not in both.call(both.token(), "list_decisions", repo="shop").text


def test_the_state_counts_what_is_granted(both: ServedTeam) -> None:
    state = both.call(both.token(), "knowledge_status").json["result"]["structuredContent"]
    assert state["documents"] == 4
    assert state["embedded"] == 1.0
    assert state["at"].startswith("team acme · core @ ")


def test_a_file_called_as_the_settings_are_is_said_to_be_missing(both: ServedTeam) -> None:
    for path in (".pre-commit-config.yaml", "config.yaml", "src/ingestion.py"):
        assert f"No document '{path}' at shop @ " in both.call(both.token(), "get_document", path=f"shop:{path}").text


def test_a_document_of_a_repository_that_waits_names_all_that_is_granted(
    both: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]
) -> None:
    source = make_repo("chi")
    source.commit("begin", {"README.md": "# Chi\n"})
    make_mirror(source, both.team, "chi")
    told = both.call(both.token(), "get_document", path="chi:README.md").text
    assert told.startswith("No document 'README.md' in chi. Yours: chi, core, shop. ")
    assert told.endswith("Not indexed yet: chi.")
