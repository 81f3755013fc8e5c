"""Values that the documents of a worktree are told in: texts, counts, a run, its records, and decisions in force."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from scrubjay.knowledge.decisions.naming import looks_like_decision, record_key
from scrubjay.knowledge.documents.incidents import Incident
from scrubjay.knowledge.documents.left_out import NOTHING_LEFT_OUT, LeftOut
from scrubjay.knowledge.documents.versions import PageVersion
from scrubjay.knowledge.index.kinds import NAMES, share
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.encoded import EmbeddedCorpus
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.view import Format, View


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """A document's text at a view, masked. `lines` counts its lines, `link` is the path of the link it was read by.

    `origin` says of which submodule it is, empty for the repository's own.
    """

    path: str
    blob: str
    format: Format
    text: str
    lines: int
    link: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class HeadedPassage:
    """A passage of a document as a section: its path of headings, or the document's title, and its first line."""

    heading: str
    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCounts:
    """How much a view has: documents, passages, and so on. `corpora` are documents, memories and commits.

    `cut` counts documents that met a limit: a part isn't indexed, or their structure isn't parsed.
    """

    documents: int
    passages: int
    corpora: tuple[EmbeddedCorpus, ...]
    masked: int
    skipped: int
    cut: int
    behind: int

    @property
    def embedded(self) -> float:
        """The share of the passages of documents that have a vector; 1.0 when there are none."""
        return share([one for one in self.corpora if one.name == NAMES["document"]])


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestionRun:
    """One run of ingestion that changed something, as `scrubjay log` shows it."""

    at: str
    worktree: str
    branch: str
    commit: str
    cause: str
    added: int
    passages: int
    skipped: int
    masked: int
    seconds: float

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "IngestionRun":
        """A run of a row of the table."""
        numbers = {name: row[name] for name in ("added", "passages", "skipped", "masked", "seconds")}
        texts = {name: row[name] for name in ("at", "worktree", "branch", "cause")}
        return cls(commit=row["commit_sha"], **texts, **numbers)


@dataclass(frozen=True, slots=True)
class ViewRecords:
    """The records of a view: its decisions and incident reports, by path; and what isn't read.

    `versions` are those of pages that have several, the newest first, by the path of each.
    """

    decisions: tuple[DecisionEntry, ...]
    by_path: Mapping[str, DecisionEntry]
    incidents: Mapping[str, Incident]
    versions: Mapping[str, tuple[PageVersion, ...]]
    left_out: LeftOut = NOTHING_LEFT_OUT

    @property
    def superseded_by(self) -> dict[str, tuple[str, ...]]:
        """The paths of each replaced decision's successors, by its path."""
        return {path: newer for path, entry in self.by_path.items() if (newer := entry.standing.superseded_by)}

    def services(self, view: View) -> dict[str, tuple[str, ...]]:
        """The services that the report at each path of the view names; none for a path without a report."""
        reports = self.incidents
        return {file.path: reports[file.path].services if file.path in reports else () for file in view.files}


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


_NUMBERED = pattern(r"(?:[a-z]+[-_ ]?)?0*(\d{1,6})(?:[-_ .]|$)", re.IGNORECASE)


def records_named(entries: Iterable[DecisionEntry], name: str) -> list[DecisionEntry]:
    """The decisions that a name means, in their order; a bare number means the records of that number in all series."""
    series, number = record_key(name)
    title = " ".join(name.casefold().split())
    return [
        entry
        for entry in entries
        if (number and number == entry.decision.number and series in ("", entry.decision.series))
        or (title and title in (entry.decision.name.casefold(), entry.decision.title.casefold()))
    ]


def borrowed_records(view: View, name: str) -> list[str]:
    """The paths of submodules' records that a name such as ADR-004 means; for names without an own record.

    Their files alone are looked at: what they say decides nothing here.
    """
    _, number = record_key(name)
    numbered = ((file.path, _NUMBERED.match(file.path.rpartition("/")[2])) for file in view.borrowed if number)
    return [path for path, found in numbered if found and found[1] == number and looks_like_decision(path)]
