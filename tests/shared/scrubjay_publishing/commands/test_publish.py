"""`scrubjay publish`: a person brings memories into git; agents and scripts are told the line to type."""

import json
import os
from pathlib import Path

import pytest

from tests import persons
from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import compare

pytestmark = pytest.mark.story

CLAIM = "Vans leave at nine."
BRANCH = "memory/vans-leave-at-nine"


@pytest.fixture
def told(ready: Scrubjay, by_hand: Scrubjay) -> str:
    """The id of a memory that a person told."""
    id = str(json.loads(by_hand("remember", CLAIM, "--json").out)["id"])
    by_hand.facts = type(by_hand.facts)()
    return id


def test_only_a_person_publishes(ready: Scrubjay, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for agent in (False, True):
        if agent:
            monkeypatch.setenv("CODEX_SANDBOX", "1")
        refused = ready("publish", told)
        assert refused.code == 2
        assert f"scrubjay publish {told}" in refused.err
        assert CLAIM not in refused.out + refused.err
    assert ready("publish", "--list").out == "nothing is published; `scrubjay publish ID` publishes a memory\n"


def test_a_person_sees_the_file_and_who_will_read_it_before_a_key(ready: Scrubjay, told: str, magpie: object) -> None:
    no = persons.scrubjay(ready.folder, os.environ, "publish", told[:8], keys=[(f"Commit this on {BRANCH}?", "n")])
    assert no.code == 1
    assert "Nothing was changed." in no.said
    yes = persons.scrubjay(ready.folder, os.environ, "publish", told[:8], keys=[(f"Commit this on {BRANCH}?", "y")])
    assert yes.code == 0, yes.said
    for shown in (CLAIM, f"id: {told}", "only who reads this clone sees", f"git merge --no-ff {BRANCH}"):
        assert shown in yes.said
    acts = ready("audit", "show", "--scope", "user", "--json").out
    assert '"publish"' in acts
    assert told in acts


def test_a_trusted_script_publishes_once_and_lists_it(
    ready: Scrubjay, trusted: Path, told: str, magpie: object
) -> None:
    planned = json.loads(ready("publish", told, "--dry-run", "--json").out)
    assert (planned["outcome"], planned["commit"], planned["branch"]) == ("planned", "", BRANCH)
    done = json.loads(printed := ready("publish", told, "--json").out)
    assert done["outcome"] == "published"
    compare("publish ID", printed)
    assert done["files"][0]["text"] == planned["files"][0]["text"]
    assert magpie.git("rev-parse", BRANCH) == done["commit"]  # type: ignore[attr-defined]
    again = json.loads(ready("publish", told, "--json").out)
    assert (again["outcome"], again["commit"]) == ("found", done["commit"])
    assert ready("publish", told, "--topic", "other").code == 1
    listed = ready("publish", "--list", "--json").out
    compare("publish --list", listed)
    (row,) = json.loads(listed)["publications"]
    assert "1 proposed and not merged" in ready("status").out
    assert (row["id"], row["branch"], row["commit"]) == (told, BRANCH, done["commit"])
    ready("forget", told, "--yes")
    (row,) = json.loads(ready("publish", "--list", "--json").out)["publications"]
    assert (row["id"], row["branch"], row["path"]) == (told, "", "")
    assert "vans" not in ready("publish", "--list").out


def test_a_proposal_is_updated_and_taken_back_by_a_person(ready: Scrubjay, trusted: Path, told: str) -> None:
    assert ready("publish", told).code == 0
    new = json.loads(ready("update", told, "Vans leave at ten.", "--json").out)["id"]
    assert ready("memories", "confirm", new).code == 0
    assert "1 of them changed here since" in ready("status").out
    assert "here since: --update or --withdraw" in ready("publish", "--list").out
    planned = ready("publish", told, "--update", "--dry-run")
    assert "Vans leave at ten." in planned.out, planned.err
    done = json.loads(ready("publish", new, "--update", "--json").out)
    assert (done["outcome"], [file["memory"] for file in done["files"]]) == ("published", [new])
    assert "changed here since" not in ready("status").out
    line = "Take it back? [y/n]"
    no = persons.scrubjay(ready.folder, os.environ, "publish", new, "--withdraw", keys=[(line, "n")])
    assert (no.code, "Nothing was changed." in no.said, "Vans leave at ten" in no.said) == (1, True, True)
    shown = json.loads(printed := ready("publish", new, "--withdraw", "--dry-run", "--json").out)
    compare("publish --withdraw ID", printed)
    assert (shown["outcome"], shown["branch"], shown["memories"]) == ("planned", BRANCH, [new])
    yes = persons.scrubjay(ready.folder, os.environ, "publish", new, "--withdraw", keys=[(line, "y")])
    assert (yes.code, f"withdrawn: {BRANCH}" in yes.said) == (0, True), yes.said
    assert ready("publish", "--list").out.startswith("nothing is published")
    assert '"withdraw"' in ready("audit", "show", "--scope", "user", "--json").out


def test_what_is_no_knowledge_is_not_published(ready: Scrubjay, trusted: Path) -> None:
    ready("remember", CLAIM)
    (memory,) = json.loads(ready("memories", "--json").out)["memories"]
    refused = ready("publish", memory["id"])
    assert refused.code == 1
    assert "is said by an agent" in refused.err
    assert "scrubjay memories confirm" in refused.err


def test_options_that_do_not_go_together_are_refused(ready: Scrubjay) -> None:
    for words in ((), ("abcdefab", "--list"), ("a" * 8, "b" * 8, "--renumber"), ("a" * 8, "--renumber", "--own"),
                  ("a" * 8, "--update", "--withdraw"), ("a" * 8, "b" * 8, "--update"), ("--withdraw",)):  # fmt: skip
        assert ready("publish", *words).code == 2


def test_what_is_quarantined_is_neither_published_nor_named(
    ready: Scrubjay, trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_THREAD_ID", "1")
    ready("remember", "Parcels are stored in SQLite, because one file is enough (ADR-0002).", "--kind", "fact")
    monkeypatch.delenv("CODEX_THREAD_ID")
    (memory,) = json.loads(ready("memories", "--json").out)["memories"]
    done = ready("publish", memory["id"])
    assert done.code == 0, (done.err, memory)
    assert ready("quarantine", "codex").code == 0
    assert ready("publish", memory["id"], "--dry-run").code == 1
    listed = ready("publish", "--list").out
    assert memory["id"][:12] in listed
    assert "sqlite" not in listed
