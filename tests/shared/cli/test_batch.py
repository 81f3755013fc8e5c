"""`scrubjay search --batch`: one answer a line, further wordings, and keys that aren't known."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.everyday.questions import AskedLine, question
from tests.shared.cli.test_asking import SHOWN, quietly


def test_a_batch_answers_each_line_in_order_and_a_blank_line_with_nothing(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "queries.txt"
    file.write_text('SQLite\n\nparcels "quoted" AND OR NEAR(\nzzzznothing', encoding="utf-8")
    done = ready("search", "--json", "--batch", str(file))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0
    assert [answer["query"] for answer in answers] == ["SQLite", "", 'parcels "quoted" AND OR NEAR(', "zzzznothing"]
    assert [bool(answer["results"]) for answer in answers] == [True, False, True, False]
    assert all(set(answer) == SHOWN for answer in answers)


def test_a_line_of_a_batch_may_ask_in_further_wordings(ready: Any, magpie: Any, tmp_path: Path) -> None:
    quietly(magpie, "Describe owls", owls="# Owls\n\nWhich barns owls nest in.\n")
    ready("ingest")
    file = tmp_path / "queries.txt"
    lines: list[object] = [
        {"query": "parcels stored", "also_ask": ["nest of owls"]},
        {"query": "SQLite", "also_ask": []},
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = ready("search", "--batch", str(file))
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert done.code == 0
    assert (first["also_ask"], second["also_ask"]) == (["nest of owls"], [])
    assert "owls.md" in {hit["path"] for hit in first["results"]}


@pytest.mark.parametrize(
    ("more", "kind", "said"),
    [
        (
            {"limit": 3},
            (),
            'Line 2 of the batch: it has the key "limit", which isn\'t known. A line takes query and also_ask;',
        ),
        ({"also-ask": ["x"]}, (), 'the key "also-ask", which isn\'t known'),
        ({"also_ask": "x"}, (), "Line 2 of the batch: also_ask takes a list of texts"),
        ({"also_ask": ["x", 3]}, (), "Line 2 of the batch: also_ask takes a list of texts"),
        (
            {"also_ask": ["x"]},
            ("--kind", "conversation"),
            'the key "also_ask", which isn\'t known. A line takes query;',
        ),
    ],
)
def test_a_wrong_key_of_a_line_is_an_error_and_the_other_lines_are_answered(
    ready: Any, tmp_path: Path, more: dict[str, object], kind: tuple[str, ...], said: str
) -> None:
    file = tmp_path / "queries.txt"
    file.write_text(f"SQLite\n{json.dumps({'query': 'SQLite', **more})}\nSQLite", encoding="utf-8")
    done = ready("search", *kind, "--batch", str(file))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, len(answers)) == (2, 3)
    assert said in done.err
    assert said in answers[1]["degraded"][0]
    assert not answers[1]["results"]
    assert answers[0]["results"] == answers[2]["results"]
    assert not any(said in text for answer in (answers[0], answers[2]) for text in answer["degraded"])


def test_further_wordings_of_a_line_that_cant_be_asked_say_why_in_their_place(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "queries.txt"
    file.write_text(json.dumps({"query": "SQLite", "also_ask": list("abcde")}) + "\nSQLite", encoding="utf-8")
    done = ready("search", "--batch", str(file))
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert first["degraded"][0].startswith("Line 1 of the batch: A question takes at most 4 further phrasings")
    assert (done.code, first["query"], bool(second["results"])) == (2, "SQLite", True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"query": 5}', "query takes a text"),
        ('{"query": null}', "query takes a text"),
        ('{"also_ask": ["parcels"]}', "query takes a text"),
        ("{}", "query takes a text"),
        ('{"query": "SQLite"', "isn't valid JSON"),
        ('{"query": "SQLite"} trailing', "isn't valid JSON"),
        ("{tools}", "isn't valid JSON"),
        ('{"query": " ", "also_ask": ["parcels"]}', "query is empty"),
        ('{"query": "SQLite", "also_ask": [" "]}', "Further phrasing 1 is empty"),
        ("since:", "needs a value"),
    ],
)
def test_a_line_that_cant_be_asked_is_named_by_its_number_and_the_others_are_answered(
    ready: Any, tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "queries.txt"
    file.write_text(f"SQLite\n{line}\n\nSQLite", encoding="utf-8")
    done = ready("search", "--batch", str(file))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, [bool(answer["results"]) for answer in answers]) == (2, [True, False, False, True])
    (why,) = answers[1]["degraded"]
    assert why.startswith("Line 2 of the batch: ")
    assert said in why
    assert done.err.strip() == f"error: {why}"


@pytest.mark.parametrize("line", ["null", "true", "5", '["tools"]', '"tools"', '"a" and "b"', "a {b}"])
def test_a_line_that_begins_with_no_brace_is_words(line: str) -> None:
    assert question(line) == AskedLine(line)
