"""Parser of incident reports: severity, service and dates, from front matter or the first lines."""

import re

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay.model.decision import DatedBy, dated_by, day_shown, is_date
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_FOLDERS = frozenset({
    "incident", "incidents", "incident-reports", "postmortem", "postmortems", "post-mortem", "post-mortems", "runbook",
    "runbooks", "outages", "retrospectives", "rca", "rcas",
})  # fmt: skip
_TYPES = frozenset({
    "incident", "incidents", "incident-report", "postmortem", "post-mortem", "postmortems", "post-mortems", "runbook",
    "outage", "rca",
})  # fmt: skip
"""Front matter types of reports."""

_TYPE_KEYS = frozenset({"type", "kind", "category", "categories", "doc-type", "document-type", "layout", "tags"})
_NAMED = pattern(r"(?:^|[-_.])(?:incident|post-?mortem|runbook|rca|outage)(?:$|[-_.])")
_NO_REPORT = pattern(r"template|^(?:readme|index|about|contributing|changelog)\.")
_SUFFIXES = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt")

REPORT_VERSION = "2"
"""Raise it when the same report would be parsed differently: stored results of older versions are parsed again."""

MAX_CHARACTERS = 20_000
"""Characters of a report that are parsed: its fields are at its top."""

_LINE = pattern(
    r"^[\s|>]*(?:[*+-]\s+)?[*_:]{0,3}([A-Za-z][\w /-]{1,30}?)[*_]{0,2}\s*(?::|\|)[*_]{0,2}\s*([^|\n]{1,200})"
)
_DATE = pattern(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)")

_NAMES = {
    "severity": "severity", "sev": "severity", "priority": "severity", "impact level": "severity",
    "service": "service", "services": "service", "component": "service", "components": "service",
    "affected services": "service", "affected service": "service", "system": "service",
    "date": "started", "started": "started", "start": "started", "began": "started", "occurred": "started",
    "incident date": "started", "detected": "started",
    "resolved": "resolved", "ended": "resolved", "end": "resolved", "mitigated": "resolved",
    "status": "status", "state": "status",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident report or runbook. `severity` is lower case as written; dates are ISO 8601 days; all may be empty.

    `filed` is the day on which git first has the file of a report that doesn't say when it began; else empty.
    """

    severity: str = ""
    services: tuple[str, ...] = ()
    started: str = ""
    resolved: str = ""
    status: str = ""
    filed: str = ""

    @property
    def day(self) -> str:
        """The day on which the incident began, else the day on which the report came into git."""
        return self.started or self.filed

    @property
    def dated_by(self) -> DatedBy:
        """Where the day comes from: the report itself, or git."""
        return dated_by(self.started, self.filed)

    @property
    def shown_day(self) -> str:
        """The day as a person reads it, with a mark where it comes from git."""
        return day_shown(self.started, self.filed)


def may_declare_incident(path: str) -> bool:
    """Whether the text at a path may call itself a report: it is prose, and no template or index."""
    *folders, name = path.lower().split("/")
    return name.endswith(_SUFFIXES) and not _NO_REPORT.search(name) and "templates" not in folders


def looks_like_incident(path: str) -> bool:
    """Whether a path looks like that of an incident report or runbook, by folder or name; templates don't."""
    *folders, name = path.lower().split("/")
    usual = bool(_FOLDERS & set(folders)) or bool(_NAMED.search(name.rpartition(".")[0]))
    return usual and may_declare_incident(path)


def parse_incident(path: str, text: str) -> Incident | None:
    """The report at a path; None where neither the path nor the front matter marks one."""
    front, body = front_matter(text[:MAX_CHARACTERS])
    metadata = {key.replace("_", " "): ", ".join(values) for key, values in front.items()}
    if not looks_like_incident(path) and not (may_declare_incident(path) and _says_so(metadata)):
        return None
    fields = {_NAMES[key]: value for key, value in reversed(metadata.items()) if key in _NAMES}
    for line in body.split("\n")[:60]:
        match = _LINE.match(line)
        name = _NAMES.get(match[1].strip().lower()) if match else None
        if match and name:
            fields.setdefault(name, match[2].strip(" *_`"))
    return Incident(
        fields.get("severity", "").lower()[:60],
        tuple(part.strip(" *_`[]\"'")[:100] for part in re.split(r"[,;]", fields.get("service", "")) if part.strip())[
            :20
        ],
        _day(fields.get("started", "")) or _day(path),
        _day(fields.get("resolved", "")),
        fields.get("status", "").lower()[:60],
    )


def _says_so(metadata: dict[str, str]) -> bool:
    """Whether front matter declares a document an incident report: `type: incident`, `tags: [postmortem]`."""
    called = ",".join(value for key, value in metadata.items() if key.replace(" ", "-") in _TYPE_KEYS)
    return any(name.strip().lower().replace(" ", "-").replace("_", "-") in _TYPES for name in called.split(","))


def _day(text: str) -> str:
    """The first date in a text; empty where it has none."""
    match = _DATE.search(text)
    return match[1] if match and is_date(match[1]) else ""
