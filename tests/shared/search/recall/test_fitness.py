"""What fits a question, by nearness and by words, and how much of it a reader sees."""

from collections.abc import Sequence
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.hit import Hit
from scrubjay.search.recall.fitness import COSINE, INCOMPLETE, NEAREST, NEARNESS, fit_of, nearest

QUESTION = "how do I bake sourdough bread overnight"
ORDER = ("nothing", "weak", "good")
unit = st.floats(0, 1)


def hit(text: str = "", **scores: float) -> Hit:
    places: dict[str, Any] = {"passage": 1, "content": 1, "path": "docs/a.md", "blob": "b", "heading": "", "title": "T"}
    return Hit(start_line=1, end_line=2, text=text, changed_at="", score=1.0, scores=scores, **places)


def fit(
    *hits: Hit, question: str = QUESTION, embedded: float = 1.0, named: bool = False, cosine: float | None = None
) -> str:
    """The fit, where each hit without a vector gets `cosine`; None: there is no model."""

    def cosines(some: Sequence[Hit]) -> dict[int, float]:
        return {} if cosine is None else {hit.passage: cosine for hit in some}

    return fit_of(question, hits, embedded, cosines, named=named)


@pytest.mark.parametrize(("arms", "bounds"), [(("vector", "reranker"), NEARNESS), (("vector",), COSINE)])
def test_nearness_decides_where_everything_has_vectors(arms: tuple[str, ...], bounds: Any) -> None:
    def at(value: float) -> Hit:
        return hit(**cast("Any", dict.fromkeys(arms, value)))

    below, between = bounds.nothing - 0.01, (bounds.nothing + bounds.weak) / 2
    assert [fit(at(value)) for value in (below, between, bounds.weak)] == ["nothing", "weak", "good"]
    assert fit(at(below), at(bounds.weak)) == "good"


def test_vectors_and_reranker_count_alike() -> None:
    assert fit(hit(reranker=NEARNESS.weak + 0.1, vector=NEARNESS.weak - 0.1)) == "good"
    assert fit(hit(reranker=NEARNESS.weak - 0.1, vector=NEARNESS.weak + 0.1)) == "good"


def test_words_decide_where_there_is_no_model() -> None:
    assert fit(hit("bread is baked by night: sourdough bread, overnight"), embedded=0.0) == "good"
    assert fit(hit("the bread service"), embedded=0.0) in ("nothing", "weak")
    assert fit(hit("connections are pooled"), embedded=0.0) == "nothing"


def test_a_name_a_mere_filter_and_an_empty_answer_need_no_measure() -> None:
    assert fit(hit(reranker=0.0, vector=0.0), named=True) == "good"
    assert fit(hit(reranker=0.0, vector=0.0), question="") == "good"
    assert fit() == "nothing"


def test_whoever_types_what_stands_there_means_it() -> None:
    assert fit(hit("overnight bread of sourdough is baked", reranker=0.0, vector=0.0)) == "good"


@given(st.lists(unit, min_size=1, max_size=3), unit)
def test_a_nearer_hit_never_fits_worse(values: list[float], more: float) -> None:
    hits = [hit(reranker=value, vector=value) for value in values]
    nearer = [hit(reranker=min(1.0, values[0] + more), vector=values[0]), *hits[1:]]
    assert ORDER.index(fit(*nearer)) >= ORDER.index(fit(*hits))


def test_while_vectors_come_the_first_hits_are_compared_with_the_question() -> None:
    below, between = INCOMPLETE.nothing - 0.01, (INCOMPLETE.nothing + INCOMPLETE.weak) / 2
    pooled = hit("connections are pooled")
    told = [fit(pooled, embedded=0.2, cosine=value) for value in (below, between, INCOMPLETE.weak)]
    assert told == ["nothing", "weak", "good"]
    assert fit(hit("bread, sourdough and bakers", vector=below), embedded=0.2, cosine=INCOMPLETE.weak) == "nothing"
    near = {"vector": INCOMPLETE.weak, "reranker": 0.0}
    good = hit(reranker=NEARNESS.weak, vector=NEARNESS.weak)
    assert fit(hit("connections are pooled", **near), embedded=0.2, cosine=below) == "nothing"
    assert fit(hit("connections are pooled", **near), good, embedded=0.2, cosine=below) == "good"


def test_the_nearest_of_all_corpora_stand_below_the_line_and_one_of_them_at_most_is_a_memory() -> None:
    documents = [hit(str(number), vector=value, reranker=value) for number, value in enumerate((0.1, 0.05, 0.02, 0.01))]
    far, near = (hit("memory", vector=value, reranker=value) for value in (0.0, 0.2))
    assert nearest(documents, [near, near]) == (tuple(documents[: NEAREST - 1]), (near,))
    assert nearest(documents, [far]) == (tuple(documents[:NEAREST]), ())
    assert nearest([], [far]) == ((), (far,))


def test_of_a_pasted_text_what_it_asks_decides_and_not_how_little_is_near_to_a_log() -> None:
    log = "\n".join(f"09:00:{second:02} WARN pool-{second} evicted id=0x{second:02x}" for second in range(20))
    told = hit("Sourdough bread is baked overnight.", reranker=0.1, vector=0.1)
    assert fit(told, question=f"{log}\n\n{QUESTION}?") == "good"
    assert fit(hit("connections are pooled", reranker=0.1), question=f"{log}\n\n{QUESTION}?") == "nothing"
    assert fit(told, question=QUESTION.replace("sourdough", "rye with seeds")) == "nothing"
