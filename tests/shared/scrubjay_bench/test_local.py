"""How good is the search in this repository, by its own history?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay_bench.commands import advice
from scrubjay_bench.indexes import complete_index
from scrubjay_bench.local import LocalReport, measure_local
from scrubjay_bench.runner import Arm, arms
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_bench.conftest import Configured, silent

pytestmark = pytest.mark.story

BIRDS = tuple(
    f"{first}{second}" for first in ("jay", "crow", "rook", "wren") for second in ("ling", "bird", "hen", "cock")
)


def grown(repo: Repo) -> Repo:
    """A repository in which each commit describes another bird, and an index links two of them."""
    for bird in BIRDS:
        for what in ("nests", "songs"):
            text = f"# The {what} of the {bird}\n\nWhat is known of {bird} {what}.\n"
            repo.commit(f"Describe the {what} of every {bird}", {f"docs/{bird}-{what}.md": text})
    repo.commit("Add an index", {"docs/index.md": "# Index\n\nSee [what the jay builds](jayling-nests.md).\n"})
    return repo


def run(repo: Repo, configured: Configured, results: Path, measured: tuple[Arm, ...] | None = None) -> LocalReport:
    settings, git = configured
    with open_app(settings, git_environment=git, embedder=HashingEmbedder(), wake=lambda: None) as app:
        at = app.initialise(repo.path)
        complete_index("own", {"own": at}, silent)
        return measure_local(at, results, silent, measured=measured)


def test_commits_and_links_are_asked_apart_and_a_recipe_is_chosen(
    repo: Repo, configured: Configured, tmp_path: Path
) -> None:
    report = run(grown(repo), configured, tmp_path / "results.jsonl")
    assert [(part.name, part.questions) for part in report.parts] == [
        ("commit subject to documents", 32),
        ("link text to page", 1),
    ]
    assert report.parts[0].arms["keyword"]["recall@10"].value == 1.0
    assert report.choice is not None
    assert report.choice.chosen_on + report.choice.held_out.n == 33
    assert len(report.results.read_text().splitlines()) == 33 * len(report.latency)


def test_a_tiny_repository_gets_figures_but_no_recommendation(
    repo: Repo, configured: Configured, tmp_path: Path
) -> None:
    repo.commit("Describe how parcels travel", {"a.md": "# Parcels\n\nHow parcels travel.\n"})
    report = run(repo, configured, tmp_path / "results.jsonl")
    assert (report.questions, report.choice) == (1, None)


def test_one_recipe_alone_is_measured_and_not_recommended(repo: Repo, configured: Configured, tmp_path: Path) -> None:
    report = run(grown(repo), configured, tmp_path / "results.jsonl", arms(["code"]))
    assert (list(report.latency), report.choice, report.only_words) == (["code"], None, False)
    assert "without --recipe" in advice(report)


def test_a_repository_without_questions_is_no_error(repo: Repo, configured: Configured, tmp_path: Path) -> None:
    repo.commit("x", {"main.c": "int main;\n"})
    report = run(repo, configured, tmp_path / "results.jsonl")
    assert (report.questions, report.parts) == (0, ())


def test_nothing_is_written_to_the_repository(
    repo: Repo, configured: Configured, tmp_path: Path, make_repo: Callable[..., Repo]
) -> None:
    grown(repo)
    settings, git = configured
    with open_app(settings, git_environment=git, embedder=HashingEmbedder(), wake=lambda: None) as app:
        at = app.initialise(repo.path)
        complete_index("own", {"own": at}, silent)
        before = {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")}
        measure_local(at, tmp_path / "results.jsonl", silent, limit=3)
    assert {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")} == before
