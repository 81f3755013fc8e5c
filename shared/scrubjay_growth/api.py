"""What the page may use of growth: decisions on memories, their log and its replay, and what is proposed."""

from typing import TYPE_CHECKING

from scrubjay_growth.promotion.decision import Decision, PromoteConfig, decide_promotion
from scrubjay_growth.promotion.log import GIT
from scrubjay_growth.promotion.replaying import parse_changes, replay

if TYPE_CHECKING:
    from scrubjay_growth.promotion.proposals import ShownProposal as ShownProposal
    from scrubjay_growth.promotion.replaying import LoggedDecision as LoggedDecision
    from scrubjay_growth.promotion.replaying import Replayed as Replayed

__all__ = ["GIT", "Decision", "PromoteConfig", "decide_promotion", "parse_changes", "replay"]
