"""Lookup of decision records by name: ADR-004, adr 4, 0004, or a whole title."""

import re
from collections.abc import Iterable

from scrubjay.knowledge.decisions.naming import looks_like_decision, record_key
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.view import View

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
