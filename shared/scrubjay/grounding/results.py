"""How what was found of a citation is written down."""

from scrubjay.grounding.citations import Citation
from scrubjay.grounding.naming import unnamed
from scrubjay.grounding.reading import SHOWN, SourceReading
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.secrets import mask

NOT_SPOKEN = "no word of it stands there"


def result_of(citation: Citation, status: CitationStatus, detail: str = "", *, path: str = "") -> CitationResult:
    """What became of a citation whose text wasn't read."""
    return CitationResult(
        kind=citation.kind, text=citation.text, target=citation.target, status=status, path=path, detail=detail[:SHOWN]
    )


def with_reading(citation: Citation, claim: str, reading: SourceReading, *titles: str) -> CitationResult:
    """A citation that resolved, with the source's words, masked, and what of the claim they don't name.

    `titles` name the source beside its words: its path, the title of its document, the project. What names the place
    itself needs no naming; of `NAME = value` only the name does that.
    """
    words, heading = mask(reading.words).text, mask(reading.heading).text
    symbol = citation.text.partition("=")[0] if citation.kind is CitationKind.SYMBOL else ""
    beside = claim if symbol else claim.replace(citation.text, " ")
    return CitationResult(
        kind=citation.kind,
        text=citation.text,
        target=citation.target,
        status=CitationStatus.RESOLVED,
        whole=reading.whole,
        lines=reading.lines,
        words=words,
        heading=heading,
        place=reading.place,
        lacks=() if reading.whole or not words else unnamed(beside, words, heading, symbol, *titles),
        detail="" if words else NOT_SPOKEN,
    )
