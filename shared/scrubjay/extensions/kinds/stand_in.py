"""Stand-ins: files that say what memories say, so that a view shows the file or the memory, never both."""

from collections.abc import Collection, Mapping
from typing import Protocol, TypeVar

from scrubjay.model.stand_in import SaidElsewhere, StandInFile, StandInForm, StandInNote
from scrubjay.model.view import View

Reading = TypeVar("Reading", contravariant=True)
"""The connection of a read transaction: a search leaves out what a file says before it counts and limits."""


class StandIn(Protocol[Reading]):
    """Says which memories files stand for. A commit is a full id, HEAD's where it is empty."""

    def ids(self, commit: str = "") -> frozenset[str]:
        """The memories that a commit shows as files."""
        ...

    def within(self, connection: Reading, commit: str = "") -> frozenset[str]:
        """The same inside a read transaction; on the way of every answer, so free where no file stands for one."""
        ...

    def record(self, view: View) -> int:
        """Read what was indexed of a view since; returns how many files stand for a memory."""
        ...

    def notes(self, view: View, paths: Collection[str]) -> Mapping[str, StandInNote]:
        """What to say of those of some files that stand for a memory, by path; nothing of a quarantined one."""
        ...

    def form(self, text: str) -> StandInForm | None:
        """How a text of such a file is shown; None for any other text."""
        ...

    def replaced(self, view: View) -> Mapping[str, tuple[str, ...]]:
        """The files of a view that stand for a superseded memory, by path, each with what is shown of its successor."""
        ...

    def differing(self, view: View) -> Mapping[str, StandInFile]:
        """By id the files that say something else than their memory, where nothing took its place."""
        ...

    def elsewhere(self, ids: Collection[str], view: View) -> Mapping[str, SaidElsewhere]:
        """Where else some memories are said, as a view sees them, by id; what is said nowhere else is left out."""
        ...
