"""Evaluation of the search on the current repository, by questions from its own history; read-only."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubjay.app import Workspace
from scrubjay.evaluation.arms import Arm, arms
from scrubjay.evaluation.choose import RecipeChoice, choose_recipe
from scrubjay.evaluation.indexes import Show
from scrubjay.evaluation.report import TablePart, degradations, latencies, parts
from scrubjay.evaluation.repository import repository_questions
from scrubjay.evaluation.repository.questions import CORPUS
from scrubjay.evaluation.results import open_results
from scrubjay.evaluation.runner import ResultRow, run_questions

METRIC = "recall@10"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalReport:
    """The results of a repository's own questions; `choice` is None when they are too few to choose a recipe by.

    `only_words`: embedding is off, so that nothing but keyword search could be measured.
    """

    repository: str
    commit: str
    questions: int
    parts: tuple[TablePart, ...]
    choice: RecipeChoice | None
    latency: dict[str, dict[str, dict[str, float]]]
    degraded: dict[str, int]
    results: Path
    only_words: bool = False

    def as_object(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "questions": self.questions,
            "parts": [part.as_object() for part in self.parts],
            "choice": self.choice.as_object() if self.choice else None,
            "latency_ms": self.latency,
            "degraded": self.degraded,
            "results": str(self.results),
        }


def measure_local(
    workspace: Workspace, results: Path, show: Show, *, measured: tuple[Arm, ...] | None = None, limit: int = 0
) -> LocalReport:
    """Ask a workspace the questions of its own history and links. Its index should be complete.

    `measured`: all arms where None; `limit` bounds the questions, 0 asks all. Each answer is written to the file
    `results`.
    """
    with show("finding questions", "documents") as step:
        questions = repository_questions(workspace, step)
    if limit and len(questions) > limit:
        questions = tuple(questions[number * len(questions) // limit] for number in range(limit))
    if measured is None or workspace.embedder is None:
        measured = arms(vectors=workspace.embedder is not None)
    rows: list[ResultRow] = []
    with show("asking", "searches") as step, open_results(results) as write:
        for row in run_questions(questions, measured, {CORPUS: workspace.recall.search}, step=step):
            write(row)
            rows.append(row)
    view = workspace.documents.view()
    return LocalReport(
        repository=str(workspace.repository.worktree),
        commit=view.commit,
        questions=len(questions),
        parts=parts(rows, METRIC),
        choice=choose_recipe(rows, _recipes(measured)),
        latency=latencies(rows),
        degraded=degradations(rows),
        results=results,
        only_words=workspace.embedder is None,
    )


def _recipes(measured: tuple[Arm, ...]) -> list[str]:
    """The arms that a user can choose by name."""
    return [arm.name for arm in measured if arm.name == arm.recipe]
