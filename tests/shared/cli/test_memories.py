"""remember, update, provenance, forget, rot: a script, a person at the keyboard, and an agent in its shell."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import persons

CITED = "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md:11)."


def kept(ready: Any, content: str, *more: str) -> str:
    """Remember something, which must be stored; returns its id."""
    done = ready("remember", content, "--json", *more)
    told = json.loads(done.out)
    assert (done.code, told["outcome"]) == (0, "stored"), done
    return str(told["id"])


@pytest.fixture
def as_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")


WRONG = [
    (["remember", ""], 2, "content is empty"),
    (["remember", "x" * 10_001], 2, "10,000 characters"),
    (["remember", "One door.", "--kind", "gossip"], 2, "kind 'gossip' is unknown"),
    (["remember", "One door.", "--scope", "world"], 2, "scope 'world' is unknown"),
    (["remember", "One door.", "--how", "guess"], 2, "--how 'guess' is unknown"),
    (["remember", "One door.", "--valid-until", "soon"], 2, "is no date"),
    (["remember", "One door.", "--supersedes", "deadbeef"], 1, "No project memory is called 'deadbeef'"),
    (["update", "deadbeef", "Two doors."], 1, "memory is called 'deadbeef'"),
    (["update", "deadbeef", "Two doors.", "--how", "merge"], 2, "--how 'merge' is unknown"),
    (["update", "deadbeef"], 2, "Missing argument"),
    (["update", "deadbeef", "It is gone.", "--how", "invalidate"], 1, "No project or user memory is called"),
    (["update", "deadbeef", " ", "--how", "retract"], 2, "Give the reason"),
    (["provenance", "deadbeef"], 1, "memory is called 'deadbeef'"),
    (["provenance", "' OR 1=1 --"], 1, "memory is called"),
    (["forget", "deadbeef", "--yes"], 1, "memory is called 'deadbeef'"),
    (["forget"], 2, "Name what to delete"),
    (["review", "show", "deadbeef"], 1, "memory is called 'deadbeef'"),
    (["review", "approve"], 2, "--all"),
    (["remember", "One door.", "--tag", "two words"], 2, "can't be kept"),
    (["review", "history", "--limit", "0"], 2, "--limit"),
    (["audit", "show", "--memory", "deadbeef"], 1, "memory is called 'deadbeef'"),
    (["audit", "show", "--scope", "world"], 2, "scope 'world' is unknown"),
    (["audit", "verify", "--scope", "world"], 2, "scope 'world' is unknown"),
    (["checkpoint", "restore", "none"], 2, "Only a person"),
    (["checkpoint", "create", ""], 2, "name"),
    (["checkpoint", "create", "x" * 101], 2, "100 characters"),
    (["export", "--scope", "world"], 2, "scope 'world' is unknown"),
    (["export", "no/such/folder/file"], 2, "there is no folder"),
    (["import", "no-such-file"], 2, "no-such-file doesn't exist"),
    (["import"], 2, "Missing argument"),
    (["rot", "more"], 2, "unexpected extra argument"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), WRONG, ids=[" ".join(one[0])[:30] for one in WRONG])
def test_bad_input_is_named_with_its_exit_code_and_changes_nothing(
    settled: Any, arguments: list[str], code: int, said: str
) -> None:
    done = settled(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert "unexpected error" not in done.err
    assert json.loads(settled("audit", "show", "--json").out)["records"] == []


@pytest.mark.parametrize(
    "command",
    ["remember", "update", "provenance", "forget", "export", "import", "rot", "review", "review list", "review show",
     "review approve", "review edit", "review reject", "review merge", "review history", "checkpoint create",
     "checkpoint list", "checkpoint restore", "audit show", "audit verify"],
)  # fmt: skip
def test_help_says_what_it_is_for_and_offers_json(settled: Any, command: str) -> None:
    done = settled(*command.split(), "--help")
    assert done.code == 0
    assert "--json" in done.out
    assert done.err == ""


def test_an_update_supersedes_corrects_or_extends(ready: Any) -> None:
    door = kept(ready, "The shop has one door.")
    assert "stored" in ready("update", door[:8], "The shop has two doors.").out
    (two,) = [one for one in current(ready) if "two doors" in one]
    assert two == "The shop has two doors."
    again = ready("update", door, "The shop has three doors.")
    assert (again.code, "it is superseded" in again.err) == (1, True)
    lamp = kept(ready, "The lamp is green.")
    longer = json.loads(ready("update", lamp, "It hangs in the hall.", "--how", "extend", "--json").out)
    assert longer["outcome"] == "stored"
    assert "The lamp is green.\nIt hangs in the hall." in current(ready)
    assert json.loads(ready("update", longer["id"], "The lamp is red.", "--how", "correct", "--json").out)["id"]
    assert "The lamp is red." in current(ready)
    assert len(current(ready)) == 2


@pytest.mark.parametrize(("how", "status"), [("invalidate", "expired"), ("retract", "retracted")])
def test_a_memory_can_be_ended_with_a_reason_and_without_a_successor(ready: Any, how: str, status: str) -> None:
    door = kept(ready, "The shop has one door.")
    told = json.loads(ready("update", door[:8], "The shop was torn down.", "--how", how, "--json").out)
    assert (told["id"], told["reason"]) == (door, "The shop was torn down.")
    assert current(ready) == []
    chain = json.loads(ready("provenance", door, "--json").out)
    assert (chain["beliefs"][-1]["status"], chain["beliefs"][-1]["reason"]) == (status, "The shop was torn down.")
    assert ready("update", door, "Once more.", "--how", how).code == 1


def test_what_an_agent_said_is_told_once_the_user_says_it(
    ready: Any, by_hand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    lamps = "I like green lamps"
    id = kept(by_hand, lamps)
    assert json.loads(by_hand("remember", lamps, "--json").out)["grade"] == "said", "an agent confirms nothing"
    monkeypatch.delenv("CLAUDECODE")
    again = json.loads(by_hand("remember", lamps, "--json").out)
    assert (again["outcome"], again["grade"], again["id"]) == ("known", "told", id)


def test_a_key_that_was_used_says_so_and_asks_for_nothing(ready: Any) -> None:
    door = kept(ready, "The shop has one door.", "--key", "door")
    again = json.loads(ready("remember", "The shop has 2 doors.", "--key", "door", "--json").out)
    assert (again["outcome"], again["id"], again["add"]) == ("known", door, "")
    assert "key was used before" in again["why"]


def test_the_kind_that_the_wording_shows_is_said_and_can_be_corrected(ready: Any) -> None:
    told = json.loads(ready("remember", "We decided to keep parcels in SQLite for the winter.", "--json").out)
    assert "(kind: decision, by its wording)" in told["why"]
    fixed = json.loads(
        ready("update", told["id"], "We decided to keep parcels in SQLite for the winter.", "--kind", "fact",
              "--how", "correct", "--tag", "Storage", "--json").out
    )  # fmt: skip
    assert fixed["outcome"] == "stored"
    memory = json.loads(ready("provenance", fixed["id"], "--json").out)["memory"]
    assert (memory["kind"], memory["tags"]) == ("fact", ["storage"])


ENDING = [
    ["update", "{}", "No more.", "--how", "invalidate"], ["update", "{}", "Never.", "--how", "retract"],
    ["forget", "{}", "--yes"],
]  # fmt: skip
PROPOSING = [["update", "{}", "The shop has 2 doors.", "--how", how] for how in ("supersede", "correct")] + [
    ["update", "{}", "It is red.", "--how", "extend"], ["remember", "The shop has 2 doors.", "--supersedes", "{}"],
    ["update", "{}", "The shop has one door.", "--kind", "question"],
    ["update", "{}", "The shop has one door.", "--tag", "shop"],
    ["update", "{}", "The shop has one door.", "--valid-until", "2099-01-01"],
]  # fmt: skip


@pytest.mark.parametrize("agent", [False, True], ids=["script", "agent"])
@pytest.mark.parametrize("words", [*ENDING, *PROPOSING], ids=" ".join)
def test_what_a_person_told_no_agent_and_no_script_ends(
    ready: Any, by_hand: Any, monkeypatch: pytest.MonkeyPatch, words: list[str], agent: bool
) -> None:
    door = kept(by_hand, "The shop has one door.")
    by_hand.facts = replace(by_hand.facts, terminal=False)
    if agent:
        monkeypatch.setenv("CLAUDECODE", "1")
        monkeypatch.setenv("SCRUBJAY_TRUST_SCRIPTS", "true")
    done = ready(*(word.format(door) for word in words))
    assert current(ready) == ["The shop has one door."]
    if words in ENDING:
        assert (done.code, done.out) == (2, "")
        assert f"scrubjay {words[0]} {door[:12]}" in done.err
    else:
        assert (done.code, done.out.split()[0].rstrip(":")) == (1, "held")


def test_a_script_that_the_users_file_trusts_may_and_is_audited_as_one(
    ready: Any, by_hand: Any, trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = kept(by_hand, "The shop has one door.")
    by_hand.facts = replace(by_hand.facts, terminal=False)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert ready("forget", door, "--yes").code == 2, "never an agent"
    monkeypatch.delenv("CLAUDECODE")
    assert ready("forget", door, "--yes").code == 0
    records = json.loads(ready("audit", "show", "--scope", "user", "--json").out)["records"]
    acts = [(one["action"], one["metadata"]["by"]) for one in records if one["event"] == "ACT"]
    assert acts == [("forget", "script"), ("remember", "person"), ("settings set", "person")]
    assert json.loads(ready("remember", "The lamp is green.", "--json").out)["grade"] == "said"


def test_a_person_is_asked_before_what_was_told_changes(ready: Any, by_hand: Any) -> None:
    door = kept(by_hand, "The shop has one door.")
    change = ("update", door, "The shop has 2 doors.")
    no = persons.scrubjay(ready.folder, os.environ, *change, keys=[("Change it?", "n")])
    assert (no.code, "(told) fact: The shop has one door." in no.said) == (1, True)
    assert current(ready) == ["The shop has one door."]
    assert persons.scrubjay(ready.folder, os.environ, *change, keys=[("Change it?", "y")]).code == 0
    assert current(ready) == ["The shop has 2 doors."]


def test_a_citation_that_isnt_there_is_said_and_asked_about_and_stays_marked(ready: Any) -> None:
    claim = "Owls live in shop/_nonexisting.py:12"
    said = ("remember", claim)
    no = persons.scrubjay(ready.folder, os.environ, *said, keys=[("with the grade told?", "n")])
    assert (no.code, "It names a place that isn't there: shop/_nonexisting.py:12" in no.said) == (1, True)
    assert current(ready) == []
    yes = persons.scrubjay(ready.folder, os.environ, *said, "--json", keys=[("with the grade told?", "y")])
    assert '"grade":"told"' in yes.said.replace(" ", "")
    done = ready("rot")
    assert (done.code, "shop/_nonexisting.py:12 isn't there" in done.out) == (1, True)


def test_in_an_editors_terminal_remember_waits_for_a_key(ready: Any) -> None:
    environment = {**os.environ, "VSCODE_INJECTION": "1"}
    said = ("remember", "The shop has one door.")
    no = persons.scrubjay(ready.folder, environment, *said, keys=[("with the grade told?", "n")])
    assert (no.code, "inside an editor" in no.said) == (1, True)
    assert persons.scrubjay(ready.folder, environment, *said, keys=[("with the grade told?", "y")]).code == 0
    assert persons.scrubjay(ready.folder, os.environ, "remember", "The lamp is green.", keys=[]).code == 0
    assert len(current(ready)) == 2


def current(ready: Any) -> list[str]:
    lines = [json.loads(line) for line in ready("export").out.splitlines()]
    return [one["memory"]["content"] for one in lines if "memory" in one and one["beliefs"][-1]["status"] == "active"]


def test_the_chain_behind_a_memory_is_told(ready: Any) -> None:
    old = kept(ready, CITED)
    new = json.loads(ready("update", old, "Letters lie in a drawer.", "--json").out)["id"]
    shown = ready("provenance", old[:10])
    assert shown.code == 0
    for part in ("superseded", "docs/decisions/0002-use-sqlite.md", f"{new} takes its place"):
        assert part in shown.out
    known = json.loads(ready("provenance", new, "--json").out)
    assert known["memory"]["content"] == "Letters lie in a drawer."
    assert [one["grade"] for one in known["validations"]] == ["said"]
    assert known["now"]["grounds"] == []
    assert known["older"] == [[old, "supersede"]]


def test_forgetting_asks_and_then_leaves_a_tombstone(ready: Any) -> None:
    door = kept(ready, "The shop has one door.")
    refused = ready("forget", door)
    assert (refused.code, "--yes" in refused.err) == (2, True)
    done = json.loads(ready("forget", door, "--yes", "--json").out)
    (forgotten,) = done["forgotten"]
    assert (forgotten["memory"], forgotten["clean"], forgotten["replaced_by"]) == (door, True, [])
    assert forgotten["traces"]["found"] == []
    assert "deleted" in ready("provenance", door).out
    assert "one door" not in ready("export").out
    assert ready("search", "door", "--kind", "memory").code == 1


def test_rot_ends_with_1_and_sees_the_users_own_memories_too(ready: Any, magpie: Any, make_repo: Any) -> None:
    mine = kept(ready, CITED, "--scope", "user", "--kind", "procedure")
    ours = kept(ready, CITED)
    assert (ready("rot").code, json.loads(ready("rot", "--json").out)["count"]) == (0, 0)
    other = make_repo("other")
    other.commit("start", files={"a.md": "# A\n"})
    magpie.write("docs/decisions/0002-use-sqlite.md", "# Use SQLite\n\n## Status\n\nAccepted\n")
    magpie.git("commit", "-q", "-am", "shorten")
    done = ready("rot")
    assert done.code == 1
    assert done.out.startswith("2 memories with a source that changed, fell or never was there")
    assert f"- {mine[:12]} your own procedure: Parcels" in done.out
    assert f"- {ours[:12]} fact: Parcels" in done.out
    found = json.loads(ready("rot", "--json").out)
    assert {one["scope"] for one in found["memories"]} == {"user", "project"}
    elsewhere = ready.at(other.path)
    assert elsewhere("init", "--yes").code == 0
    assert elsewhere("rot").code == 0, "what another repository's documents say isn't gone here"
    found = elsewhere("search", "parcels", "--kind", "memory")
    assert "Parcels are stored" in found.out
    assert "gone" not in found.out


def test_reading_ones_own_memories_in_a_project_is_in_the_audit(ready: Any, by_hand: Any) -> None:
    mine = kept(ready, "Ada likes tabs.", "--scope", "user", "--kind", "preference")
    ready("search", "tabs", "--kind", "memory")
    records = json.loads(ready("audit", "show", "--scope", "user", "--json").out)["records"]
    (read,) = [one for one in records if one["event"] == "CROSS_SCOPE_READ"]
    assert read["metadata"]["memories"] == mine[:12]
    assert ready("audit", "verify", "--scope", "user").code == 0


def test_an_agent_in_its_shell_is_an_agent_whatever_it_says(ready: Any, as_agent: None) -> None:
    told = json.loads(ready("remember", "The user wants deploys on Fridays.", "--json").out)
    assert (told["outcome"], told["grade"]) == ("stored", "said")
    assert ready("update", told["id"], "The user wants deploys on Mondays.").code == 0, "its own word it may change"


def test_a_list_of_days_of_which_there_is_no_memory_shows_those_of_other_days(ready: Any) -> None:
    id = kept(ready, CITED)
    done = ready("memories", "--since", "2099-01-01")
    assert done.code == 1
    none, other, line = done.out.splitlines()
    assert (none, other, line[:14]) == ("no memory matches", "of other days:", f"- {id[:12]}")
    assert json.loads(ready("memories", "--since", "2099-01-01", "--json").out)["memories"] == []
