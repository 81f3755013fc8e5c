"""Who graduates? The table of paths and bounds, and the laws that hold for every signal."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_growth.promotion.decision import (
    KEPT,
    Abstain,
    Keep,
    Promote,
    PromoteConfig,
    PromoteSignal,
    PromotionPath,
    decide_promotion,
    percentile,
    population,
    sigmoid,
    wilson_lower,
)

CROWD = PromoteConfig(mean=2.2, std=0.6, n=25)
OFTEN = PromoteSignal(frequency=4, authors=2, days=4, sessions=4, clients=1, grounded=True)
ALONE = replace(OFTEN, authors=1, sessions=3, days=3, clients=2)


def ended(well: int, of: int, *, base_rate: float = 0.4, base_n: int = 20) -> PromoteSignal:
    return PromoteSignal(frequency=1, outcome_successes=well, outcome_n=of, base_rate=base_rate, base_n=base_n)


@pytest.mark.parametrize(
    ("signal", "config", "path"),
    [
        (OFTEN, CROWD, PromotionPath.FREQUENCY),
        (ALONE, CROWD, PromotionPath.FREQUENCY),
        (replace(OFTEN, frequency=3), CROWD, None),  # 1.33 standard deviations: .79
        (replace(OFTEN, previous=KEPT, frequency=3), CROWD, None),
        (replace(OFTEN, authors=1), CROWD, None),  # four sessions of one client are one agent
        (replace(ALONE, clients=1), CROWD, None),
        (replace(ALONE, days=2), CROWD, None),
        (replace(ALONE, sessions=2), CROWD, None),
        (replace(ALONE, grounded=False), CROWD, None),
        (OFTEN, replace(CROWD, n=19), None),
        (OFTEN, replace(CROWD, std=0.49), None),
        (ended(5, 5), CROWD, PromotionPath.OUTCOME),
        (ended(4, 5), CROWD, None),
        (ended(9, 10), CROWD, PromotionPath.OUTCOME),
        (ended(8, 10), CROWD, None),
        (ended(4, 4), CROWD, None),
        (ended(9, 10, base_n=4), CROWD, None),
        (ended(9, 10, base_rate=0.7), CROWD, None),  # sessions without it end well as often
        (PromoteSignal(self_eval=0.81), CROWD, PromotionPath.SELF_EVAL),
        (PromoteSignal(self_eval=0.80), CROWD, None),
        (PromoteSignal(self_eval=0.84, previous=KEPT), CROWD, None),
        (PromoteSignal(self_eval=0.86, previous=KEPT), CROWD, PromotionPath.SELF_EVAL),
        (replace(OFTEN, never=("contradicted",)), CROWD, None),
        (replace(OFTEN, never=("private",)), CROWD, None),
        (replace(OFTEN, failures=2), CROWD, None),
        (replace(OFTEN, failures=1), CROWD, PromotionPath.FREQUENCY),
    ],
)
def test_a_fact_is_promoted_by_one_path_or_stays(
    signal: PromoteSignal, config: PromoteConfig, path: PromotionPath | None
) -> None:
    decision = decide_promotion(signal, config)
    assert (decision.path if isinstance(decision, Promote) else None) is path


def test_every_abstaining_path_says_what_it_lacks() -> None:
    decision = decide_promotion(PromoteSignal(), PromoteConfig())
    assert isinstance(decision, Abstain)
    assert {path: result.why for path, result in decision.paths.items()} == {
        PromotionPath.FREQUENCY: "0 facts that occurred twice; 20 are needed",
        PromotionPath.OUTCOME: "0 known with it and 0 without; 5 of each are needed",
        PromotionPath.SELF_EVAL: "no model has judged enough facts",
    }


def test_what_rules_a_fact_out_is_the_reason_that_is_logged() -> None:
    decision = decide_promotion(replace(OFTEN, never=("contradicted", "private")), CROWD)
    assert isinstance(decision, Keep)
    assert decision.why == "contradicted, private"


COUNTS = st.integers(0, 1_000)
SHARE = st.floats(0, 1)
CONFIGS = st.builds(PromoteConfig, mean=st.floats(0, 100), std=st.floats(0, 50), n=COUNTS)


@st.composite
def signals(draw: st.DrawFn) -> PromoteSignal:
    n = draw(st.integers(0, 60))
    return PromoteSignal(
        frequency=draw(COUNTS), authors=draw(st.integers(0, 5)), days=draw(st.integers(0, 40)),
        sessions=draw(st.integers(0, 40)), clients=draw(st.integers(0, 4)), grounded=draw(st.booleans()),
        outcome_successes=draw(st.integers(0, n)), outcome_n=n, base_rate=draw(SHARE), base_n=draw(COUNTS),
        self_eval=draw(st.none() | SHARE), failures=draw(st.integers(0, 3)),
        never=draw(st.sampled_from([(), ("contradicted",)])),
        previous=draw(st.sampled_from(["", KEPT, *PromotionPath])),
    )  # fmt: skip


@given(signals(), CONFIGS, st.sampled_from(["frequency", "authors", "days", "sessions", "clients", "success"]))
def test_more_evidence_never_takes_a_promotion_away(signal: PromoteSignal, config: PromoteConfig, what: str) -> None:
    if what == "success":
        more = replace(signal, outcome_successes=signal.outcome_successes + 1, outcome_n=signal.outcome_n + 1)
    else:
        more = replace(signal, **{what: getattr(signal, what) + 1})
    if isinstance(decide_promotion(signal, config), Promote):
        assert isinstance(decide_promotion(more, config), Promote)


@given(signals(), CONFIGS, CONFIGS)
def test_a_promotion_never_falls_because_others_moved(
    signal: PromoteSignal, then: PromoteConfig, now: PromoteConfig
) -> None:
    decision = decide_promotion(signal, then)
    if isinstance(decision, Promote):
        poorer = replace(signal, frequency=0, outcome_successes=0, self_eval=None, previous=str(decision.path))
        assert decide_promotion(poorer, now).outcome == "promote"


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0.1, 5), st.floats(allow_nan=False))
def test_figures_are_numbers_between_0_and_1(a: int, b: int, z: float, x: float) -> None:
    lower = wilson_lower(min(a, b), max(a, b), z)
    assert 0 <= lower <= 1
    assert lower <= min(a, b) / max(a, b, 1) + 1e-12
    assert 0 <= sigmoid(x) <= 1
    assert 0 <= percentile(float(a), [float(b)] * (a % 5)) <= 1


@given(st.lists(COUNTS, max_size=50))
def test_a_population_is_of_facts_that_occurred_twice(counts: list[int]) -> None:
    among = population(counts)
    assert among.n == sum(count >= 2 for count in counts)
    assert math.isfinite(among.mean)
    assert math.isfinite(among.std)
