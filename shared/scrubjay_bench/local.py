"""Evaluation of the search on the current repository, by questions from its own history; read-only."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scrubjay.app import Workspace
from scrubjay.model.frozen import dataclass
from scrubjay_bench.indexes import Show
from scrubjay_bench.labelled import Question
from scrubjay_bench.metrics import Mean, difference, mean
from scrubjay_bench.report import TablePart, degradations, latencies, parts
from scrubjay_bench.repository import CORPUS, repository_questions
from scrubjay_bench.runner import DEFAULT, Arm, ResultRow, arms, open_results, run_questions

CHOSEN_BY = "ndcg@10"
"""Reflects both whether the right document is found and how high it ranks."""

MIN_QUESTIONS = 20
"""Questions below which no recipe is recommended: the interval of ten held-out ones spans half the scale."""


@dataclass(frozen=True, slots=True)
class RecipeChoice:
    """The recipe that was best on one half, and its held-out result against the default recipe.

    `sure` says that the whole interval of the held-out gain is above zero.
    """

    best: str
    chosen_on: int
    held_out: Mean
    default: Mean
    gain: Mean

    @property
    def sure(self) -> bool:
        """Whether the gain is significant: its interval lies above zero."""
        return self.best != DEFAULT and self.gain.low > 0

    def as_object(self) -> dict[str, Any]:
        """The JSON form of the choice."""
        return {
            "metric": CHOSEN_BY,
            "best": self.best,
            "chosen_on": self.chosen_on,
            "held_out": self.held_out.as_object(),
            "default_held_out": self.default.as_object(),
            "gain": self.gain.as_object(),
            "recommended": self.best if self.sure else DEFAULT,
        }


def choose_recipe(rows: Sequence[ResultRow], recipes: Sequence[str]) -> RecipeChoice | None:
    """Choose among recipes that were asked the same questions; None with too few. Ties: the default, then by name."""
    scores: dict[str, dict[bool, list[float]]] = {name: {False: [], True: []} for name in recipes}
    for row in rows:
        if row.arm in scores and row.scores:
            scores[row.arm][is_held_out(row.question)].append(row.scores[CHOSEN_BY])
    if DEFAULT not in scores:
        return None
    default = scores[DEFAULT]
    if (
        min(len(default[False]), len(default[True])) < MIN_QUESTIONS // 4
        or len(default[False]) + len(default[True]) < MIN_QUESTIONS
    ):
        return None
    order = sorted(scores, key=lambda name: (-mean(scores[name][False]).value, name != DEFAULT, name))
    best = scores[order[0]]
    return RecipeChoice(
        order[0], len(default[False]), mean(best[True]), mean(default[True]), difference(best[True], default[True])
    )


def is_held_out(question: Question) -> bool:
    """Whether a question is in the held-out half; by a hash of its id, so that new questions don't move it."""
    return hashlib.sha256(question.id.encode("utf-8", "replace")).digest()[0] % 2 == 1


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
        """The JSON form of the report."""
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
