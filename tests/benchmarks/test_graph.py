"""What does the graph cost: the first question, one on a new commit, and later ones? CPU seconds with git's.

pytest tests/benchmarks/test_graph.py -m benchmark -s
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_graph.services import GraphServices
from tests.benchmarks.figures import Size, spent
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

ROUNDS = 9


def written(pages: int) -> dict[str, str | bytes]:
    """Pages that link to three others each, modules of which each imports the one before, an owner."""
    files: dict[str, str | bytes] = {
        ".agent/config.yaml": "ingestion:\n  code: [python]\n",
        "CODEOWNERS": "docs/ @anna\n",
        "app/m0.py": "def run():\n    return 0\n",
    }
    for n in range(pages):
        links = "\n".join(f"See [another](page{(n * 7 + k + 1) % pages}.md)." for k in range(3))
        files[f"docs/page{n}.md"] = f"# Page {n}\n\n{links}\n"
    for n in range(1, pages // 4):
        files[f"app/m{n}.py"] = f"from app.m{n - 1} import run as before\n\n\ndef run():\n    return before() + {n}\n"
    return files


@pytest.mark.benchmark
def test_questions_about_how_things_hang_together(
    size: Size, environment: dict[str, str], repo: Repo, clock: Callable[[], datetime], tmp_path: Path
) -> None:
    mine = environment | {"SCRUBJAY_HOME": str(tmp_path / "home")}
    repo.commit("all", written(pages := size.of(3_000, 16)))
    with open_app(
        load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(), clock=clock,
        wake=lambda: None,
    ) as app:  # fmt: skip
        at = app.initialise(repo.path)
        graph, documents = GraphServices.of(at).graph, at.documents
        documents.ingest(documents.view(), cause="benchmark")
        with spent() as first:
            counts = graph.counts()
        given = f"{pages} pages, {counts['file']:,} files, {counts['imports']:,} imports"
        size.show("the first question", given, f"{first.cpu + first.children:.2f} s CPU", "-")
        assert counts["imports"] == pages // 4 - 1
        questions: dict[str, Callable[[], Any]] = {
            "around, 2 steps": lambda: graph.around("docs/page1.md", 2),
            "path": lambda: graph.path("app/m3.py", "app/m0.py"),
            "find": lambda: graph.find("files that import app/m0.py"),
        }
        for what, ask in questions.items():
            with spent() as later:
                answers = [ask() for _ in range(ROUNDS)]
            assert all(answer.edges for answer in answers)
            size.show(what, f"mean of {ROUNDS}", f"{(later.cpu + later.children) / ROUNDS * 1e3:.0f} ms CPU", "-")
        repo.commit("one more", {"docs/more.md": "# More\n\nSee [it](page1.md).\n"})
        documents.ingest(documents.view(), cause="benchmark")
        with spent() as again:
            graph.counts()
        size.show("a new commit", "one page more", f"{again.cpu + again.children:.2f} s CPU", "-")
