"""A named record that no longer holds, beside its successor's words that stand nearest to those that were named."""

from collections.abc import Mapping

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.in_force import ENDED_STATUSES
from scrubjay.knowledge.documents.selection import written_as
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.memory.freshness.merged import READ_MOST
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.privacy.secrets.masking import mask


def superseded(
    git: Git, citation: CitationResult, entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]
) -> Ground:
    """The ground of a record that ended; `decisions` are the view's, by path."""
    paths = [path for path in entry.standing.superseded_by if path in decisions]
    names = ", ".join(decisions[path].decision.name for path in paths)
    return Ground(
        text=citation.text,
        path=citation.path,
        status=CitationStatus.SUPERSEDED,
        detail=f"by {names}" if names else entry.decision.status,
        words=_nearest(git, citation.words, decisions[paths[0]]) if paths else "",
    )


def _nearest(git: Git, words: str, successor: DecisionEntry) -> str:
    from scrubjay.memory.grounding.passages import passages  # late: few records are superseded, and reading is heavy
    from scrubjay.memory.grounding.reading import read
    from scrubjay.memory.grounding.sections import source_of

    with ObjectReader(git) as reader:
        text = mask(reader.read(successor.blob, READ_MOST).decode("utf-8", "replace")).text
    source = source_of(successor.path, text, record=True)
    return read(words, passages(text, written_as(successor.path)), source).words


def is_void(entry: DecisionEntry | None) -> bool:
    """Whether a record is replaced or out of force."""
    return entry is not None and (bool(entry.standing.superseded_by) or entry.decision.status in ENDED_STATUSES)
