"""Decision records: content, links, standing, whose word their day is, and one among the others of a view."""

import re
from datetime import date
from typing import Final, Literal

from scrubjay.model.frozen import dataclass

DatedBy = Literal["record", "git", ""]
"""`record`: the text itself says its day. `git`: git does. Empty where there is no day, or no such source."""

BY_GIT: Final = " (git)"
"""What a person reads behind a day that git gave."""


def dated_by(own: str, filed: str) -> DatedBy:
    """Who gives a decision's day: the "record" itself, or else "git", which knows when its file was committed."""
    return "record" if own else "git" if filed else ""


def day_shown(own: str, filed: str) -> str:
    """The day of a decision as a person reads it: its own, or else git's, marked so."""
    return own or (f"{filed}{BY_GIT}" if filed else "")


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, a month or a year: 2026-03-01, 2026-03, 2026."""
    if not re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", text, re.ASCII):
        return False
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True


Relation = Literal["supersedes", "superseded-by", "amends", "amended-by", "named"]
"""How a record stands to another; "named" is what its status names without saying how."""


@dataclass(frozen=True, slots=True)
class Link:
    """A reference from one decision to another.

    `target` is a number such as "9", one of another series such as "RFC-9", or a file name or path as written.
    """

    relation: Relation
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision record of a series (ADR, KEP, RFC, or its own name); its number has no leading zeros.

    `status` is lower case, one of the usual words or the record's own; `date` is ISO 8601 or empty. `word` is the
    record's own word for its status where that differs, such as a KEP's provisional, withdrawn or replaced.
    """

    series: str
    number: str
    title: str
    status: str
    date: str
    links: tuple[Link, ...] = ()
    word: str = ""

    @property
    def name(self) -> str:
        """The record's common name: ADR-007, KEP-1234; its title if it has no number."""
        width = 3 if self.series == "ADR" else 1
        return f"{self.series}-{self.number.zfill(width)}" if self.number else self.title


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A reference that several records of a view fit: how it relates, its record's path, and theirs.

    `target` is the number that they share.
    """

    relation: Relation
    source: str
    target: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A decision's relations in a view: paths of records that supersede it, that it replaces, that amend it.

    `gone` holds successors as the record writes them that the view lacks: a deleted file, an unmerged branch. `named`
    are those that its status names without saying how, or that name it so. `twins` share its number, folder and series.
    `unsettled` are references of its own, or to it, that several records fit.
    """

    superseded_by: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    amended_by: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    unsettled: tuple[Unsettled, ...] = ()


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
        """The decision's own date, else git's; the beginning of an ISO date, or empty."""
        return self.decision.date or self.filed

    @property
    def dated_by(self) -> DatedBy:
        """Who gives the day: the record, git, or nobody."""
        return dated_by(self.decision.date, self.filed)

    @property
    def shown_day(self) -> str:
        """The day as a person reads it: git's is marked."""
        return day_shown(self.decision.date, self.filed)
