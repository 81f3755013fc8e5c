"""The services of sessions: working sets, what sessions know of them, merged work, and what sessions were told."""

from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.briefing.told import BriefingLedger
from scrubjay.git.process import Git
from scrubjay.sessions.archive import TaskArchive
from scrubjay.sessions.branches import Lineage, lineage
from scrubjay.sessions.points import SessionPoints
from scrubjay.sessions.reading import Lineages, TaskReader
from scrubjay.sessions.tasks import Tasks
from scrubjay.storage import Database
from scrubjay.wiring.inputs import WorktreeInputs


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecords:
    """The part of the session services that memories and briefings read, so that it is built before them."""

    tasks: TaskReader
    points: SessionPoints
    merged: TaskArchive
    ledger: BriefingLedger


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionServices:
    """Everything about sessions. A write to `tasks` prepares the briefing of the next session.

    `ledger.show(session, answer)` records which memories an answer showed to a session.
    """

    database: Database
    tasks: Tasks
    points: SessionPoints
    merged: TaskArchive
    ledger: BriefingLedger


def read_sessions(inputs: WorktreeInputs) -> SessionRecords:
    """Wire the records of sessions."""
    database, clock = inputs.stores.session, inputs.shared.clock
    return SessionRecords(
        tasks=TaskReader(database, clock, lineages=_lineages(inputs.git)),
        points=SessionPoints(database, clock),
        merged=TaskArchive(database, inputs.git, clock),
        ledger=BriefingLedger(database, clock),
    )


def wire_sessions(inputs: WorktreeInputs, records: SessionRecords, changed: Callable[[], None]) -> SessionServices:
    """Wire the services of sessions; `changed` is called after each write to a working set."""
    database = inputs.stores.session
    return SessionServices(
        database=database,
        tasks=Tasks(database, inputs.shared.clock, lineages=_lineages(inputs.git), changed=changed),
        points=records.points,
        merged=records.merged,
        ledger=records.ledger,
    )


def _lineages(git: Git) -> Lineages:
    def of_branch(branch: str, head: str) -> Lineage:
        return lineage(git, branch, head)

    return of_branch
