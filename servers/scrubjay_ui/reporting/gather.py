"""Gathers a report: everything of one moment, as one worktree sees it."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scrubjay import __version__
from scrubjay.knowledge.documents.values import is_in_force
from scrubjay.memory.grouping.relations import disputes
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import snapshots
from scrubjay_agents.services import AgentServices
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.services import PublishingServices
from scrubjay_ui.reporting import memories
from scrubjay_ui.reporting.memories import told
from scrubjay_ui.reporting.values import (
    Count,
    HealthLine,
    IndexedPart,
    ProjectReport,
    PromotionState,
    ReportedDecision,
    ReviewState,
    WaitingLine,
    plain,
    without_places,
)

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.model.check import Check
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
    log = GrowthServices.of(workspace).promotion_log
    outcomes = Counter(row.outcome for row in log.decisions(LOGGED))
    proposed = [one for one in workspace.proposals.waiting() if told(one.memory, own=own)]
    return PromotionState(
        last=log.last_pass(),
        outcomes=tuple(Count(*one) for one in sorted(outcomes.items())),
        waiting=len(proposed),
        published=len({one.record.memory for one in PublishingServices.of(workspace).publisher.published()}),
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


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What a report is to tell: with `own` also the user's own memories. `checks` are those of `scrubjay doctor`."""

    checks: "tuple[Check, ...]" = ()
    own: bool = False


def report_of(home: "App", workspace: "Workspace", request: ReportRequest) -> ProjectReport:
    """The report of a project, all of one moment. Raises StorageError."""
    databases = workspace.databases
    with snapshots(databases):
        return _report(home, workspace, request)


def _report(home: "App", workspace: "Workspace", request: ReportRequest) -> ProjectReport:
    own, now, view = request.own, home.clock(), workspace.documents.view()
    reader = workspace.memories
    scopes = tuple(scope for scope in reader.scopes() if own or scope != "user")
    moved, lately = memories.moved(workspace, view, own=own, now=now)
    waiting, taken = AgentServices.of(workspace).handoff_store.open_counts()
    records, in_force, ended = decisions(workspace, view)
    return ProjectReport(
        at=iso(now),
        version=__version__,
        project=plain(workspace.project.name),
        worktree=plain(workspace.repository.name),
        branch=plain(view.label),
        commit=view.commit,
        committed_at=view.committed_at,
        own=own,
        index=_index(workspace, view),
        memories=memories.counts(workspace, view, scopes),
        moved=moved,
        moved_lately=lately,
        review=review(workspace, own=own, now=now),
        decisions=records,
        in_force=in_force,
        ended=ended,
        sessions=sessions(workspace, now),
        handoffs_waiting=waiting,
        handoffs_taken=taken,
        promotion=promotion(workspace, own=own),
        health=_health(home, workspace, request.checks),
    )


def _index(workspace: "Workspace", view: "View") -> IndexedPart:
    documents = workspace.documents
    counts, runs = documents.counts(view), documents.log(1)
    return IndexedPart(
        documents=counts.documents,
        passages=counts.passages,
        files=len(view.files),
        behind=counts.behind,
        embedded=None if workspace.embedder is None else round(counts.embedded, 4),
        masked=counts.masked,
        skipped=counts.skipped,
        last_at=runs[0].at if runs else "",
        last_commit=runs[0].commit if runs else "",
    )


def _health(home: "App", workspace: "Workspace", checks: "Sequence[Check]") -> tuple[HealthLine, ...]:
    """The checks, problems first; what was found is told of these only: sizes differ from moment to moment."""
    at = workspace.repository
    places = {str(home.settings.home): "SCRUBJAY_HOME", str(at.worktree): at.name}
    lines = [
        HealthLine(
            check.label,
            check.ok,
            "" if check.ok else plain(without_places(str(check.found), places)),
            "" if check.ok else plain(without_places(check.do, places)),
        )
        for check in checks
    ]
    return tuple(sorted(lines, key=lambda line: line.ok))
