"""How much of a question a hit holds, each word worth what it tells, where the model doesn't know its language."""

from typing import Any

import pytest

from scrubjay.knowledge.retrieval.query import SCORE, is_paired, with_shares
from scrubjay.model.hit import Hit
from scrubjay.search.recall.fitness import HELD, fit_of
from scrubjay.search.recall.parts import commit_fit, memory_fit

QUESTION = "数据库迁移在什么时候执行"


def hit(text: str, **scores: float) -> Hit:
    places: dict[str, Any] = {"passage": 1, "content": 1, "path": "docs/a.md", "blob": "b", "heading": "", "title": ""}
    return Hit(start_line=1, end_line=2, text=text, changed_at="", score=1.0, scores=scores, **places)


def test_a_rare_word_is_worth_more_than_common_ones() -> None:
    words = {"迁移": 6.0, "什么": 1.0, "时候": 1.0}
    rare, common = with_shares([hit("数据库迁移"), hit("什么时候")], words)
    assert rare.scores[SCORE] == 0.75
    assert common.scores[SCORE] == 0.25


def test_without_a_word_nothing_is_said() -> None:
    assert SCORE not in with_shares([hit("text")], {})[0].scores


@pytest.mark.parametrize(("share", "fit"), [(HELD.nothing - 0.01, "nothing"), (0.3, "weak"), (HELD.weak, "good")])
def test_the_share_says_how_well_documents_memories_and_commits_fit(share: float, fit: str) -> None:
    found = hit("别的", **{SCORE: share})
    assert fit_of(QUESTION, [found], 1.0, lambda hits: {}, named=False) == fit
    assert memory_fit(QUESTION, found) == commit_fit(QUESTION, found) == fit


def test_who_types_what_stands_there_means_it() -> None:
    assert (
        fit_of("数据库迁移", [hit("生产环境的数据库迁移", **{SCORE: 0.0})], 1.0, lambda hits: {}, named=False) == "good"
    )


@pytest.mark.parametrize(
    ("query", "paired"), [("数据库 ADR-3", True), ("데이터", True), ("миграция", False), ("plan", False)]
)
def test_questions_are_paired_whose_script_has_no_spaces(query: str, paired: bool) -> None:
    assert is_paired(query) is paired
