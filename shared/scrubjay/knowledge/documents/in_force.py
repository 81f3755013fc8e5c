"""Filter of decisions that are in force."""

from collections.abc import Iterable

from scrubjay.model.decision_entry import DecisionEntry

ENDED_STATUSES = frozenset({"superseded", "rejected", "deprecated", "withdrawn", "obsolete"})
"""Statuses of decisions that are no longer in force."""

UNDECIDED_STATUSES = frozenset({"proposed", "draft", "provisional", "on hold", "rfc", "pending", "under discussion"})
"""Statuses of records that weigh a decision and haven't made it."""


def is_in_force(entry: DecisionEntry) -> bool:
    """Whether a decision is in force: no visible successor, and no status that ended it."""
    return entry.decision.status not in ENDED_STATUSES and not entry.standing.superseded_by


def newest_in_force(entries: Iterable[DecisionEntry]) -> list[DecisionEntry]:
    """The decisions in force, newest first: by number, since many records carry no date, then by date."""

    def age(entry: DecisionEntry) -> tuple[int, str, str]:
        number = entry.decision.number
        return int(number) if number.isdigit() else 0, entry.day, entry.path

    return sorted((entry for entry in entries if is_in_force(entry)), key=age, reverse=True)
