"""`scrubjay pool`: people share memories as agents do."""

import json

import pytest

from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import compare

pytestmark = pytest.mark.story

CLAIM = "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md)."


@pytest.fixture
def person(ready: Scrubjay, by_hand: Scrubjay) -> Scrubjay:
    """A person in a repository that is set up."""
    return by_hand


def test_a_person_makes_a_pool_shares_a_memory_and_reads_it(person: Scrubjay) -> None:
    memory = json.loads(person("remember", CLAIM, "--json").out)["id"]
    assert "pool backend created" in person("pool", "create", "backend").out
    assert person("pool", "share", "backend", memory[:12]).out == (
        f"memory {memory[:12]} is shared in backend at scope project\n"
    )
    assert CLAIM in person("pool", "query", "backend").out
    assert CLAIM in person("pool", "query", "backend", "where are parcels stored").out
    assert "in pool backend" in person("search", "parcels stored", "--kind", "memory").out
    assert "admin" in person("pool", "list").out
    assert person("pool", "leave", "backend").out == "left pool backend\n"
    assert person("pool", "list").out.startswith("no pools")


def test_the_keys_of_each_answer_are_those_of_the_reference(person: Scrubjay) -> None:
    memory = json.loads(person("remember", CLAIM, "--json").out)["id"]
    for words in (
        ("create", "backend"), ("list",), ("join", "backend", "--permission", "write"), ("share", "backend", memory),
        ("query", "backend"), ("leave", "backend"),
    ):  # fmt: skip
        answer = person("pool", *words, "--json")
        assert answer.code == 0, answer.err
        if words[0] == "query":
            assert list(json.loads(answer.out)) == ["pool", "cut", "count", "memories"]
        elif words[0] == "share":
            assert list(json.loads(answer.out)) == ["memory", "scope", "pool", "others"]
        else:
            compare(f"pool {words[0]}", answer.out)


def test_an_empty_pool_and_one_that_is_not_there_are_told_apart(person: Scrubjay) -> None:
    person("pool", "create", "backend", "--scope", "team")
    empty = person("pool", "query", "backend")
    assert (empty.code, empty.out) == (1, "nothing in this pool fits, as far as HEAD shows it\n")
    gone = person("pool", "query", "frontend")
    assert gone.code == 1
    assert "No pool of yours is called 'frontend'" in gone.err


def test_the_outer_scopes_say_that_one_home_has_no_team(person: Scrubjay) -> None:
    assert "its scope team reaches as user does" in person("pool", "create", "all", "--scope", "team").out


def test_a_script_makes_no_pool_unless_the_user_trusts_scripts(ready: Scrubjay) -> None:
    refused = ready("pool", "create", "backend")
    assert refused.code == 1
    assert "POOL_MANAGE" in refused.err


def test_a_trusted_script_acts_as_its_user(trusted: object, ready: Scrubjay) -> None:
    assert ready("pool", "create", "backend").code == 0
