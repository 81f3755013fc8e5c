"""Which decisions hold? A table for reading, newest first."""

from collections.abc import Mapping, Sequence

from scrubjay.documents.in_force import ENDED_STATUSES, is_in_force
from scrubjay.errors import UsageError
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.view import View
from scrubjay.recall.evidence import behind_note, standing_marks, status_of
from scrubjay.recall.render import MAX_NAME, first_line, one_line

MOST = 200


def decision_list(view: View, behind: int, entries: Sequence[DecisionEntry], status: str, limit: int) -> str:
    """Render decisions. `status`: "current", "all", or one status. Raises UsageError naming those there are."""
    wanted = status.strip().lower() or "current"
    there = sorted({word for entry in entries for word in (status_of(entry), entry.decision.word)} - {""})
    if wanted not in ("current", "all", *there, *ENDED_STATUSES, "accepted", "proposed", "draft"):
        raise UsageError(f"status {status[:40]!r} is unknown. There are: current, all, {', '.join(there)}.")
    chosen = [
        entry
        for entry in entries
        if wanted == "all"
        or (wanted == "current" and is_in_force(entry))
        or wanted in (status_of(entry), entry.decision.word)
    ]
    chosen.sort(key=_newest_first)
    limit = max(1, min(limit, MOST))
    head = first_line(view, [behind_note(behind)] if behind else [])
    if not chosen:
        return f"{head}\n\nNo decisions with status {wanted} among {len(entries)}."
    by_path = {entry.path: entry for entry in entries}
    lines = [head, "", *(_line(entry, by_path) for entry in chosen[:limit])]
    if len(chosen) > limit:
        lines.append(f"({len(chosen) - limit} more; limit={min(len(chosen), MOST)} shows them)")
    return "\n".join(lines)


def _newest_first(entry: DecisionEntry) -> tuple[str, int, str]:
    number = entry.decision.number
    return entry.decision.series, -(int(number) if number.isdigit() else 0), entry.path


def _line(entry: DecisionEntry, by_path: Mapping[str, DecisionEntry]) -> str:
    decision = entry.decision
    title = f"{decision.name} {decision.title}" if decision.number else decision.title
    marks = standing_marks(entry, by_path)
    status = "" if entry.standing.superseded_by else decision.status or "no status"
    about = "; ".join(part for part in (status, decision.date, *marks) if part)
    return one_line(f"- {title[:MAX_NAME]} ({about}) {entry.path}")
