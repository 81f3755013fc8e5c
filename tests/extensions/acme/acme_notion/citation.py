"""A citation: the number of a ticket, ACME-12."""

import re
from collections.abc import Iterator

from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus

TICKET = re.compile(r"\bACME-(\d{1,7})\b")
TITLES = {"12": "Parcels are weighed at the gate."}


class Ticket:
    """Finds tickets, and knows one."""

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Every ticket that a text names."""
        for match in TICKET.finditer(text):
            yield match.start(), match.end(), match[1]

    def resolve(self, target: str) -> CitationResult:
        """Its title."""
        words = TITLES.get(target, "")
        status = CitationStatus.RESOLVED if words else CitationStatus.NOT_FOUND
        return CitationResult(
            kind=CitationKind.REFERENCE, text=f"ACME-{target}", target=target, status=status, words=words
        )
