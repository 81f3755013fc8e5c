"""`scrubjay story`: told to a person, to a script, and where nothing is known."""

import json

from tests.shared.cli.conftest import Scrubjay


def test_a_story_is_told_with_its_sources(ready: Scrubjay) -> None:
    assert ready("ingest").code == 0
    told = ready("story", "start", "--json")
    assert told.code == 0
    events = json.loads(told.out)["events"]
    assert events
    assert all(event["date"] and event["source"] for event in events)
    assert events[0]["what"].split(";")[0] in ready("story", "start").out


def test_before_the_commits_are_indexed_that_is_said(ready: Scrubjay) -> None:
    woken = ready.woken
    told = ready("story", "start")
    assert told.code == 1
    assert "not indexed yet: " in told.out
    assert ready.woken > woken


def test_where_nothing_is_known_that_is_said_and_the_exit_code_is_1(ready: Scrubjay) -> None:
    assert ready("ingest").code == 0
    told = ready("story", "sourdough", "bread")
    assert told.code == 1
    assert "Nothing fits 'sourdough bread'." in told.out
    assert json.loads(ready("story", "zzzqqq", "--json").out)["events"] == []


def test_a_topic_without_a_word_is_a_mistake(ready: Scrubjay) -> None:
    assert ready("story", "???").code == 2
