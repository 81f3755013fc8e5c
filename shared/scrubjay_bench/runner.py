"""Runner of questions against arms (a retriever alone, both fused, each recipe): one scored row per answer."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrubjay.knowledge.retrieval.recipes import RECIPES, find_recipe
from scrubjay.model.frozen import dataclass, field
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay_bench import metrics
from scrubjay_bench.labelled.model import Question

PLAIN = "plain bm25"
"""The baseline of labelled sets, which is no recipe; see `evaluation.plain`."""

DEFAULT = "balanced"
SINGLE = ("keyword", "vector")
"""The arms with a single retriever; the recipe that a set is searched by is compared with the better one."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A recipe, optionally with other weights than its own."""

    name: str
    recipe: str
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def uses_vectors(self) -> bool:
        """Whether the arm finds passages near in meaning."""
        return find_recipe(self.recipe).vector > 0


def arms(recipes: Sequence[str] = (), *, vectors: bool = True) -> tuple[Arm, ...]:
    """The arms to measure: the requested recipes alone; without any both single arms, both fused, and every recipe.

    Without an embedder only `keyword` can be measured. Raises UsageError for a recipe that doesn't exist.
    """
    requested = dict.fromkeys(find_recipe(name).name for name in recipes)
    if not vectors:
        return (Arm("keyword", "keyword"),)
    if requested:
        return tuple(Arm(name, name) for name in requested)
    first = (Arm("keyword", "keyword"), Arm("vector", "fast", {"bm25": 0.0}), Arm("hybrid", "fast"))
    measured = {arm.recipe for arm in first}
    return (*first, *(Arm(name, name) for name in dict.fromkeys([DEFAULT, *RECIPES]) if name not in measured))


DEPTH = 40
"""Passages requested: at most two a document, so enough for ten documents besides the excluded ones."""

SEARCHED_KINDS = ("document", "decision", "incident")
"""Commits and memories are omitted: a commit's subject would find itself."""

MAX_PATHS = 20
"""Ranked paths that a row stores."""

Search = Callable[[RecallRequest], RecallAnswer]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One answer: the ranked documents, best first, without duplicates; its metrics; wall time by stage in ms."""

    question: Question
    arm: str
    ranking: tuple[str, ...]
    top: float
    scores: Mapping[str, float]
    ms: Mapping[str, float]
    degraded: tuple[str, ...]

    def as_object(self) -> dict[str, Any]:
        """The JSON form of the row."""
        return {
            "question": self.question.id,
            "corpus": self.question.corpus,
            "parts": list(self.question.parts),
            "query": self.question.query[:1000],
            "arm": self.arm,
            "gold": list(self.question.gold),
            "found": list(self.ranking[:MAX_PATHS]),
            "top_score": self.top,
            "metrics": {name: round(value, 4) for name, value in self.scores.items()},
            "ms": dict(self.ms),
            "degraded": list(self.degraded),
        }


def run_questions(
    questions: Sequence[Question],
    arms: Sequence[Arm],
    searches: Mapping[str, Search],
    *,
    sessions: bool = False,
    first_three: bool = False,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[ResultRow]:
    """Ask every question in every arm. `searches` has one search for each corpus.

    Warm-up: the first question of each arm and corpus is asked once before it counts, so that loading the model isn't
    measured as search time.
    """
    warm: set[tuple[str, str]] = set()
    total = len(questions) * len(arms)
    for number, question in enumerate(questions):
        search = searches[question.corpus]
        for place, arm in enumerate(arms):
            step(number * len(arms) + place, total)
            request = RecallRequest(
                query=question.query,
                kinds=SEARCHED_KINDS,
                limit=DEPTH,
                recipe=arm.recipe,
                weights=dict(arm.weights) or None,
            )
            if (arm.name, question.corpus) not in warm:
                warm.add((arm.name, question.corpus))
                search(request)
            started = time.perf_counter()
            answer = search(request)
            ms = (time.perf_counter() - started) * 1000
            yield _row(question, arm.name, answer, ms, sessions=sessions, first_three=first_three)


def _row(
    question: Question, arm: str, answer: RecallAnswer, ms: float, *, sessions: bool, first_three: bool
) -> ResultRow:
    """The row of an answer: its ranking without excluded documents, its metrics and times."""
    paths = dict.fromkeys(path for hit in answer.hits for path in (hit.path, *hit.also))
    ranking = tuple(path for path in paths if path not in question.excluded)
    top = answer.hits[0].score if answer.hits else 0.0
    timing = {**answer.milliseconds, "total": round(ms, 2)}
    return ResultRow(
        question=question,
        arm=arm,
        ranking=ranking,
        top=top,
        scores=score_ranking(question, ranking, sessions=sessions, first_three=first_three),
        ms=timing,
        degraded=answer.degraded,
    )


def score_ranking(
    question: Question, ranking: Sequence[str], *, sessions: bool = False, first_three: bool = False
) -> dict[str, float]:
    """The metrics of one ranking; none for a question without an answer."""
    if not question.gold:
        return {}
    scored = {f"recall@{k}": metrics.recall_at(ranking, question.gold, k) for k in (1, 5, 10)}
    scored["mrr@10"] = metrics.reciprocal_rank_at(ranking, question.gold, 10)
    scored["ndcg@10"] = metrics.ndcg_at(ranking, question.gold, 10)
    if first_three:
        scored["recall@3"] = metrics.recall_of_possible(ranking, question.gold, 3)
        scored["hit@3"] = float(bool(set(ranking[:3]) & set(question.gold)))
    if sessions:
        right = {path.partition("/")[0] for path in question.gold}
        scored["session_recall@10"] = len(right & {path.partition("/")[0] for path in ranking[:10]}) / len(right)
    if question.newer and question.older:
        scored["newer_first"] = metrics.ranks_above(ranking, question.newer, question.older)
    return scored


@contextmanager
def open_results(file: Path) -> Iterator[Callable[[ResultRow], None]]:
    """A function that writes rows to a file; they take the place of earlier results only when all are written."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    half = file.with_name(f".{file.name}.half")
    with half.open("w", encoding="utf-8") as stream:

        def write(row: ResultRow) -> None:
            stream.write(json.dumps(row.as_object(), ensure_ascii=False) + "\n")

        try:
            yield write
        except BaseException:
            half.unlink(missing_ok=True)
            raise
    half.replace(file)
