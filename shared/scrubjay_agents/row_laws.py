"""What a row of handoffs must hold: a damaged one is withdrawn, told again, and loses no result."""

from collections.abc import Mapping
from typing import Final

from scrubjay.model.row_law import MOMENT, OBJECT, ValueRule, choice, number, perhaps
from scrubjay_agents.handoffs.handoff import HandoffState

_RULES: Final[Mapping[str, Mapping[str, ValueRule]]] = {
    "handoff": {
        "state": choice(HandoffState, HandoffState.CANCELLED), "created_at": MOMENT, "expires_at": MOMENT,
        "changed_at": MOMENT, "told": number(0, 1), "lease": number(0, 10**9),
    },
    "handoff_lease": {"taken_at": MOMENT, "renewed_at": MOMENT, "result": perhaps(OBJECT)}
    | dict.fromkeys(("taking_told", "end_told"), number(0, 1)),
    "handoff_note": {"at": MOMENT, "result": OBJECT, "told": number(0, 1)},
    "handoff_time": {"highest": perhaps(MOMENT), "wall": perhaps(MOMENT), "ticks": number(0, 10**12)},
}  # fmt: skip


class HandoffRows:
    """A `row_law`."""

    def rules(self, table: str) -> Mapping[str, ValueRule]:
        """The rules of a table of handoffs, by column."""
        return _RULES.get(table, {})
