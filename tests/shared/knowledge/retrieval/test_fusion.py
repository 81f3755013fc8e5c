"""The laws of weighted reciprocal rank fusion."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.scoring import reciprocal_rank_fusion

RANKING = st.lists(st.integers(1, 30), unique=True, max_size=12)
RANKINGS = st.dictionaries(st.sampled_from(["bm25", "vector", "title"]), RANKING, max_size=3)
quick = settings(derandomize=True, deadline=None, max_examples=100)


def order(rankings: dict[str, list[int]], weights: dict[str, float] | None = None) -> list[int]:
    return [item for item, _ in reciprocal_rank_fusion(rankings, weights or {})]


def test_the_score_is_the_sum_of_weight_over_sixty_plus_rank() -> None:
    fused = dict(reciprocal_rank_fusion({"a": [7, 8], "b": [8]}, {"a": 2.0}))
    assert fused == {7: 2 / 61, 8: 2 / 62 + 1 / 61}


def test_equal_scores_put_the_newer_item_first() -> None:
    assert order({"a": [1], "b": [2]}) == [2, 1]


def test_an_arm_without_weight_adds_nothing() -> None:
    assert order({"a": [1, 2], "b": [9]}, {"b": 0.0}) == [1, 2]


def test_nothing_found_is_an_empty_answer() -> None:
    assert order({}) == order({"a": [], "b": []}) == []


@given(RANKING)
@quick
def test_one_ranking_keeps_its_order(ranking: list[int]) -> None:
    assert order({"only": ranking}) == ranking


@given(RANKINGS)
@quick
def test_everything_that_an_arm_found_is_there_once(rankings: dict[str, list[int]]) -> None:
    fused = order(rankings)
    assert sorted(fused) == sorted({item for ranking in rankings.values() for item in ranking})


@given(RANKINGS, st.randoms(use_true_random=False))
@quick
def test_the_order_in_which_arms_are_given_changes_nothing(rankings: dict[str, list[int]], random: object) -> None:
    names = list(rankings)
    random.shuffle(names)  # type: ignore[attr-defined]
    assert reciprocal_rank_fusion({n: rankings[n] for n in names}, {}) == reciprocal_rank_fusion(rankings, {})


@given(RANKINGS, st.floats(0.1, 10))
@quick
def test_scaling_all_weights_alike_keeps_the_scores_in_proportion(
    rankings: dict[str, list[int]], factor: float
) -> None:
    plain = dict(reciprocal_rank_fusion(rankings, {}))
    scaled = dict(reciprocal_rank_fusion(rankings, dict.fromkeys(rankings, factor)))
    assert all(abs(scaled[item] - factor * plain[item]) < 1e-9 for item in plain)


@given(RANKING.filter(lambda r: len(r) > 1), RANKING)
@quick
def test_an_item_that_rises_in_one_arm_never_falls(first: list[int], second: list[int]) -> None:
    item = first[-1]
    before = order({"a": first, "b": second}).index(item)
    after = order({"a": [item, *first[:-1]], "b": second}).index(item)
    assert after <= before


def test_what_an_arm_could_not_see_gets_the_mean_of_the_votes_of_those_that_could() -> None:
    fused = dict(reciprocal_rank_fusion({"bm25": [7, 8], "vector": [8]}, {"vector": 2.0}, unseen={"vector": [7, 8]}))
    assert fused == {7: 3 * (1 / 61), 8: 1 / 62 + 2 / 61}  # 8 was seen after all


@given(RANKING, RANKING)
@quick
def test_where_an_arm_saw_nothing_the_other_decides(first: list[int], second: list[int]) -> None:
    unseen = {"b": [item for item in first if item not in second]}
    fused = [item for item, _ in reciprocal_rank_fusion({"a": first, "b": second}, {}, unseen=unseen)]
    assert [item for item in fused if item in unseen["b"]] == unseen["b"]
