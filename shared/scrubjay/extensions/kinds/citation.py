"""Readers of a form of citation: who looks up what a memory names in such words."""

from collections.abc import Callable
from typing import Protocol

from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationResult
from scrubjay.model.view import View


class CitationReader(Protocol):
    """Looks up citations in what is kept, before any network is asked."""

    def of(self, citation: Citation, view: View, since: str = "") -> Callable[[Citation, str], CitationResult] | None:
        """What compares a citation with a claim, if it means something that is kept here; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        """
        ...
