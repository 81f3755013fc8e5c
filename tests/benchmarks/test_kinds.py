"""What do code and commits cost, and do commits in the index harm the search for documents?"""

import gzip
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import scrubjay
from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, show, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

DOCUMENTS = ("document", "decision", "incident")


def test_code_path(repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], size: Size) -> None:
    top = Path(scrubjay.__file__).parent / ("" if size.full else "model")
    files: dict[str, str | bytes] = {
        str(path.relative_to(top)): path.read_text(encoding="utf-8") for path in sorted(top.rglob("*.py"))
    }
    repo.commit("code", {**files, ".agent/config.yaml": "ingestion:\n  code: [python]\n"})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        view = at.documents.view()
        with spent() as cost:
            report = at.documents.ingest(view, cause="benchmark")
        rate = report.passages / (cost.cpu + cost.children)
        given = f"{report.passages:,} passages of {report.added:,} Python files of this project"
        size.show("code path", given, f"{rate:,.0f} /CPU-s", ">= 500 /CPU-s")
        assert at.documents.verify(view, deep=True).ok


def test_commits(
    repo: Repo, environment: dict[str, str], data: Path, clock: Callable[[], datetime], make_repo: Callable[..., Repo]
) -> None:
    repo.git("fetch", "-q", str(data / "repos" / "openedx-events-docs.bundle"), "+refs/*:refs/bundle/*")
    tip = repo.git("for-each-ref", "--sort=-committerdate", "--count=1", "--format=%(objectname)")
    repo.git("checkout", "-q", "-B", "main", tip)
    with gzip.open(data / "commit_to_doc" / "openedx-events.jsonl.gz", "rt", encoding="utf-8") as lines:
        questions = [json.loads(line) for line in lines]
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        view = at.documents.view()
        at.documents.ingest(view, cause="benchmark")
        before = recall(at, questions, ())
        with spent() as cost:
            added = at.commits.ingest(view)
        show("commits", f"{added:,} commits of openedx-events", f"{added / (cost.cpu + cost.children):,.0f} /CPU-s", "")
        after = recall(at, questions, ())
        mixed = recall(at, questions, (*DOCUMENTS, "commit"))
        given = f"{len(questions)} commit subjects, keyword, documents touched"
        show("without commits", given, f"recall@10 {before:.3f}", "")
        show("with commits, default", given, f"recall@10 {after:.3f}", f">= {before:.3f} - .005")
        show("commits in the list", given, f"recall@10 {mixed:.3f}", "why they are asked for")
        assert at.documents.verify(view, deep=True).ok


def recall(at: Workspace, questions: list[dict[str, Any]], kinds: tuple[str, ...]) -> float:
    """Share of the touched documents among the first ten things; the commit itself, whose words are asked, is none."""
    found = 0.0
    for question in questions:
        hits = at.recall.search(RecallRequest(query=question["query"], kinds=kinds, limit=40)).hits
        shown = list(dict.fromkeys(hit.path or hit.blob for hit in hits if hit.blob != question["sha"]))[:10]
        gold = set(question["gold"])
        found += len(gold & set(shown)) / len(gold)
    return found / len(questions)
