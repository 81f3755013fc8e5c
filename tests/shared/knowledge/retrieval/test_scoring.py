"""What a candidate is worth follows from raw values, and nothing that lacks one is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.scoring import Blend, Features, blended, imputed

BLEND = Blend(bm25=0.2, cosine=0.5, centre=0.5, reranker=1.0)
values = st.floats(0, 1, allow_nan=False)
bm25 = st.just(0.0) | st.floats(1e-6, 1)
"""A smaller score would lose digits when it is scaled."""


@pytest.mark.parametrize(
    ("candidates", "scores"),
    [
        # the whole formula: 0.2 * 1 + 0.5 * 0.6 + 0.5 * 0.4 + 0.7; the other has half of the words' score
        ([Features(8.0, 0.6, 0.4, 0.7), Features(4.0, 0.2, 0.2, 0.1)], [1.4, 0.4]),
        # not found by words: nothing for that part
        ([Features(None, 0.6, 0.4, 0.7), Features(4.0, 0.2, 0.2, 0.1)], [1.2, 0.5]),
        # nothing is embedded: words decide
        ([Features(8.0), Features(2.0)], [0.133333, 0.066667]),
        # not embedded yet, but best by words: it keeps that place
        ([Features(8.0), Features(4.0, 0.6, 0.4, 0.7)], [1.4, 1.3]),
        # not embedded yet, second by words: it scores between those that are judged
        ([Features(8.0, 0.2, 0.2, 0.2), Features(6.0), Features(4.0, 0.6, 0.4, 0.7)], [0.6, 0.95, 1.3]),
        # its best passage by words isn't embedded: what another says may lift it, and doesn't lower it
        ([Features(8.0, 0.2, 0.2, 0.2, seen=False), Features(4.0, 0.6, 0.4, 0.7)], [1.4, 1.3]),
        ([Features(8.0, 0.2, 0.2, 0.2), Features(4.0, 0.6, 0.4, 0.7, seen=False)], [0.6, 1.3]),
        # no states: it gets the states' score of what is as near
        ([Features(4.0, 0.6, 0.4), Features(4.0, 0.6, 0.4, 0.7)], [1.4, 1.4]),
        # an empty pool
        ([], []),
    ],
)
def test_the_blend(candidates: list[Features], scores: list[float]) -> None:
    assert blended(candidates, BLEND) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("given_values", "guide", "filled"),
    [
        ([None, None], [1, 2], [0, 0]),
        ([0.1, 0.9, None], [1, 2, 3], [0.1, 0.9, 0.9]),
        ([0.1, 0.9, None], [1, 2, 0], [0.1, 0.9, 0.1]),
        ([0.1, 0.5, 0.9, None], [1, 2, 3, 1.5], [0.1, 0.5, 0.9, 0.5]),
    ],
)
def test_what_is_missing_gets_the_value_at_its_guides_place(
    given_values: list[float | None], guide: list[float], filled: list[float]
) -> None:
    assert imputed(given_values, guide) == filled


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.none() | values, values), max_size=30))
def test_filled_values_are_among_the_known(pairs: list[tuple[float | None, float]]) -> None:
    known = {value for value, _ in pairs if value is not None} or {0.0}
    assert set(imputed([value for value, _ in pairs], [guide for _, guide in pairs])) <= known


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(bm25, values, values, values), min_size=1, max_size=20), st.floats(0.01, 1000))
def test_the_scale_of_bm25_does_not_matter(rows: list[tuple[float, float, float, float]], scale: float) -> None:
    plain = blended([Features(*row) for row in rows], BLEND)
    scaled = blended([Features(row[0] * scale, *row[1:]) for row in rows], BLEND)
    assert scaled == pytest.approx(plain, abs=1e-5)
