"""How is what was found of a citation written down?"""

from scrubjay.documents.formats import format_of
from scrubjay.grounding.citations import Citation
from scrubjay.grounding.passages import Written
from scrubjay.grounding.reading import SHOWN, SourceReading
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.secrets import mask

UNDECIDED = frozenset({"proposed", "draft", "provisional", "on hold", "rfc", "pending", "under discussion"})
"""Statuses of records that weigh a decision and haven't made it."""

PROSE = (".md", ".markdown", ".mdx", ".rst", ".rest", ".adoc", ".asciidoc", ".asc", ".txt")


def is_prose(path: str) -> bool:
    """Whether a file is a document rather than code or configuration."""
    return path.lower().endswith(PROSE)


def kind_of_text(path: str) -> Written:
    """How a cited file is read: as the document that its name says, else as code, whatever its language."""
    return format_of(path) if is_prose(path) or format_of(path) == "kep" else "code"


def result_of(citation: Citation, status: CitationStatus, detail: str = "", *, path: str = "") -> CitationResult:
    """What became of a citation whose text wasn't compared."""
    return CitationResult(
        kind=citation.kind, text=citation.text, target=citation.target, status=status, path=path, detail=detail[:SHOWN]
    )


def with_reading(citation: Citation, reading: SourceReading) -> CitationResult:
    """A citation that resolved, with how its source stands to the claim; the source's words are masked."""
    return CitationResult(
        kind=citation.kind,
        text=citation.text,
        target=citation.target,
        status=CitationStatus.RESOLVED,
        relation=reading.relation,
        lines=reading.lines,
        words=mask(reading.words).text[:SHOWN],
        heading=mask(reading.heading).text,
        place=reading.place,
        lacks=reading.lacks,
        differs=reading.differs,
    )
