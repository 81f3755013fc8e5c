"""Whoever types a name gets first what is called so; whoever types one that nothing has is told that it is unknown."""

import json

import pytest

from tests.behaviour.prepared import TOP
from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo

RECORD = "# 12. Weigh parcels twice\n\n* Status: accepted\n* Date: 2026-01-02\n\nA scale may lie.\n"


@pytest.fixture(scope="module")
def shop(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A clone of acme/shop with a record 12 and, about something else, a request 12; its commits are read."""
    folder = tmp_path_factory.mktemp("names")
    own = {"SCRUBJAY_HOME": str(folder / "home"), "SCRUBJAY_EMBEDDING_PROVIDER": "none", "PYTHONPATH": str(TOP)}
    repo = Repo(folder / "repo", {**_environment, **own})
    repo.path.mkdir()
    repo.git("init", "-q")
    repo.git("remote", "add", "origin", "https://github.com/acme/shop.git")
    repo.commit("Decide", {"docs/adr/0012-weigh-twice.md": RECORD, "docs/belt.md": "# Belt\n\nIt runs at night.\n"})
    repo.commit("Dry the belt (#12)", {"belt.txt": "dry"})
    scrubjay(repo, "init", "--yes")
    scrubjay(repo, "ingest")
    quiet(repo)
    return repo


@pytest.mark.parametrize(
    "name", ["#12", "GH-12", "PR 12", "acme/shop#12", "https://github.com/acme/shop/pull/12", "what does #12 change?"]
)
def test_a_number_begins_the_answer_with_its_commit_in_every_spelling(shop: Repo, name: str) -> None:
    answer = json.loads(scrubjay(shop, "search", "--json", name))
    assert answer["results"][0]["title"] == "Dry the belt (#12)"
    assert answer["fit"] == "good"


@pytest.mark.parametrize("name", ["ADR-12", "adr 0012", "record 12", "docs/adr/0012-weigh-twice.md"])
def test_a_record_begins_the_answer_in_every_spelling(shop: Repo, name: str) -> None:
    answer = json.loads(scrubjay(shop, "search", "--json", name))
    assert answer["results"][0]["path"] == "docs/adr/0012-weigh-twice.md"


@pytest.mark.parametrize("name", ["#13", "other/shop#12", "deadbe1", "ADR-13", "docs/belts.md", "weigh_twice"])
def test_an_unknown_name_is_said_to_be_unknown_and_nothing_fits(shop: Repo, name: str) -> None:
    said = scrubjay(shop, "search", name, code=1)
    assert "nothing here is called" in said.split("\n")[0]


def test_an_unknown_number_brings_nothing_of_one_kind_either(shop: Repo) -> None:
    answer = json.loads(scrubjay(shop, "search", "--json", "--kind", "commit", "#13", code=1))
    assert (answer["results"], answer["fit"]) == ([], "nothing")
