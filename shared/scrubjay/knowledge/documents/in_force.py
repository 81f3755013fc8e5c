"""Filter of decisions that are in force, and the decisions that a text names."""

import re
from collections.abc import Iterable

from scrubjay.knowledge.decisions.naming import looks_like_decision, record_key
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.view import View

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


_NUMBERED = re.compile(r"(?:[a-z]+[-_ ]?)?0*(\d{1,6})(?:[-_ .]|$)", re.IGNORECASE)


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


def borrowed_records(view: View, name: str) -> list[str]:
    """The paths of records in submodules that a number such as ADR-004 means; asked where no own record has it.

    Their files alone are looked at: what they say decides nothing here.
    """
    _, number = record_key(name)
    numbered = ((file.path, _NUMBERED.match(file.path.rpartition("/")[2])) for file in view.borrowed if number)
    return [path for path, found in numbered if found and found[1] == number and looks_like_decision(path)]
