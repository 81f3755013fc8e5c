"""Which memories a view shows as files, by all that is installed; without any, each memory is shown as itself."""

from collections.abc import Collection, Mapping

from scrubjay.extensions.kinds.memories import StandIn
from scrubjay.model.stand_in import SaidElsewhere, StandInFile, StandInForm, StandInNote
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection


class StandIns:
    """All stand-ins together; where two say something of the same, the first counts."""

    def __init__(self, *every: StandIn[Connection]) -> None:
        self._every = every

    def ids(self, commit: str = "") -> frozenset[str]:
        """The memories that a commit, HEAD's for none, shows as files."""
        return frozenset[str]().union(*(one.ids(commit) for one in self._every))

    def within(self, connection: Connection, commit: str = "") -> frozenset[str]:
        """The same inside a read transaction."""
        return frozenset[str]().union(*(one.within(connection, commit) for one in self._every))

    def record(self, view: View) -> int:
        """Read what was indexed of a view since; returns how many files stand for a memory."""
        return sum(one.record(view) for one in self._every)

    def notes(self, view: View, paths: Collection[str]) -> Mapping[str, StandInNote]:
        """What to say of those of some files that stand for a memory, by path."""
        return {path: note for one in reversed(self._every) for path, note in one.notes(view, paths).items()}

    def form(self, text: str) -> StandInForm | None:
        """How a text is shown instead; None: as it is."""
        return next((form for one in self._every if (form := one.form(text)) is not None), None)

    def replaced(self, view: View) -> Mapping[str, tuple[str, ...]]:
        """The files of a view that stand for a superseded memory, each with what is shown of its successor."""
        return {path: newer for one in reversed(self._every) for path, newer in one.replaced(view).items()}

    def differing(self, view: View) -> Mapping[str, StandInFile]:
        """By id the files of a view that say something else than their memory."""
        return {id: file for one in reversed(self._every) for id, file in one.differing(view).items()}

    def elsewhere(self, ids: Collection[str], view: View) -> Mapping[str, SaidElsewhere]:
        """Where else some memories are said as a view sees them, by id."""
        return {id: said for one in reversed(self._every) for id, said in one.elsewhere(ids, view).items()}
