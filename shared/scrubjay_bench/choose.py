"""Recipe selection on one half of the questions, evaluated on the held-out half; pure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scrubjay_bench.arms import DEFAULT
from scrubjay_bench.bootstrap import Mean, difference, mean
from scrubjay_bench.labelled import Question
from scrubjay_bench.runner import ResultRow

METRIC = "ndcg@10"
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
        """The JSON object."""
        return {
            "metric": METRIC,
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
            scores[row.arm][is_held_out(row.question)].append(row.scores[METRIC])
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
