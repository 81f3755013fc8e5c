"""Public API of growth for the page and a team's server: decisions on facts, their log, what is proposed."""

from scrubjay_growth.promotion.decision import (
    Decision,
    PromoteConfig,
    PromoteSignal,
    decide_promotion,
    population,
)
from scrubjay_growth.promotion.facts import DIGITS, Fact, Occurrence, Outcomes, Statement, signal_of, strongest
from scrubjay_growth.promotion.gathering import KnownFact, never
from scrubjay_growth.promotion.log import GIT, Decided
from scrubjay_growth.promotion.proposals import ShownProposal
from scrubjay_growth.promotion.replaying import (
    LoggedDecision,
    Replayed,
    as_object,
    explanation,
    parse_changes,
    replay,
)

__all__ = [
    "DIGITS", "GIT", "Decided", "Decision", "Fact", "KnownFact", "LoggedDecision", "Occurrence", "Outcomes",
    "PromoteConfig", "PromoteSignal", "Replayed", "ShownProposal", "Statement", "as_object", "decide_promotion",
    "explanation", "never", "parse_changes", "population", "replay", "signal_of", "strongest",
]  # fmt: skip
