"""What waits for a person, what was decided, and who worked here lately?"""

from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scrubjay.knowledge.documents.in_force import is_in_force
from scrubjay.memory.grouping.disputes import disputes
from scrubjay_ui.reporting.memories import told
from scrubjay_ui.reporting.plain import plain
from scrubjay_ui.reporting.values import Count, PromotionState, ReportedDecision, ReviewState, WaitingLine

if TYPE_CHECKING:
    from scrubjay.model.decision_entry import DecisionEntry
    from scrubjay.model.view import View
    from scrubjay.wiring.workspace import Workspace

CLAIMS = 20
DAYS = 14
LOGGED = 1_000
"""Decisions of promotion that are counted, the newest."""

DECISIONS = 500


def review(workspace: "Workspace", *, own: bool, now: datetime) -> ReviewState:
    """What waits, without its words."""
    waiting = [one.memory for one in workspace.reviews.waiting() if told(one.memory, own=own)]
    waiting.sort(key=lambda memory: (memory.recorded_at, memory.id))
    proposed = [one for one in workspace.proposals.waiting() if told(one.memory, own=own)]
    pairs = [one for one in disputes(workspace.memories) if told(one.one, own=own) and told(one.other, own=own)]
    return ReviewState(
        held=len(waiting),
        claims=tuple(
            WaitingLine(id=memory.id, kind=memory.kind, at=memory.recorded_at, days=_days(memory.recorded_at, now))
            for memory in waiting[:CLAIMS]
        ),
        proposed=len(proposed),
        contradicting=len(pairs),
    )


def decisions(workspace: "Workspace", view: "View") -> tuple[tuple[ReportedDecision, ...], int, int]:
    """The records, those in force first; how many are in force, and how many aren't."""
    entries = workspace.documents.decisions(view)
    lines = sorted(map(_line, entries), key=lambda line: (not line.in_force, line.path))
    holding = sum(line.in_force for line in lines)
    return tuple(lines[:DECISIONS]), holding, len(lines) - holding


def sessions(workspace: "Workspace", now: datetime) -> tuple[Count, ...]:
    """How many sessions worked on each of the last days, the oldest first."""
    days = [(now - timedelta(days=back)).strftime("%Y-%m-%d") for back in range(DAYS - 1, -1, -1)]
    counted = workspace.session_points.by_day(days[0])
    return tuple(Count(day, counted.get(day, 0)) for day in days)


def promotion(workspace: "Workspace", *, own: bool) -> PromotionState:
    """What the engine decided last."""
    log = workspace.promotion_log
    outcomes = Counter(row.outcome for row in log.decisions(LOGGED))
    proposed = [one for one in workspace.proposals.waiting() if told(one.memory, own=own)]
    return PromotionState(
        last=log.last_pass(),
        outcomes=tuple(Count(*one) for one in sorted(outcomes.items())),
        waiting=len(proposed),
        published=len({one.record.memory for one in workspace.publisher.published()}),
    )


def _line(entry: "DecisionEntry") -> ReportedDecision:
    decision = entry.decision
    return ReportedDecision(
        name=plain(decision.name),
        title=plain(decision.title),
        status=plain(decision.status),
        date=plain(entry.day),
        dated_by=entry.dated_by,
        path=plain(entry.path),
        in_force=is_in_force(entry),
        by=tuple(map(plain, entry.standing.superseded_by)),
    )


def _days(moment: str, now: datetime) -> int:
    return max(0, (now - datetime.fromisoformat(moment)).days)
