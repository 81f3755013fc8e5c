"""`scrubjay quarantine` and `scrubjay blast`: a person decides, and both name memories by their ids alone."""

import json
from pathlib import Path

import pytest

from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import documented, keys

pytestmark = pytest.mark.story

CLAIM = "Vans leave at nine."


AUTHOR = "codex"


@pytest.fixture(autouse=True)
def written(ready: Scrubjay, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a memory that an agent wrote at the command line."""
    monkeypatch.setenv("CODEX_THREAD_ID", "1")
    ready("remember", CLAIM)
    monkeypatch.delenv("CODEX_THREAD_ID")
    (memory,) = json.loads(ready("memories", "--json").out)["memories"]
    assert memory["agent"] == AUTHOR
    return str(memory["id"])


def test_no_script_quarantines_anybody(ready: Scrubjay) -> None:
    refused = ready("quarantine", AUTHOR)
    assert refused.code == 2
    assert f"scrubjay quarantine {AUTHOR}" in refused.err
    assert ready("quarantine", AUTHOR, "--lift").code == 2
    assert CLAIM in ready("memories").out


def test_a_trusted_script_quarantines_an_author_and_lifts_it(ready: Scrubjay, trusted: Path, written: str) -> None:
    done = ready("quarantine", AUTHOR, "--reason", "it lies")
    assert (done.code, done.out.splitlines()[0]) == (0, f"{AUTHOR} quarantined: 1 memory")
    assert CLAIM not in ready("memories").out + ready("search", "--kind", "memory").out
    assert "it lies" in ready("quarantine", "--list").out
    withheld = ready("provenance", written).out
    assert f"quarantined with {AUTHOR}" in withheld
    assert CLAIM not in withheld
    blast = ready("blast", AUTHOR)
    assert f"wrote: 1 memory: {written[:12]}" in blast.out
    assert CLAIM not in blast.out
    assert ready("quarantine", AUTHOR, "--lift").out == f"{AUTHOR} lifted: 1 memory\n"
    assert CLAIM in ready("memories").out
    assert ready("quarantine", "--list").out == "nobody is quarantined\n"


def test_a_name_must_be_somebodys(ready: Scrubjay, trusted: Path) -> None:
    assert ready("quarantine", "nobody-here").code == 1
    assert ready("blast", "nobody-here").code == 1
    assert ready("quarantine").code == 2
    assert ready("quarantine", "nobody-here", "--list").code == 2


def test_the_user_of_the_home_is_not_one_author_among_others(ready: Scrubjay, trusted: Path) -> None:
    author = json.loads(ready("memories", "--json").out)["memories"][0]["author"]
    refused = ready("quarantine", author)
    assert refused.code == 2
    assert "scrubjay agents" in refused.err
    assert ready("remember", "Vans are red.").code == 0


def test_a_lift_of_nobody_asks_nothing(ready: Scrubjay, trusted: Path) -> None:
    refused = ready("quarantine", AUTHOR, "--lift")
    assert (refused.code, refused.out) == (1, "")
    assert "is quarantined" in refused.err


def test_the_keys_are_those_of_the_reference(ready: Scrubjay, trusted: Path) -> None:
    printed = {
        f"quarantine {AUTHOR}": ready("quarantine", AUTHOR, "--json").out,
        "quarantine --list": ready("quarantine", "--list", "--json").out,
        f"blast {AUTHOR}": ready("blast", AUTHOR, "--json").out,
    }
    for command, text in printed.items():
        shown = {key.partition("[]")[0].partition(".")[0] for key in keys(json.loads(text))}
        assert shown == {key.partition("[]")[0] for key in documented(command.replace(AUTHOR, "WHO"))}, command
