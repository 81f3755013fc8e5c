"""Lookup of decision records by name: ADR-004, adr 4, 0004, or a whole title."""

from collections.abc import Iterable

from scrubjay.documents.adr import record_key
from scrubjay.model.decision_entry import DecisionEntry


def records_named(entries: Iterable[DecisionEntry], name: str) -> list[DecisionEntry]:
    """The decisions that a name means, in their order; a bare number means those of every series."""
    series, number = record_key(name)
    title = " ".join(name.casefold().split())
    return [
        entry
        for entry in entries
        if (number and number == entry.decision.number and series in ("", entry.decision.series))
        or (title and title in (entry.decision.name.casefold(), entry.decision.title.casefold()))
    ]
