"""What would other bounds have decided? The log replays to itself, and quickly."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay_growth.promotion.decision import Promote, PromoteConfig, PromoteSignal, decide_promotion
from scrubjay_growth.promotion.replaying import LoggedDecision, parse_changes, replay
from tests.shared.scrubjay_growth.promotion.test_decision import CONFIGS, ended, signals


def logged(number: int, fact: str, signal: PromoteSignal, config: PromoteConfig) -> LoggedDecision:
    decision = decide_promotion(signal, config)
    path = str(decision.path) if isinstance(decision, Promote) else ""
    return LoggedDecision(
        id=number, at="2026-03-01T12:00:00Z", fact=fact, memory=fact, signal=signal, config=config,
        outcome=decision.outcome, path=path,
    )  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from("ab"), signals(), CONFIGS), max_size=20))
def test_the_log_replays_to_itself(rows: list[tuple[str, PromoteSignal, PromoteConfig]]) -> None:
    log = [logged(number, *row) for number, row in enumerate(rows)]
    again = replay(log, {})
    assert [(one.decision.outcome, one.path) for one in again] == [(row.outcome, row.path) for row in log]
    assert not any(one.differs for one in again)
    assert replay(log, {"outcome_threshold": 0.6}) == replay(log, {"outcome_threshold": 0.6})


def test_another_bound_promotes_what_was_kept_and_it_stays_promoted() -> None:
    config = PromoteConfig()
    rows = [logged(1, "a", ended(8, 10), config), logged(2, "a", replace(ended(1, 10), previous="kept"), config)]
    assert [one.path for one in replay(rows, {})] == ["", ""]
    assert [one.path for one in replay(rows, {"outcome_floor": 0.45})] == ["outcome", "outcome"]


@pytest.mark.parametrize("text", ["outcome=1", "outcome_threshold=", "z=nan", "z=inf", "n=-1", "n=1.5", ""])
def test_a_bound_that_isnt_one_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--set"):
        parse_changes([text])


def test_bounds_are_read_as_numbers_of_their_kind() -> None:
    assert parse_changes(["outcome_threshold=.6", "min_sessions=4"]) == {"outcome_threshold": 0.6, "min_sessions": 4}
