"""Exports of format version 2, as a scrubjay wrote them whose home isn't opened any more."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay_exchange.importing.version_2 import of_version_2

WRITTEN = Path(__file__).parents[1] / "importing"
PROJECT, USER = WRITTEN / "version_2_project.jsonl", WRITTEN / "version_2_user.jsonl"


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:-1]]


def test_memories_of_a_project_are_checked_as_claims_since_the_file_names_no_project(ready: Any, trusted: Path) -> None:
    done = ready("import", str(PROJECT))
    assert (done.code, "2 stored" in done.out) == (0, True), done
    assert "Wet parcels are sorted twice." in ready("memories").out
    refused = ready("import", str(PROJECT), "--as-is")
    assert (refused.code, "of another project" in refused.err) == (2, True)


def test_the_users_own_memories_come_back_with_their_history(ready: Any, trusted: Path) -> None:
    assert ready("import", str(USER), "--as-is").code == 0
    (told,) = lines(USER)
    assert "I like short answers." in ready("provenance", told["memory"]["id"]).out


def test_a_place_that_said_the_same_makes_the_memory_quoted() -> None:
    quoted, said = (of_version_2(line)["validations"][0] for line in lines(PROJECT))
    assert (quoted["earned"], quoted["citations"][0]["whole"], quoted["citations"][0]["words"]) == (
        1, 1, "Vans leave at seven.",
    )  # fmt: skip
    assert (said["earned"], said["citations"]) == (3, [])


@pytest.mark.parametrize(
    ("change", "earned"),
    [
        ({"act": "typed at a terminal"}, 0),
        ({"act": "before grades, not proven"}, 1),
        ({"turn": json.dumps({"same": True})}, 0),
        ({"citations": [], "observation": json.dumps({"how": "shown", "words": "ok"})}, 2),
        ({"citations": [], "observation": json.dumps({"how": "ran", "words": "ok"})}, 3),
    ],
)
def test_a_validation_earns_what_the_migration_gives_it(change: dict[str, Any], earned: int) -> None:
    line = lines(PROJECT)[0]
    (check,) = of_version_2({**line, "validations": [line["validations"][0] | change]})["validations"]
    assert check["earned"] == earned


def test_what_is_no_line_of_an_export_is_left_for_its_reader_to_refuse() -> None:
    assert of_version_2({"memory": 3}) == {"memory": 3}
