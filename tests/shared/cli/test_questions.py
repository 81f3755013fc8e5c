"""A question states nothing: it shows no grade anywhere, earns none by a source, and contradicts nothing."""

import json
from typing import Any

import pytest

pytestmark = pytest.mark.story

DECIDED = "docs/decisions/0002-use-sqlite.md"
WHERE = f"Are parcels stored in SQLite ({DECIDED}:11)?"


def asked(ready: Any, content: str) -> dict[str, Any]:
    done = ready("remember", content, "--json")
    assert done.code == 0, done
    return dict(json.loads(done.out))


def test_it_is_kept_without_a_grade_and_says_what_becomes_of_it(ready: Any) -> None:
    told = asked(ready, WHERE)
    assert (told["outcome"], told["grade"], told["grounds"], told["add"]) == ("stored", "", [], "")
    assert "stays open" in told["why"]
    again = asked(ready, WHERE)
    assert (again["outcome"], again["grade"], again["id"]) == ("known", "", told["id"])


def test_no_list_search_or_chain_shows_one(ready: Any, by_hand: Any) -> None:
    for ask, content in ((ready, WHERE), (by_hand, "Who empties the parcel locker on Sundays?")):
        told = asked(ask, content)
        (row,) = [one for one in json.loads(ready("memories", "--json").out)["memories"] if one["id"] == told["id"]]
        assert (row["kind"], row["grade"]) == ("question", "")
        chain = json.loads(ready("provenance", told["id"], "--json").out)
        assert chain["now"]["grade"] == ""
        assert all(one["grade"] is None for one in chain["validations"])
        assert ": said by" not in ready("provenance", told["id"]).out
        found = json.loads(ready("search", content, "--kind", "memory", "--json").out)
        assert [hit["grade"] for hit in found["memories"] if hit["id"] == told["id"]] == [""]
    assert not json.loads(ready("memories", "--grade", "told", "--grade", "said", "--json").out)["memories"]


def test_it_contradicts_nothing_and_no_statement_is_known_by_it_or_near_it(
    ready: Any, by_hand: Any, monkeypatch: Any
) -> None:
    asked(by_hand, "Magpie's locker holds 30 parcels.")
    told = asked(ready, "Does Magpie's locker hold 40 parcels?")
    assert not json.loads(ready("provenance", told["id"], "--json").out)["memory"]["contradicts"]
    monkeypatch.setenv("CLAUDECODE", "1")
    answer = asked(ready, "Magpie's locker does hold 40 parcels.")
    assert answer["outcome"] == "stored"
    assert told["id"][:12] not in str(answer["near"])


def test_no_agent_ends_what_a_person_asked(ready: Any, by_hand: Any, monkeypatch: Any) -> None:
    told = asked(by_hand, "Who empties the parcel locker on Sundays?")
    monkeypatch.setenv("CLAUDECODE", "1")
    answer = ready("remember", "Nobody empties the locker on Sundays.", "--supersedes", told["id"], "--json")
    assert json.loads(answer.out)["outcome"] == "held"
