"""A decision record among the others of a view."""

from dataclasses import dataclass

from scrubjay.model.decision import Decision, Standing


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """A decision in a view: its path, its content, and its standing."""

    path: str
    blob: str
    decision: Decision
    standing: Standing
