"""Gathers a report: everything of one moment, as one worktree sees it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from scrubjay import __version__
from scrubjay.app import App
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.values import is_in_force
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.grouping.relations import disputes
from scrubjay.memory.store.overview import count_by_status
from scrubjay.model.check import Check
from scrubjay.model.clock import iso
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import WORDS, Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.storage.database import snapshots
from scrubjay.wiring.workspace import Workspace
from scrubjay_agents.services import AgentServices
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.services import PublishingServices
from scrubjay_ui.report_values import (
    Count,
    GradeCount,
    HealthLine,
    IndexedPart,
    MemoryCounts,
    MovedSource,
    ProjectReport,
    PromotionState,
    ReportedDecision,
    ReviewState,
    WaitingLine,
    plain,
    without_places,
)

CLAIMS = 20
DAYS = 14
LOGGED = 1_000
"""Decisions of promotion that are counted, the newest."""

DECISIONS = 500


def review(workspace: Workspace, *, own: bool, now: datetime) -> ReviewState:
    """What waits for a person, without the words of the claims."""
    waiting = [one.memory for one in workspace.reviews.waiting() if may_report(one.memory, own=own)]
    waiting.sort(key=lambda memory: (memory.recorded_at, memory.id))
    proposed = [one for one in workspace.proposals.waiting() if may_report(one.memory, own=own)]
    pairs = [
        one for one in disputes(workspace.memories) if may_report(one.one, own=own) and may_report(one.other, own=own)
    ]
    return ReviewState(
        held=len(waiting),
        claims=tuple(
            WaitingLine(
                id=memory.id,
                kind=memory.kind,
                at=memory.recorded_at,
                days=max(0, (now - datetime.fromisoformat(memory.recorded_at)).days),
            )
            for memory in waiting[:CLAIMS]
        ),
        proposed=len(proposed),
        contradicting=len(pairs),
    )


def decisions(workspace: Workspace, view: View) -> tuple[tuple[ReportedDecision, ...], int, int]:
    """The records, those in force first; how many are in force, and how many aren't."""
    entries = workspace.documents.decisions(view)
    lines = sorted(map(_reported_decision, entries), key=lambda line: (not line.in_force, line.path))
    holding = sum(line.in_force for line in lines)
    return tuple(lines[:DECISIONS]), holding, len(lines) - holding


def sessions(workspace: Workspace, now: datetime) -> tuple[Count, ...]:
    """How many sessions worked on each of the last days, the oldest first."""
    days = [(now - timedelta(days=back)).strftime("%Y-%m-%d") for back in range(DAYS - 1, -1, -1)]
    counted = workspace.session_points.by_day(days[0])
    return tuple(Count(day, counted.get(day, 0)) for day in days)


def promotion(workspace: Workspace, *, own: bool) -> PromotionState:
    """The last pass of promotion, how its newest decisions ended, and how much is proposed and published."""
    log = GrowthServices.of(workspace).promotion_log if "promotion_log" in workspace.registry else None
    publisher = PublishingServices.of(workspace).publisher if "publisher" in workspace.registry else None
    outcomes = Counter(row.outcome for row in (log.decisions(LOGGED) if log else ()))
    proposed = [one for one in workspace.proposals.waiting() if may_report(one.memory, own=own)]
    return PromotionState(
        last=log.last_pass() if log else "",
        outcomes=tuple(Count(*one) for one in sorted(outcomes.items())),
        waiting=len(proposed),
        published=len({one.record.memory for one in (publisher.published() if publisher else ())}),
    )


def _reported_decision(entry: DecisionEntry) -> ReportedDecision:
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


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What a report is to tell: with `own` also the user's own memories. `checks` are those of `scrubjay doctor`."""

    checks: tuple[Check, ...] = ()
    own: bool = False


def report_of(home: App, workspace: Workspace, request: ReportRequest) -> ProjectReport:
    """The report of a project, all of one moment. Raises StorageError."""
    with snapshots(workspace.databases):
        return _report(home, workspace, request)


