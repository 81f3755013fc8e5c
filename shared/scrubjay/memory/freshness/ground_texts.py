"""Grounds that stand outside of git: all sources of their texts as one; none at all is fine."""

from collections.abc import Collection, Sequence

from scrubjay.extensions.kinds.grounds import GroundText
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.model.evidence import CitationResult
from scrubjay.model.view import View


class GroundTexts:
    """Asks each source of one worktree. Thread-safe."""

    def __init__(self, sources: Sequence[GroundText]) -> None:
        self._sources = tuple(sources)

    def generation(self) -> object:
        """Another value after each change of what is kept."""
        return tuple(one.generation() for one in self._sources)

    def of_here(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text that this project keeps."""
        return any(one.of_here(citation) for one in self._sources)

    def moved(self, cited: Collection[tuple[str, str]], view: View) -> frozenset[str]:
        """Of some targets, each with the words that were relied on, those that don't say so any more at a view."""
        return frozenset(target for one in self._sources for target in one.moved(cited, view))

    def ground(self, citation: CitationResult, view: View) -> Ground | None:
        """A citation as it is at a view; None for one that no text of a source resolved."""
        source = next((one for one in self._sources if one.holds(citation)), None)
        if source is None:
            return None
        status, detail, words = source.standing(citation, view)
        return Ground(text=citation.text, path="", status=status, detail=detail, words=words)
