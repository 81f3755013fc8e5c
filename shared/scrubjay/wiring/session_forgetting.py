"""The forgetting of sessions: what every package keeps of one goes."""

from typing import TYPE_CHECKING

from scrubjay.wiring.conversations import ConversationServices
from scrubjay.wiring.procedures import ProcedureServices
from scrubjay.wiring.promotion import PromotionServices
from scrubjay.wiring.sessions import SessionRecords

if TYPE_CHECKING:
    from scrubjay.sessions.forgetting import SessionForgetting


def session_forgetting(
    records: SessionRecords,
    conversations: ConversationServices,
    procedures: ProcedureServices,
    promotion: PromotionServices,
) -> "SessionForgetting":
    """What deletes sessions of a project."""
    from scrubjay.sessions.forgetting import SessionForgetting

    others = (records.ledger.forget, procedures.service.forget, promotion.outcomes.forget)
    return SessionForgetting(
        records.database, conversations.service, records.points, others, forget_words=records.ledger.clear
    )
