"""Citations: forms of reference that are found in a claim, and who looks up what they lead to."""

from collections.abc import Callable, Iterable
from typing import Protocol

from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationResult
from scrubjay.model.view import View


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


class CitationReader(Protocol):
    """Looks up citations in what is kept, before any network is asked."""

    def of(self, citation: Citation, view: View, since: str = "") -> Callable[[Citation, str], CitationResult] | None:
        """What compares a citation with a claim, if it means something that is kept here; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        """
        ...
