"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_growth.consolidation.consolidate import Step
    from scrubjay_growth.procedures.procedures import Procedures
    from scrubjay_growth.promotion.engine import PromotionEngine
    from scrubjay_growth.promotion.judge import PromotionJudge
    from scrubjay_growth.promotion.log import PromotionLog
    from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
    from scrubjay_growth.promotion.proposals import Proposals
    from scrubjay_growth.running import Consolidation, Promotion


class GrowthServices(Services):
    """What graduates, procedures, and what memory does by itself."""

    promotion_log: "PromotionLog" = made()
    outcomes: "SessionOutcomes" = made()
    promotion_judge: "PromotionJudge | None" = made()
    promotion_engine: "PromotionEngine" = made()
    promotion: "Promotion" = made()
    promotion_proposals: "Proposals" = made()
    procedures: "Procedures" = made()
    consolidation_steps: "tuple[Step, ...]" = made()
    consolidation: "Consolidation" = made()
