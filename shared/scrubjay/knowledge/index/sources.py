"""Sources: what fills the index with a searchable kind beside documents and memories, as commits do."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from scrubjay.knowledge.index.generation import hide_kind
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

Reason = tuple[str, str]
"""What couldn't be read, and why with what to do."""


class Source(Protocol):
    """A source of contents of one kind, read in from the repository or from what belongs to it."""

    @property
    def kind(self) -> str:
        """The kind of contents that this source gives."""

    @property
    def path_note(self) -> str:
        """The note where a search asks for a path: contents of this source have none."""

    def ingest(self, view: View) -> int:
        """Make searchable by keyword what a view shows; returns how many contents are new."""

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        """Show the view's contents in `temp.visible` under its number, by `show_kind`; returns the number."""

    def coverage(self, view: View) -> str:
        """Why a search may miss contents of the view; empty where all of them are searchable."""

    def unreadable(self) -> tuple[Reason, ...]:
        """The contents that couldn't be read at the last attempt, each with the reason."""


class Sources:
    """All sources of a worktree: what the worker, the commands and the search ask of each.

    `further` gives those that may come and go, as repositories of forges do, `added` those of other people's
    extensions.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        further: Callable[[], Sequence[Source]] = tuple,
        added: Callable[[], Sequence[Source]] = tuple,
    ) -> None:
        self._always = tuple(sources)
        self._further = further
        self._added = added

    @property
    def _sources(self) -> tuple[Source, ...]:
        """All sources of contents, extensions' last."""
        return (*self._always, *self._further(), *self._added())

    @property
    def added_kinds(self) -> tuple[str, ...]:
        """The kinds that extensions add; a search finds them only where it names them."""
        return tuple(source.kind for source in self._added())

    def of(self, kinds: Sequence[str]) -> tuple[Source, ...]:
        """The sources whose kind is among `kinds`."""
        return tuple(source for source in self._sources if source.kind in kinds)

    def ingest(self, view: View) -> Iterator[tuple[str, int]]:
        """Read one kind after another; yields each kind with how many of its contents are new."""
        for source in self._sources:
            yield source.kind, source.ingest(view)

    def fill_visible(self, connection: Connection, view: View, number: int, kinds: Sequence[str]) -> None:
        """Show the contents of some kinds in a view, and hide additional kinds that aren't among them."""
        for kind in self.added_kinds:
            if kind not in kinds:
                hide_kind(connection, kind, number)
        for source in self.of(kinds):
            source.fill_visible(connection, view, number)

    def unreadable(self) -> tuple[Reason, ...]:
        """The contents of all kinds that couldn't be read at the last attempt, each with the reason."""
        return tuple(reason for source in self._sources for reason in source.unreadable())
