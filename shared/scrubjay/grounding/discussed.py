"""Does a discussion at a forge say what a claim says? It cites at most: what was said is of its time, and no source."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from scrubjay.discussions.named import NamedDiscussions, OpenNamed
from scrubjay.discussions.stored import UNJUDGED, Discussion, DiscussionRef, StoredPart
from scrubjay.discussions.views import HIDDEN
from scrubjay.grounding.citations import Citation
from scrubjay.grounding.passages import Passage, passages
from scrubjay.grounding.reading import SourceReading, read
from scrubjay.grounding.results import result_of, with_reading
from scrubjay.grounding.sections import SourceDocument
from scrubjay.grounding.speaks import SHARE
from scrubjay.grounding.terms import may_hold, terms
from scrubjay.grounding.threads import target_of, told_of
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind, Relation
from scrubjay.model.view import View

MOST_READ: Final = 20
"""Texts of a discussion that are compared, those that hold most of a claim's words."""

MOST_CHARACTERS: Final = 20_000
"""Of one text; what a claim may lean on is a sentence or two."""

MAY_MEAN: Final = (CitationKind.ISSUE, CitationKind.URL)
"""Citations that may mean a discussion."""


class DiscussionCheck:
    """Reads cited discussions for one worktree. `named`: whether people are named."""

    def __init__(self, kept: OpenNamed, *, named: bool = True) -> None:
        self._kept = kept
        self._named = named

    def of(self, citation: Citation, view: View, since: str = "") -> Callable[[Citation, str], CitationResult] | None:
        """What reads a citation, if it means a discussion of a repository that is kept; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        """
        kept = self._kept() if citation.kind in MAY_MEAN else None
        ref = kept.ref(citation.target) if kept else None
        return partial(self._check, kept, ref, view, since) if kept and ref else None

    def _check(
        self, kept: NamedDiscussions, ref: DiscussionRef, view: View, since: str, citation: Citation, claim: str
    ) -> CitationResult:
        """What a discussion says of a claim, in its own words."""
        issue = replace(citation, kind=CitationKind.ISSUE, target=target_of(ref))
        head = kept.head(ref)
        if head is None:
            return result_of(issue, CitationStatus.NOT_FOUND, f"no {ref.label} among what was read from the forge")
        if (standing := kept.standing(head, view)) in HIDDEN:
            return result_of(issue, CitationStatus.UNREACHABLE, standing)
        parts = kept.parts(ref)
        result = _read(
            issue, claim, head, [part for part in parts if not _is_late(part, since)], fresh=told_of(head, standing),
            named=self._named,
        )  # fmt: skip
        if not result.supports and _best(claim, [part for part in parts if _is_late(part, since)], head.told)[0]:
            return result_of(issue, CitationStatus.OWN, "said at the forge since this session began")
        return result


def _is_late(part: StoredPart, since: str) -> bool:
    return bool(since) and max(part.created_at, part.said_at) >= since


def _read(
    citation: Citation, claim: str, head: Discussion, parts: Sequence[StoredPart], *, fresh: str, named: bool
) -> CitationResult:
    said, reading = _best(claim, [part for part in parts if part.counts], head.told)
    if said is None:
        unheard, _ = _best(claim, [part for part in parts if not part.counts], head.title)
        if unheard:
            why = f"{_why_not(unheard, named=named)}; {fresh}"
            return result_of(citation, CitationStatus.UNVERIFIABLE, why)
        return replace(with_reading(citation, reading), detail=fresh)
    result = with_reading(citation, _of_its_time(reading))
    who = f" by {said.author}" if named and said.author else ""
    outsider = "" if said.member else ", an outsider whom a member answered"
    heading = f"{said.role.replace('_', ' ')}{who}{outsider}, {said.created_at[:10]}"
    return replace(result, heading=heading, detail=fresh, lines=(0, 0))


def _best(claim: str, texts: Sequence[StoredPart], title: str) -> tuple[StoredPart | None, SourceReading]:
    """The text that says most of a claim, and how; None where none speaks of it."""
    content = terms(claim).content
    if not content:
        return None, SourceReading(relation=Relation.UNREAD)
    held = [(may_hold(content, f"{title}\n{one.text[:MOST_CHARACTERS]}"), -place) for place, one in enumerate(texts)]
    best: StoredPart | None = None
    best_reading = SourceReading(relation=Relation.SILENT)
    for share, place in sorted(held, reverse=True)[:MOST_READ]:
        if share < SHARE:
            break
        reading = read(claim, _passages(texts[-place].text, title), SourceDocument())
        if reading.worth[0] and (best is None or reading.worth > best_reading.worth):
            best, best_reading = texts[-place], reading
    return best, best_reading


def _passages(text: str, title: str) -> tuple[Passage, ...]:
    """The passages of a text below its discussion's title."""
    return tuple(
        replace(passage, heading=(title, *passage.heading)) for passage in passages(text[:MOST_CHARACTERS], "markdown")
    )


def _of_its_time(reading: SourceReading) -> SourceReading:
    """A reading that neither verifies nor contradicts: no base branch vouches for it, and it may be long settled."""
    place = PlaceKind.UNKNOWN if reading.place is PlaceKind.STATES else reading.place
    if reading.relation is Relation.OTHERWISE:
        return replace(reading, relation=Relation.UNSTATED, place=place, differs=reading.differs or "says otherwise")
    return replace(reading, place=place)


def _why_not(said: StoredPart, *, named: bool) -> str:
    if said.suspicious:
        return "its words speak to the reader, so they carry nothing"
    if said.answered_at and not said.judged:
        return f"said by an outsider, and {UNJUDGED}"
    who = f"{said.author}, who" if named and said.author else "somebody who"
    return f"said by {who} can't write to the repository, and no member answered"
