"""What a person decides on contradictions and on promotions."""

from typing import TYPE_CHECKING

from scrubjay_ui.views.review.walk import DIGITS

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def settle(visit: "Visit") -> "Response":
    """End one of two memories that contradict each other, or keep both. Raises NotFound for a pair that is decided."""
    from scrubjay.memory.grouping.deciding import decide_dispute
    from scrubjay.memory.grouping.disputes import dispute_of

    workspace = visit.workspace
    pair = dispute_of(workspace.memories, visit.text("one"), visit.text("other"))
    settled = decide_dispute(workspace.memories, pair, visit.text("key"), workspace.settings.user_id)
    visit.record(settled.action, settled.ids[0])
    ids = ", ".join(id[:DIGITS] for id in settled.ids)
    return visit.redirect(visit.link("review", "disputes"), f"{settled.decision.capitalize()}: {ids}.")


def decline(visit: "Visit") -> "Response":
    """Leave a memory where it is, for good. Raises NotFound where it isn't proposed any more."""
    workspace = visit.workspace
    chosen = workspace.proposals.named([visit.text("id")])
    workspace.proposals.decline(chosen, workspace.settings.user_id, visit.text("reason"))
    visit.record("decline", chosen[0].memory.id)
    said = f"{chosen[0].memory.id[:DIGITS]} stays where it is."
    return visit.redirect(visit.link("review", "proposals"), said)
