"""Evaluation of the search on the current repository, by questions from its own history; read-only."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrubjay.app import Workspace
from scrubjay.evaluation.arms import Arm, arms
from scrubjay.evaluation.ask import Row, ask
from scrubjay.evaluation.choose import RecipeChoice, chosen
from scrubjay.evaluation.indexes import Show
from scrubjay.evaluation.report import TablePart, degradations, latencies, parts
from scrubjay.evaluation.repository import own_questions
from scrubjay.evaluation.repository.questions import CORPUS
from scrubjay.evaluation.results import writing

METRIC = "recall@10"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReport:
    """The results of a repository's own questions; `choice` is None when they are too few to choose a recipe by."""

    repository: str
    commit: str
    questions: int
    parts: tuple[TablePart, ...]
    choice: RecipeChoice | None
    latency: dict[str, dict[str, dict[str, float]]]
    degraded: dict[str, int]
    results: Path

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


def measure_own(
    at: Workspace, results: Path, show: Show, *, recipes: tuple[str, ...] = (), limit: int = 0
) -> OwnReport:
    """Ask a workspace the questions of its own history and links. Its index should be complete.

    `limit` bounds the questions, 0 asks all. Each answer is written to the file `results`.
    """
    with show("finding questions", "documents") as step:
        asked = own_questions(at, step)
    if limit and len(asked) > limit:
        asked = tuple(asked[number * len(asked) // limit] for number in range(limit))
    measured = arms(recipes, vectors=at.embedder is not None)
    rows: list[Row] = []
    with show("asking", "searches") as step, writing(results) as write:
        for row in ask(asked, measured, {CORPUS: at.context.recall.search}, step=step):
            write(row)
            rows.append(row)
    view = at.knowledge.documents.view()
    return OwnReport(
        repository=str(at.repository.worktree),
        commit=view.commit,
        questions=len(asked),
        parts=parts(rows, METRIC),
        choice=chosen(rows, _recipes(measured)),
        latency=latencies(rows),
        degraded=degradations(rows),
        results=results,
    )


def _recipes(measured: tuple[Arm, ...]) -> list[str]:
    """The arms that a user can choose by name."""
    return [arm.name for arm in measured if arm.name == arm.recipe]
