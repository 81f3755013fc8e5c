"""Learns procedures from what sessions ran, keeps each as a memory, and ends those that fail."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from scrubjay.errors import NotAPerson, NotFound
from scrubjay.git.repository import Repository
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.session import RecordedSession
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import Observation, Origin
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Known, Memory, MemoryStatus, Stored
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay_growth.procedures.learned import Procedure, procedure_of
from scrubjay_growth.procedures.mining import mined_procedures
from scrubjay_growth.procedures.outcome import Tried, has_failed, holds, outcome
from scrubjay_growth.procedures.runs import OK, SessionRuns
from scrubjay_growth.procedures.store import ProcedureRow, ProcedureStore, rows_of

AUTHOR: Final = "scrubjay/procedures"

FALLEN: Final = "it failed in two sessions, or sessions that showed it count no more"

FEWEST_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class LearnedProcedure:
    """A procedure with its memory and the sessions that tried it, the oldest first. `holds`: answers have it."""

    row: ProcedureRow
    memory: Memory
    tried: tuple[Tried, ...]

    @property
    def holds(self) -> bool:
        """Whether the procedure's memory holds."""
        return self.memory.status is MemoryStatus.ACTIVE

    @property
    def state(self) -> str:
        """How it stands, in a word."""
        if self.row.demoted_at:
            return "demoted"
        return "holds" if self.holds else str(self.memory.status)


class Procedures:
    """The procedures of one project. `top` is the worktree that folders of commands are named from."""

    def __init__(self, store: ProcedureStore, memories: Memories, clock: Clock, top: Path) -> None:
        self._store = store
        self._memories = memories
        self._clock = clock
        self._top = top

    def hear(self, session: str, recorded: RecordedSession | None) -> None:
        """Store the commands that a session ran; None where its transcript can't be read."""
        rows = rows_of(recorded, lambda text: mask(text).text) if recorded else ()
        if rows:
            self._store.keep(session, [replace(row, folder=self._below(row.folder)) for row in rows])

    def forget(self, session: str) -> None:
        """Delete the commands of a session and what it tried; what was learned from several sessions stays."""
        self._store.forget(session)

    def learn(self, stop: Callable[[], bool] = lambda: False, *, is_dry: bool = False) -> int:
        """Learn from all sessions; returns how many procedures were learned, demoted or hold again.

        A second run changes nothing. What a person ended isn't learned again.
        """
        sessions = self._store.sessions()
        rows, noted, changed = self._store.procedures(), self._store.tried(), 0
        doubted = self._store.doubted()
        for row in rows:
            if stop():
                return changed
            of_sessions = {one.session: one for one in noted.get(row.id, ())}
            changed += self._look_again(row, sessions, of_sessions, doubted, is_dry=is_dry)
        known, ids = [row.procedure for row in rows], {row.id for row in rows}
        for sequence in mined_procedures(sessions):
            procedure = procedure_of(sequence, sessions)
            tried = _trials(procedure, sessions)
            if stop():
                break
            is_known = procedure.digest in ids or any(_alike(procedure, other) for other in known)
            if not is_known and holds(one.succeeded for one in tried):
                changed += is_dry or self._remember(procedure, 0, tried)
        return changed

    def list(self) -> tuple[LearnedProcedure, ...]:
        """Every procedure whose memory may be shown, the newest first."""
        tried, rows = self._store.tried(), self._store.procedures()
        memories = self._memories.of_ids(row.memory for row in rows)
        return tuple(
            LearnedProcedure(row, memories[row.memory], tried.get(row.id, ()))
            for row in rows
            if row.memory in memories and memories[row.memory].content and row.procedure.steps
        )

    def get(self, id: str) -> LearnedProcedure:
        """A procedure by its memory's id or at least its first eight digits. Raises NotFound."""
        fitting = [one for one in self.list() if one.memory.id.startswith(id)] if len(id) >= FEWEST_DIGITS else []
        if len(fitting) != 1:
            raise NotFound(f"No procedure is called {id[:40]!r}. `scrubjay procedure list` shows their ids.")
        return fitting[0]

    def sessions_read(self) -> int:
        """How many sessions there are to learn from."""
        return len(self._store.sessions())

    def _look_again(
        self, row: ProcedureRow, sessions: Sequence[SessionRuns], noted: dict[str, Tried], doubted: Collection[str],
        *, is_dry: bool,
    ) -> int:  # fmt: skip
        """Judge a known procedure by the sessions that tried it; returns 1 where it changed, else 0."""
        if not row.procedure.steps:
            return 0
        try:
            memory = self._memories.get(row.memory)
        except NotFound:  # nobody may see it now
            return 0
        if memory.status is MemoryStatus.FORGOTTEN:
            if not is_dry:
                self._store.drop_words(row.id)
            return 0
        now = {one.session: one for one in _trials(row.procedure, sessions)}
        if now.items() - noted.items() and not is_dry:
            self._store.note(row.id, now.values())
        tried = sorted((noted | now).values(), key=lambda one: (one.at, one.session))
        outcomes = [one.succeeded for one in tried]
        falls = has_failed(outcomes) or (row.id in doubted and not holds(outcomes))
        if not (holds(outcomes) if row.demoted_at else falls):
            return 0
        if is_dry:
            return 1
        if row.demoted_at:
            return int(self._remember(row.procedure, row.generation, tried))
        if memory.status is MemoryStatus.ACTIVE:
            try:
                self._memories.invalidate(memory.id, AUTHOR, FALLEN)
            except NotAPerson:  # a person said it: only a person ends it
                return 0
        self._store.demote(row.id, iso(self._clock()))
        return 1

    def _remember(self, procedure: Procedure, generation: int, tried: Sequence[Tried]) -> bool:
        """Keep a procedure as a memory; False where it may not be kept."""
        last = next(one for one in reversed(tried) if one.succeeded)
        outcome = self._memories.remember(
            RememberRequest(
                content=procedure.content,
                kind="procedure",
                key=f"procedure:{procedure.digest}:{generation}",
                author=AUTHOR,
                origin=Origin.SCRIPT,
                observation=Observation(
                    session=last.session,
                    tool="commands",
                    command=procedure.lines[-1],
                    status=OK,
                    words="; ".join(procedure.lines)[:500],
                    at=last.at,
                ),
            )
        )
        if not isinstance(outcome, Stored | Known):
            return False
        self._store.put(procedure, outcome.id, generation, iso(self._clock()), tried)
        return True

    def _below(self, folder: str) -> str:
        """A folder as it is named from the worktree's top; empty for the top and for what lies elsewhere."""
        if not folder or not Path(folder).is_relative_to(self._top):
            return ""
        name = Path(folder).relative_to(self._top).as_posix()
        return "" if name == "." else name


def _trials(procedure: Procedure, sessions: Sequence[SessionRuns]) -> tuple[Tried, ...]:
    """The sessions that tried a procedure, each with how it went."""
    went = ((session, outcome(procedure.steps, session.runs)) for session in sessions)
    return tuple(Tried(session.session, session.at, result) for session, result in went if result is not None)


def _alike(one: Procedure, other: Procedure) -> bool:
    """Whether two procedures share half of the steps of the shorter one, so that one of them is enough."""
    shared = sum(step in other.steps for step in one.steps)
    return bool(other.steps) and 2 * shared >= min(len(one.steps), len(other.steps))


def procedures(session_database: Database, memories: Memories, clock: Clock, repository: Repository) -> Procedures:
    """The procedures of a project."""
    return Procedures(ProcedureStore(session_database), memories, clock, repository.worktree)
