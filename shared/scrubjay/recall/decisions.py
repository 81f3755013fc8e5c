"""Which decisions hold? A table for reading, newest first."""

from collections.abc import Sequence

from scrubjay.documents.current import GONE, holds
from scrubjay.documents.decisions import DecisionEntry
from scrubjay.errors import UsageError
from scrubjay.model.view import View
from scrubjay.recall.render import first_line

MOST = 200


def status_of(entry: DecisionEntry) -> str:
    """The status that counts here: superseded when another decision of the view says so, else the record's own."""
    return "superseded" if entry.standing.superseded_by else entry.decision.status


def decision_list(view: View, behind: int, entries: Sequence[DecisionEntry], status: str, limit: int) -> str:
    """Render decisions. `status`: "current", "all", or one status. Raises UsageError naming those there are."""
    wanted = status.strip().lower() or "current"
    there = sorted({status_of(entry) for entry in entries} - {""})
    if wanted not in ("current", "all", *there, *GONE, "accepted", "proposed", "draft"):
        raise UsageError(f"status {status[:40]!r} is unknown. There are: current, all, {', '.join(there)}.")
    chosen = [
        entry
        for entry in entries
        if wanted == "all"
        or (wanted == "current" and holds(entry))
        or status_of(entry) == wanted
    ]
    chosen.sort(key=_newest_first)
    limit = max(1, min(limit, MOST))
    head = first_line(view, [f"{behind} files behind"] if behind else [])
    if not chosen:
        return f"{head}\n\nNo decisions with status {wanted} among {len(entries)}."
    names = {entry.path: entry.decision.name for entry in entries}
    lines = [head, "", *(_line(entry, names) for entry in chosen[:limit])]
    if len(chosen) > limit:
        lines.append(f"({len(chosen) - limit} more; limit={min(len(chosen), MOST)} shows them)")
    return "\n".join(lines)


def _newest_first(entry: DecisionEntry) -> tuple[str, int, str]:
    number = entry.decision.number
    return entry.decision.series, -(int(number) if number.isdigit() else 0), entry.path


def _line(entry: DecisionEntry, names: dict[str, str]) -> str:
    decision, standing = entry.decision, entry.standing
    title = f"{decision.name} {decision.title}" if decision.number else decision.title
    about = [status_of(entry) or "no status", decision.date]
    if standing.superseded_by:
        about.append(f"superseded by {', '.join(names[p] for p in standing.superseded_by)}")
    if standing.replaces:
        about.append(f"replaces {', '.join(names[p] for p in standing.replaces)}")
    if standing.amended_by:
        about.append(f"amended by {', '.join(names[p] for p in standing.amended_by)}")
    return f"- {title} ({'; '.join(part for part in about if part)}) {entry.path}"
