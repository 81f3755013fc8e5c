"""Public API of growth for the page: decisions on memories, their log and its replay, and what is proposed."""

from scrubjay_growth.promotion.decision import Decision, PromoteConfig, decide_promotion
from scrubjay_growth.promotion.log import GIT
from scrubjay_growth.promotion.proposals import ShownProposal
from scrubjay_growth.promotion.replaying import LoggedDecision, Replayed, parse_changes, replay

__all__ = [
    "GIT", "Decision", "LoggedDecision", "PromoteConfig", "Replayed", "ShownProposal", "decide_promotion",
    "parse_changes", "replay",
]  # fmt: skip
