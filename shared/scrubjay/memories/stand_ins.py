"""Which memories a view shows as files, and what is said of memories beside their words, by all that is installed."""

from collections.abc import Collection, Mapping, Sequence

from scrubjay.extensions.kinds.memory_note import MemoryNotes
from scrubjay.extensions.kinds.stand_in import StandIn
from scrubjay.model.memory_note import MemoryNote
from scrubjay.model.stand_in import StandInFile
from scrubjay.model.view import View
from scrubjay.storage import Connection


class StandIns:
    """All stand-ins and notes together; without any, every memory is shown as itself. The first note on one counts."""

    def __init__(self, stand_ins: Sequence[StandIn[Connection]] = (), notes: Sequence[MemoryNotes] = ()) -> None:
        self._stand_ins = stand_ins
        self._notes = notes

    def ids(self, commit: str = "") -> frozenset[str]:
        """The memories that a commit, HEAD's for none, shows as files."""
        return frozenset[str]().union(*(one.ids(commit) for one in self._stand_ins))

    def within(self, connection: Connection, commit: str = "") -> frozenset[str]:
        """The same inside a read transaction."""
        return frozenset[str]().union(*(one.within(connection, commit) for one in self._stand_ins))

    def record(self, view: View) -> int:
        """Read what was indexed of a view since; returns how many files stand for a memory."""
        return sum(one.record(view) for one in self._stand_ins)

    def replaced(self, view: View) -> Mapping[str, tuple[str, ...]]:
        """The files of a view that stand for a superseded memory, each with what is shown of its successor."""
        return {path: newer for one in self._stand_ins for path, newer in one.replaced(view).items()}

    def differing(self, view: View) -> Mapping[str, StandInFile]:
        """By id the files of a view that say something else than their memory."""
        return {id: file for one in self._stand_ins for id, file in one.differing(view).items()}

    def notes_on(self, ids: Collection[str], view: View) -> Mapping[str, MemoryNote]:
        """What to say of some memories as a view sees them, by id."""
        return {id: note for one in reversed(self._notes) for id, note in one.notes_on(ids, view).items()}
