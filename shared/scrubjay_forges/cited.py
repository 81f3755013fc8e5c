"""Current state of cited discussions: one that is deleted, edited or forgotten no longer supports a memory."""

from collections.abc import Collection

from scrubjay.memory.freshness.grounds import replacement, still_stands
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.sentences import sentences
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed, ref_of, told_of
from scrubjay_forges.discussions.views import HIDDEN


class CitedDiscussions:
    """Tells how discussions that memories cite stand at a view, for one worktree. Thread-safe."""

    def __init__(self, open_discussions: OpenNamed) -> None:
        self._kept = open_discussions

    def generation(self) -> object:
        """A value that changes with every change of what is kept, for use in cache keys."""
        kept = self._kept()
        return kept.generation() if kept else None

    def of_here(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a discussion of a repository that this project keeps."""
        ref, kept = ref_of(citation.target) if self.holds(citation) else None, self._kept()
        return bool(ref and kept and ref.repository in kept.repositories())

    def moved(self, cited: Collection[tuple[str, str]], view: View) -> frozenset[str]:
        """The targets whose source no longer says the cited words at a view; `cited` has pairs (target, words)."""
        kept = self._kept() if cited else None
        return frozenset(
            target
            for target, words in cited
            if self._stands(kept, target, words, view)[0] is not CitationStatus.RESOLVED
        )

    def holds(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a discussion that is kept, not by a tracker."""
        return citation.kind is CitationKind.ISSUE and ref_of(citation.target) is not None

    def standing(self, citation: CitationResult, view: View) -> tuple[CitationStatus, str, str]:
        """A citation's status at a view, a note about it, and the source's present words if the cited ones are gone."""
        return self._stands(self._kept(), citation.target, citation.words, view)

    def _stands(
        self, kept: NamedDiscussions | None, target: str, words: str, view: View
    ) -> tuple[CitationStatus, str, str]:
        """A citation's status at a view, a note about it, and the source's present words if the cited ones are gone."""
        ref = ref_of(target)
        head = kept.head(ref) if kept and ref else None
        if kept is None or ref is None or head is None:
            return CitationStatus.GONE, "not among what was read from the forge any more", ""
        if (standing := kept.standing(head, view)) in HIDDEN:
            return CitationStatus.UNREACHABLE, standing, ""
        said = "\n\n".join(part.text for part in kept.parts(ref) if part.counts)
        text = mask(said).text
        current = sentences(text)
        if not words or still_stands(words, "", text):
            return CitationStatus.RESOLVED, told_of(head, standing), ""
        return CitationStatus.CHANGED, told_of(head, standing), replacement(words, current)
