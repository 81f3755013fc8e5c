"""A decision record among the others of a view."""

from dataclasses import dataclass

from scrubjay.model.dated import DatedBy, dated_by, day_shown
from scrubjay.model.decision import Decision, Standing


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """A decision in a view: its path, its content, and its standing.

    `filed` is the day (ISO 8601) on which git first has the file of a record that says no date; else empty.
    """

    path: str
    blob: str
    decision: Decision
    standing: Standing
    filed: str = ""

    @property
    def day(self) -> str:
        """Its own date, else git's; the beginning of an ISO date, or empty."""
        return self.decision.date or self.filed

    @property
    def dated_by(self) -> DatedBy:
        """Whose word the day is."""
        return dated_by(self.decision.date, self.filed)

    @property
    def shown_day(self) -> str:
        """The day as a person reads it: git's is marked."""
        return day_shown(self.decision.date, self.filed)
