"""Each hit stands where the phrasing puts it that it fits best, and no law of a single ranking is lost."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.order import fuse_phrasings
from scrubjay.model.hit import Hit, HybridResult


def hit(name: str, *, passage: int = 0, kind: str = "document", score: float = 1.0, text: str = "") -> Hit:
    """A passage of a document that is called by one letter."""
    content = ord(name)
    return Hit(
        passage=content * 10 + passage, content=content, path=name, blob=name, heading="", start_line=1, end_line=2,
        title=name, text=text, changed_at="", score=score, kind=kind,
    )  # fmt: skip


def result(*hits: Hit, named: str = "", memories: tuple[Hit, ...] = (), **more: Any) -> HybridResult:
    contents = frozenset(map(ord, named))
    return HybridResult(
        hits=hits, memories=memories, named=contents, recipe="balanced", degraded=(), embedded=1.0, **more
    )


def order(*results: HybridResult, limit: int = 10, superseded: dict[str, tuple[str, ...]] | None = None) -> str:
    return "".join(hit.path for hit in fuse_phrasings(results, superseded or {}, limit).hits)


def ranking(names: str, **more: Any) -> HybridResult:
    return result(*map(hit, names), **more)


def scored(hits: str, **more: Any) -> HybridResult:
    """A ranking of hits such as "a9 b5": a name and a score."""
    return result(*(hit(one[0], score=float(one[1:])) for one in hits.split()), **more)


def by_score(scores: dict[str, float]) -> HybridResult:
    """A ranking of hits by their scores."""
    return result(*(hit(name, score=scores[name]) for name in sorted(scores, key=lambda name: -scores[name])))


@pytest.mark.parametrize(
    ("rankings", "fused"),
    [
        pytest.param(["a9 b5 c3"], "abc", id="one stays as it is"),
        pytest.param(["a9 b5 c3", "a9 b5 c3"], "abc", id="agreement changes nothing"),
        pytest.param(["a5 b4 c3", "x9 y2 c1"], "xabcy", id="who finds it clearly isn't watered down by a vague one"),
        pytest.param(["a5 b4", "b9 a3"], "ba", id="each stands where it fits best"),
        pytest.param(["a9 b5", ""], "ab", id="a wording that finds nothing takes nothing away"),
        pytest.param(["", "a9 b5"], "ab", id="a wording finds what the question doesn't"),
        pytest.param(["a5 b4", "x5 y4"], "axby", id="of equal ones the higher place, then the question's own"),
        pytest.param(["a5 b4", "n1 x6 y3"], "nabxy", id="what stands first for its name is worth its place"),
    ],
)
def test_a_hit_is_worth_what_its_best_phrasing_says(rankings: list[str], fused: str) -> None:
    assert order(*map(scored, rankings)) == fused


RANKING = st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 2), max_size=6)


@given(st.lists(RANKING, min_size=2, max_size=5), st.sampled_from("abcdef"), st.floats(0, 1))
def test_to_fit_a_phrasing_better_never_moves_a_hit_down(
    rankings: list[dict[str, float]], name: str, more: float
) -> None:
    better = [{**rankings[0], name: rankings[0].get(name, 0.0) + more}, *rankings[1:]]
    before, after = (order(*map(by_score, each)) for each in (rankings, better))
    passed = set(before[: before.index(name)]) if name in before else set(before)
    assert set(after[: after.index(name)]) <= passed


@given(st.lists(RANKING, min_size=2, max_size=5))
def test_fusing_finds_all_that_was_found_and_nothing_else(rankings: list[dict[str, float]]) -> None:
    assert sorted(order(*map(by_score, rankings))) == sorted(set().union(*rankings))


def test_the_limit_counts_after_the_fusion() -> None:
    assert order(scored("a5 b4"), scored("x9 c1"), limit=1) == "x"


def test_a_document_is_judged_by_its_best_passage_and_shown_by_two_at_most() -> None:
    first = result(hit("a", passage=1), hit("b"), hit("a", passage=2), hit("a", passage=3))
    assert order(first, result(hit("a", passage=3), hit("c"))).count("a") == 2
    shown = fuse_phrasings([first, result(hit("a", passage=2, score=2.0), hit("c"))], {}, 10).hits
    assert (shown[0].path, shown[0].passage % 10) == ("a", 2)


def test_a_hit_is_shown_with_the_scores_of_the_phrasing_that_it_fits_best() -> None:
    weak, strong = replace(hit("a"), scores={"vector": 0.2}), replace(hit("a", score=2.0), scores={"vector": 0.7})
    (shown,) = fuse_phrasings([result(weak), result(strong)], {}, 5).hits
    assert (shown.scores, shown.score) == ({"vector": 0.7}, 2.0)


def test_what_the_question_names_stays_first_and_what_a_wording_names_is_worth_its_place() -> None:
    assert order(scored("n1 a2 b1", named="n"), scored("a9 b8")).startswith("n")
    assert order(scored("a9 b5"), scored("n1 a6 b2", named="n")) == "anb"


def test_a_superseded_decision_never_stands_above_its_successor() -> None:
    assert order(ranking("oan"), ranking("oab"), superseded={"o": ("n",)}).index("n") == 0
    assert order(ranking("oan"), ranking("oab"), superseded={"o": ("n",)}).startswith("no")


def test_the_memories_of_all_wordings_stand_each_once_by_its_best_score() -> None:
    weak, strong = hit("u", score=0.1), hit("u", score=0.9)
    fused = fuse_phrasings([result(memories=(weak,)), result(memories=(strong, hit("v")))], {}, 5)
    assert [(one.path, one.score) for one in fused.memories] == [("v", 1.0), ("u", 0.9)]


def test_the_trace_tells_of_all_wordings() -> None:
    first = result(hit("a"), steps=("reranked",), milliseconds={"vector": 1.5}, candidates={"bm25": 2}, exact=("X",))
    second = result(hit("b"), milliseconds={"vector": 2.0}, candidates={"bm25": 3}, exact=("X", "Y"))
    fused = fuse_phrasings([first, second], {}, 5)
    assert fused.steps == ("reranked", "2 phrasings, each hit by the one that it fits best")
    assert (fused.milliseconds, fused.candidates, fused.exact) == ({"vector": 3.5}, {"bm25": 5}, ("X", "Y"))
