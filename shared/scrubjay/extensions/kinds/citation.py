"""Citation: finds one form of reference in a claim, and says what stands there."""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.model.evidence import CitationResult


class CitationForm(Protocol):
    """One form of reference, such as the number of a ticket. It grounds a claim; a memory is never quoted from it."""

    def find(self, text: str) -> Iterable[tuple[int, int, str]]:
        """Where it stands: start, end and what is looked up, spans in order and apart. Pure; linear in the text."""
        ...

    def resolve(self, target: str) -> CitationResult:
        """What stands there now, at most 300 characters of it, or that nothing does; within 250 ms.

        May raise ScrubjayError: the citation is then unverifiable.
        """
        ...
