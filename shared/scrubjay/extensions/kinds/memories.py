"""Protocols of extensions about memories: stand-ins, proposals, needs, hearers, list guards, row laws, repairs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from scrubjay.model.memory import Memory
from scrubjay.model.of_extensions import GuardVerdict
from scrubjay.model.row_law import ValueRule
from scrubjay.model.stand_in import SaidElsewhere, StandInFile, StandInForm, StandInNote
from scrubjay.model.view import View

Reading = TypeVar("Reading", contravariant=True)
"""The connection of a read transaction: a search leaves out what a file says before it counts and limits."""


class StandIn(Protocol[Reading]):
    """Says which memories were published as files. A commit is a full id, HEAD's where it is empty."""

    def ids(self, commit: str = "") -> frozenset[str]:
        """The memories that a commit shows as files."""
        ...

    def within(self, connection: Reading, commit: str = "") -> frozenset[str]:
        """The memories that a commit shows as files, read within a transaction; cheap, since every answer asks."""
        ...

    def record(self, view: View) -> int:
        """Read what was indexed of a view since the last call; returns how many files stand for a memory."""
        ...

    def notes(self, view: View, paths: Collection[str]) -> Mapping[str, StandInNote]:
        """Notes for files that stand for a memory, by path; nothing of a quarantined memory."""
        ...

    def form(self, text: str) -> StandInForm | None:
        """How the text of a file that stands for a memory is shown; None for any other text."""
        ...

    def replaced(self, view: View) -> Mapping[str, tuple[str, ...]]:
        """The files that a superseded memory was published as, by path, each with what is shown of its successor."""
        ...

    def differing(self, view: View) -> Mapping[str, StandInFile]:
        """The files that say something else than their memory, by its id, where nothing took its place."""
        ...

    def elsewhere(self, ids: Collection[str], view: View) -> Mapping[str, SaidElsewhere]:
        """Other places that say some memories at a view, by memory id; memories said nowhere else are omitted."""
        ...


class Proposed(Protocol):
    """A memory that is proposed."""

    @property
    def memory(self) -> Memory:
        """The memory itself."""
        ...

    def lines(self) -> Iterable[str]:
        """What a person reads before they decide: the memory, why, and who would see it."""
        ...

    def as_object(self) -> Mapping[str, Any]:
        """The proposal for scripts."""
        ...


One = TypeVar("One", bound=Proposed)


class Proposing(Protocol[One]):
    """Keeps proposals and does what a person decides."""

    def waiting(self) -> tuple[One, ...]:
        """The proposals that wait, the oldest first."""
        ...

    def named(self, ids: Sequence[str]) -> tuple[One, ...]:
        """The proposals with some memory ids, or eight digits of them. Raises NotFound, UsageError."""
        ...

    def approve(self, chosen: Sequence[One], actor: str) -> tuple[str, ...]:
        """Tell others; returns what to print. Raises ScrubjayError, having told none."""
        ...

    def decline(self, chosen: Sequence[One], actor: str, reason: str) -> None:
        """Leave memories where they are, for good."""
        ...


Worktree = TypeVar("Worktree", contravariant=True)
Need = TypeVar("Need", covariant=True)


class Needing(Protocol[Worktree, Need]):
    """A function that says what needs the person. It reads a row or two, since a briefing asks it."""

    def __call__(self, workspace: Worktree) -> Iterable[Need]:
        """Each need that there is, with its number and the command that shows it."""
        ...


Recorded = TypeVar("Recorded", contravariant=True)


class SessionHearer(Protocol[Worktree, Recorded]):
    """A function that the worker calls after it read a transcript. Called twice with the same, it changes nothing."""

    def __call__(self, workspace: Worktree, session: str, recorded: Recorded | None) -> None:
        """Take what is recorded of a session, by the client's id of it; None where its client records nothing."""
        ...


class ListGuard(Protocol):
    """Remembers what sessions asked, and judges what they ask next. Thread-safe; a person is never judged."""

    def attempted(self, session: str, query: str) -> None:
        """A session asked for what isn't its own, and was refused."""
        ...

    def judge(self, session: str, authors: Collection[str]) -> GuardVerdict:
        """A verdict on how much of a list with these authors a session may see; the call itself is counted."""
        ...


class RowLaw(Protocol):
    """Says what a value of its tables must be. Made of nothing; asked whether its extension is on or off."""

    def rules(self, table: str) -> Mapping[str, ValueRule]:
        """The rules of a table, by column; empty for a table of somebody else."""
        ...


class AfterRebuild(Protocol):
    """Mends its own tables in a core file, whether its extension is on or off. Idempotent."""

    def __call__(self, connection: Any, /) -> None:
        """Called with the connection of the transaction that fills the file."""
        ...
