"""What no vector speaks for yet keeps its place among words, whatever was judged of the rest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.scoring import keep_places

values = st.floats(0, 1, allow_nan=False)
candidate = st.tuples(st.none() | values, st.none() | values, st.booleans())
quick = settings(derandomize=True, deadline=None, max_examples=200)


def order(words: str, judged: str, unseen: str = "") -> str:
    """Letters, best first: all of them by words; those that were judged, best first; those judged in part."""
    rank = {letter: float(len(words) - n) for n, letter in enumerate(words)}
    score = {letter: float(len(judged) - n) for n, letter in enumerate(judged)}
    letters = sorted({*words, *judged})
    placed = keep_places(
        [rank.get(letter) for letter in letters],
        [score.get(letter) for letter in letters],
        [letter not in unseen for letter in letters],
        0.2,
    )
    return "".join(letter for _, letter in sorted(zip([-score for score in placed], letters, strict=True)))


@pytest.mark.parametrize(
    ("words", "judged", "unseen", "expected"),
    [
        ("abc", "", "", "abc"),  # nothing is embedded: the order by words
        ("abc", "cxba", "", "cxba"),  # everything is: the order by score
        ("abcd", "xd", "", "abcxd"),  # what was judged takes the places of what was judged
        ("abcd", "xyb", "", "axcdyb"),
        ("abcd", "dxb", "b", "abcdx"),  # in part: it keeps its place, its own judgement is a worse one
        ("abcd", "dcxab", "d", "dcxab"),  # in part: lifted by what was judged
        ("", "yx", "", "yx"),
        ("", "", "", ""),
    ],
)
def test_judged_candidates_share_the_places_that_words_gave_them(
    words: str, judged: str, unseen: str, expected: str
) -> None:
    assert order(words, judged, unseen) == expected


@given(st.lists(candidate, max_size=20))
@quick
def test_nothing_unseen_stands_below_its_place_among_words(rows: list[tuple[float | None, float | None, bool]]) -> None:
    words, judged, seen = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])
    scores = keep_places(words, judged, seen, 0.2)
    by_words = sorted((n for n, score in enumerate(words) if score is not None), key=lambda n: -(words[n] or 0.0))
    for rank, n in enumerate(by_words):
        if judged[n] is None or not seen[n]:
            assert sum(score > scores[n] for score in scores) <= rank


@given(st.lists(values, max_size=20), st.randoms(use_true_random=False))
@quick
def test_with_everything_judged_the_scores_stay(judged: list[float], random: object) -> None:
    words = list(judged)
    random.shuffle(words)  # type: ignore[attr-defined]
    assert keep_places(words, judged, [True] * len(judged), 0.2) == [round(score, 6) for score in judged]
