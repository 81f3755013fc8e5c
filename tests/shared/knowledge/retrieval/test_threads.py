"""A thread of a discussion is ranked as a document: by all that was said in it, and with what it names."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.threads import MOST_LINKS, HeldWord, neighbours, raised_scores, share_held

THREADS = st.integers(1, 8)
SCORES = st.dictionaries(THREADS, st.floats(0, 3), min_size=1)
PAIRS = st.lists(st.tuples(THREADS, THREADS), max_size=12)


def test_words_in_two_texts_of_a_thread_count_together() -> None:
    held = share_held([HeldWord({1: 1, 2: 1}), HeldWord({1: 1})], {1: 100, 2: 100, 3: 100})
    assert held[1] == 1.0 > held[2]
    assert 3 not in held


def test_a_long_thread_needs_a_word_more_often() -> None:
    held = share_held([HeldWord({1: 1, 2: 1})], {1: 2_000, 2: 100})
    assert held[2] == 1.0 > held[1]


def test_a_title_counts_for_several_texts_and_once_for_all_of_them() -> None:
    held = share_held([HeldWord({1: 2}, {2})], {1: 100, 2: 100})
    assert held[2] == 1.0 > held[1]


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    lengths = dict.fromkeys(range(1, 11), 100)
    held = share_held([HeldWord({1: 1}), HeldWord({2: 1, 3: 1, 4: 1})], lengths)
    assert held[1] == 1.0 > held[2]


def test_no_word_holds_nothing() -> None:
    assert share_held([], {1: 100}) == {}
    assert share_held([HeldWord({})], {}) == {}


def test_a_list_of_others_is_heard_with_none_of_them() -> None:
    pairs = [(1, other) for other in range(2, MOST_LINKS + 3)]
    assert 1 not in neighbours(pairs)
    assert neighbours(pairs)[2] == {1}


def test_a_thread_that_names_itself_has_no_neighbour() -> None:
    assert neighbours([(1, 1)]) == {}


@given(SCORES, PAIRS)
def test_a_neighbour_lifts_and_never_overtakes(scores: dict[int, float], pairs: list[tuple[int, int]]) -> None:
    beside = neighbours(pairs)
    for thread, score in raised_scores(scores, beside).items():
        best = max((scores[other] for other in beside.get(thread, ()) if other in scores), default=score)
        assert scores[thread] <= score <= max(best, scores[thread])


@given(SCORES)
def test_without_links_nothing_moves(scores: dict[int, float]) -> None:
    assert raised_scores(scores, {}) == scores
