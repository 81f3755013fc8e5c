"""Gathers a report: everything of one moment, as one worktree sees it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay import __version__
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.storage.thread_snapshot import snapshots
from scrubjay_agents.services import AgentServices
from scrubjay_ui.reporting import activity, memories
from scrubjay_ui.reporting.plain import plain, without_places
from scrubjay_ui.reporting.values import HealthLine, IndexedPart, ProjectReport

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.model.check import Check
    from scrubjay.model.view import View
    from scrubjay.wiring.workspace import Workspace


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
    records, in_force, ended = activity.decisions(workspace, view)
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
        review=activity.review(workspace, own=own, now=now),
        decisions=records,
        in_force=in_force,
        ended=ended,
        sessions=activity.sessions(workspace, now),
        handoffs_waiting=waiting,
        handoffs_taken=taken,
        promotion=activity.promotion(workspace, own=own),
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