def _report(home: App, workspace: Workspace, request: ReportRequest) -> ProjectReport:
    """The report of a project, all of whose parts the caller reads within one moment."""
    own, now, view = request.own, home.clock(), workspace.documents.view()
    reader = workspace.memories
    scopes = tuple(scope for scope in reader.scopes() if own or scope != "user")
    moved, lately = moved_sources(workspace, view, own=own, now=now)
    handoffs = AgentServices.of(workspace).handoff_store if "handoff_store" in workspace.registry else None
    waiting, taken = handoffs.open_counts() if handoffs else (0, 0)
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
        index=_indexed_part(workspace, view),
        memories=memory_counts(workspace, view, scopes),
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


def _indexed_part(workspace: Workspace, view: View) -> IndexedPart:
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


def _health(home: App, workspace: Workspace, checks: Sequence[Check]) -> tuple[HealthLine, ...]:
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


AT_ONCE = 500
SOURCES = 10
MOVED = 100
LATELY = timedelta(days=7)


def memory_counts(workspace: Workspace, view: View, scopes: Sequence[str]) -> MemoryCounts:
    """The memories that hold, by kind and grade, and all of them by status."""
    reader = workspace.memories
    holding = [one for scope in scopes for one in reader.narrowed(status=MemoryStatus.ACTIVE, scope=scope)]
    graded: dict[str, GradeResult] = {}
    for start in range(0, len(holding), AT_ONCE):
        ids = [memory.id for memory in holding[start : start + AT_ONCE]]
        graded |= workspace.grades.of(ids, view)
    pairs = [(memory.kind, graded.get(memory.id, NOTHING).grade) for memory in holding]
    kinds = sorted(Counter(kind for kind, _ in pairs).items())
    statuses: Counter[str] = Counter()
    for scope in scopes:
        statuses.update(dict(reader.reading(scope, count_by_status)))
    return MemoryCounts(
        holding=len(holding),
        grades=_count_by_grade(grade for _, grade in pairs),
        kinds=tuple(
            GradeCount(kind, count, _count_by_grade(grade for of, grade in pairs if of == kind))
            for kind, count in kinds
        ),
        statuses=tuple(Count(*one) for one in sorted(statuses.items(), key=lambda one: (-one[1], one[0]))),
        sources=_cited_paths(graded.values()),
    )


def moved_sources(workspace: Workspace, view: View, *, own: bool, now: datetime) -> tuple[tuple[MovedSource, ...], int]:
    """Memories whose sources changed, those that changed last first; and how many did in the last seven days."""
    rows = [one for one in workspace.freshness.moved(view) if may_report(one.memory, own=own)]
    grades = workspace.grades.grades_only([one.memory.id for one in rows], view)
    first = [(one.memory, one.standing.moved[0]) for one in rows if one.standing.moved]
    times = commit_times(workspace.git, sorted({ground.since for _, ground in first if ground.since}))
    lines = [
        MovedSource(
            id=memory.id,
            kind=memory.kind,
            content=plain(memory.content),
            grade=str(grades.get(memory.id, Grade.SAID)),
            what=plain(ground.describe()),
            commit=ground.since,
            at=times.get(ground.since, ""),
        )
        for memory, ground in first
    ]
    lines.sort(key=lambda line: line.id)
    lines.sort(key=lambda line: line.at, reverse=True)
    return tuple(lines[:MOVED]), sum(line.at >= iso(now - LATELY) for line in lines)


def may_report(memory: Memory, *, own: bool) -> bool:
    """Whether a report for other people may include a memory: not the user's own, none marked as private."""
    return (own or memory.scope != "user") and "private" not in memory.tags


def commit_times(git: Git, commits: Sequence[str]) -> dict[str, str]:
    """The dates of commits, by the names that were asked for; those that git doesn't have are left out."""
    times = {}
    for name in commits:
        code, said = git.answer("show", "-s", "--format=%ct", name, "--")
        if code == 0 and said.strip().isdigit():
            times[name] = iso(datetime.fromtimestamp(int(said), UTC))
    return times


def _count_by_grade(grades: Iterable[Grade]) -> tuple[Count, ...]:
    """How many there are of each grade."""
    found = Counter(map(str, grades))
    return tuple(Count(grade, found[grade]) for grade in WORDS)


def _cited_paths(graded: Iterable[GradeResult]) -> tuple[Count, ...]:
    """The paths that most memories cite as sources."""
    found = Counter(
        path for result in graded for path in {ground.path for ground in result.standing.grounds if ground.path}
    )
    most = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:SOURCES]
    return tuple(Count(plain(path), count) for path, count in most)
