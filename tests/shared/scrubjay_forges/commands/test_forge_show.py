"""`scrubjay forge show` prints one discussion; `search --kind issue` and every answer's last part find them."""

import json
from pathlib import Path

import pytest

from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import compare
from tests.shared.scrubjay_forges.commands.test_forge import brings, file, imported

pytestmark = pytest.mark.story

__all__ = ["brings", "file"]


@pytest.fixture
def kept(brings: Scrubjay, file: Path) -> Scrubjay:
    """The command line of a project with discussions."""
    assert imported(brings, file).code == 0
    return brings


def test_a_discussion_is_shown_by_its_number(kept: Scrubjay) -> None:
    for name in ("#3", "3", "GH-3", "magpie/magpie#3"):
        assert "magpie/magpie#3" in kept("forge", "show", name).out


def test_its_keys_are_those_of_the_reference(kept: Scrubjay) -> None:
    compare("forge show '#12'", kept("forge", "show", "#3", "--json").out)


def test_what_is_not_kept_is_an_error_with_the_next_command(kept: Scrubjay, ready: Scrubjay) -> None:
    done = kept("forge", "show", "#4711")
    assert (done.code, "`scrubjay forge sync`" in done.err) == (1, True)
    assert "names no discussion" in kept("forge", "show", "parcels").err


def test_a_search_names_the_kind(kept: Scrubjay) -> None:
    kinds = ("--kind", "issue", "--kind", "pull_request")
    found = json.loads(kept("search", "belt", *kinds, "--json").out)
    assert {result["kind"] for result in found["results"]} <= {"issue", "pull_request"}
    assert found["results"][0]["discussion"].startswith("magpie/magpie#")
