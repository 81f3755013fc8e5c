"""Questions about discussions are asked by the product's own path: by kind, and of what follows unasked."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay_bench.bench import BenchOptions, measure
from scrubjay_bench.indexes import UNASKED
from scrubjay_bench.labelled import find_sets
from scrubjay_bench.labelled.conversations import discussions
from scrubjay_bench.metrics import recall_of_possible
from scrubjay_bench.runner import PLAIN, arms
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_bench.conftest import Configured, silent

REPOSITORY = "magpie/magpie"


def issue(number: int, title: str, body: str) -> dict[str, Any]:
    """An issue as an archive holds it."""
    at = {"createdAt": "2026-01-02T10:00:00Z", "updatedAt": "2026-01-02T10:00:00Z"}
    return {
        "number": number, "id": f"I_{number}", "title": title, "state": "OPEN", "author": "ann", "labels": [],
        "authorAssociation": "MEMBER", "body": body, "comments": [], "closedAt": None, **at,
    }  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two questions about one repository; one about another, whose archive isn't there, and a file that is none."""
    archive = {
        "magic": "E!vIA5L86J2I", "timestamp": "2026-11-20T14:10:00+00:00", "repo": REPOSITORY, "labels": [],
        "issues": [issue(1, "Belt", "The belt runs twice for wet parcels."), issue(2, "Owls", "Owls sleep by day.")],
        "pulls": [],
    }  # fmt: skip
    (tmp_path / "magpie.json").write_text(json.dumps(archive))
    (tmp_path / "empty.json").write_text("")
    rows = [
        {"id": "a", "repo": REPOSITORY, "question": "when do owls sleep", "keys": [2], "split": "dev"},
        {"id": "b", "repo": REPOSITORY, "question": "belt that runs twice", "keys": [1], "split": "test"},
        {"id": "c", "repo": "other/other", "question": "anything", "keys": [1], "split": "test"},
    ]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_questions_whose_archive_is_there_are_asked(folder: Path) -> None:
    labelled = discussions(folder)
    assert [question.id for question in labelled.questions] == ["a", "b"]
    assert labelled.questions[0].gold == ("magpie/magpie#2",)
    assert labelled.questions[0].parts == ("magpie/magpie dev", "dev")
    assert "discussions" in find_sets(folder)


def test_they_are_asked_by_kind_and_unasked_and_of_the_baseline(
    folder: Path, configured: Configured, tmp_path: Path
) -> None:
    options = BenchOptions(tmp_path / "keep", arms(["balanced"]))
    (report,) = measure(find_sets(folder), options, *configured, silent, embedder=HashingEmbedder())
    assert report.embedded == 1.0
    by_name = {part.name: part for part in report.parts}
    assert set(by_name) == {"magpie/magpie dev", "dev", "magpie/magpie test", "test"}
    assert set(by_name["dev"].arms) == {PLAIN, "balanced", UNASKED}
    assert by_name["dev"].arms["balanced"]["hit@3"].value == 1.0
    assert by_name["test"].arms[PLAIN]["recall@3"].value == 1.0


def test_recall_counts_as_many_as_the_first_can_hold() -> None:
    assert recall_of_possible(["a", "b", "x"], ["a", "b", "c", "d"], 3) == 2 / 3
    assert recall_of_possible(["a"], ["a"], 3) == 1.0
