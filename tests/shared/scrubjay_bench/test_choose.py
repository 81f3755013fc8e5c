"""Which recipe fits these questions best?"""

import pytest

from scrubjay_bench.labelled import Question
from scrubjay_bench.local import choose_recipe, is_held_out
from scrubjay_bench.runner import ResultRow


def rows(arm: str, scores: list[float], better_on: bool | None = None) -> list[ResultRow]:
    """A row a question; with `better_on` the scores count only in that half, the others are 0."""
    made = []
    for number, score in enumerate(scores):
        question = Question(id=f"q{number}", corpus="repository", query="?", gold=("a.md",), parts=("all",))
        value = score if better_on is None or is_held_out(question) == better_on else 0.0
        made.append(
            ResultRow(question=question, arm=arm, ranking=(), top=0.0, scores={"ndcg@10": value}, ms={}, degraded=())
        )
    return made


def test_a_recipe_that_is_better_on_both_halves_is_recommended() -> None:
    choice = choose_recipe(rows("balanced", [0.2] * 40) + rows("code", [0.6] * 40), ["balanced", "code"])
    assert choice is not None
    assert (choice.best, choice.sure, choice.gain.value) == ("code", True, pytest.approx(0.4))
    assert choice.chosen_on + choice.held_out.n == 40


def test_a_lead_that_does_not_hold_on_the_other_half_is_not_recommended() -> None:
    choice = choose_recipe(
        rows("balanced", [0.5] * 40) + rows("code", [0.9] * 40, better_on=False), ["balanced", "code"]
    )
    assert choice is not None
    assert (choice.best, choice.sure) == ("code", False)
    assert choice.as_object()["recommended"] == "balanced"


def test_the_default_wins_a_tie() -> None:
    choice = choose_recipe(rows("balanced", [0.5] * 40) + rows("a", [0.5] * 40), ["a", "balanced"])
    assert choice is not None
    assert choice.best == "balanced"


def test_too_few_questions_choose_nothing() -> None:
    assert choose_recipe(rows("balanced", [0.5] * 7), ["balanced"]) is None
