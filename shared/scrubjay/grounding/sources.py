"""Who says it? What a caller claims counts only as far as it can be established; text never decides."""

from collections.abc import Iterable
from dataclasses import dataclass

from scrubjay.model.evidence import CitationKind, CitationResult, Source

_PROVED_BY = {
    Source.ADR: frozenset({CitationKind.ADR}),
    Source.COMMIT: frozenset({CitationKind.COMMIT}),
    Source.DOCUMENTATION: frozenset({CitationKind.PLACE, CitationKind.ADR}),
}


@dataclass(frozen=True, slots=True)
class Channel:
    """How a claim came in: over the command line, on a terminal there, or as an answer to a question of ours."""

    command_line: bool = False
    terminal: bool = False
    elicited: bool = False
    quoted: bool = False
    """The `quote` stands in a turn of the user in this session's transcript."""


def established(claimed: str, channel: Channel, citations: Iterable[CitationResult]) -> tuple[Source, str]:
    """The source that counts, and what to tell the caller where it isn't the one claimed; else an empty text."""
    asked = claimed.strip().lower()
    if channel.elicited or channel.quoted or (channel.terminal and asked in {"", "user"}):
        return Source.USER, ""
    fallback = Source.MANUAL if channel.command_line else Source.AGENT
    if asked in {"", fallback}:
        return fallback, ""
    proving = {Source(name): kinds for name, kinds in _PROVED_BY.items()}
    for source, kinds in proving.items():
        if asked == source and any(one.carries and one.kind in kinds for one in citations):
            return source, ""
    return fallback, f"source {asked[:40]!r} could not be established: it counts as {fallback}"
