"""`scrubjay quarantine` and `scrubjay blast`: a person decides, and both name memories by their ids alone."""

import json
from pathlib import Path

from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import documented, keys

CLAIM = "Vans leave at nine."


def remembered(ready: Scrubjay, claim: str = CLAIM) -> str:
    ready("remember", claim, "--json")
    (memory,) = json.loads(ready("memories", "--json").out)["memories"]
    return str(memory["id"])


def test_no_script_quarantines_anybody(ready: Scrubjay) -> None:
    remembered(ready)
    author = json.loads(ready("memories", "--json").out)["memories"][0]["author"]
    refused = ready("quarantine", author)
    assert refused.code == 2
    assert f"scrubjay quarantine {author}" in refused.err
    assert ready("quarantine", author, "--lift").code == 2
    assert CLAIM in ready("memories").out


def test_a_trusted_script_quarantines_an_author_and_lifts_it(ready: Scrubjay, trusted: Path) -> None:
    id = remembered(ready)
    author = json.loads(ready("memories", "--json").out)["memories"][0]["author"]
    done = ready("quarantine", author, "--reason", "it lies")
    assert (done.code, done.out.splitlines()[0]) == (0, f"{author} quarantined: 1 memory")
    assert CLAIM not in ready("memories").out + ready("search", "--kind", "memory").out
    assert "it lies" in ready("quarantine", "--list").out
    withheld = ready("provenance", id).out
    assert f"quarantined with {author}" in withheld
    assert CLAIM not in withheld
    blast = ready("blast", author)
    assert f"wrote: 1 memory: {id[:12]}" in blast.out
    assert CLAIM not in blast.out
    assert ready("quarantine", author, "--lift").out == f"{author} lifted: 1 memory\n"
    assert CLAIM in ready("memories").out
    assert ready("quarantine", "--list").out == "nobody is quarantined\n"


def test_a_name_must_be_somebodys(ready: Scrubjay, trusted: Path) -> None:
    assert ready("quarantine", "nobody-here").code == 1
    assert ready("blast", "nobody-here").code == 1
    assert ready("quarantine").code == 2
    assert ready("quarantine", "nobody-here", "--list").code == 2


def test_the_keys_are_those_of_the_reference(ready: Scrubjay, trusted: Path) -> None:
    remembered(ready)
    author = json.loads(ready("memories", "--json").out)["memories"][0]["author"]
    printed = {
        f"quarantine {author}": ready("quarantine", author, "--json").out,
        "quarantine --list": ready("quarantine", "--list", "--json").out,
        f"blast {author}": ready("blast", author, "--json").out,
    }
    for command, text in printed.items():
        shown = {key.partition("[]")[0].partition(".")[0] for key in keys(json.loads(text))}
        assert shown == {key.partition("[]")[0] for key in documented(command.replace(author, "WHO"))}, command
