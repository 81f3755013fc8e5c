"""Texts of grounds that stand outside of git: how a cited one is now."""

from collections.abc import Collection
from typing import Protocol

from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.model.view import View


class GroundText(Protocol):
    """Looks at what memories cite, for one worktree. Thread-safe."""

    def generation(self) -> object:
        """Another value after each change of what is kept."""
        ...

    def holds(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text of this source, wherever that is kept."""
        ...

    def of_here(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text that this project keeps."""
        ...

    def moved(self, cited: Collection[tuple[str, str]], view: View) -> frozenset[str]:
        """Of some targets, each with the words that were relied on, those that don't say so any more at a view."""
        ...

    def standing(self, citation: CitationResult, view: View) -> tuple[CitationStatus, str, str]:
        """Its status at a view, what to say of it, and the words that stand in the place of those that are gone."""
        ...
