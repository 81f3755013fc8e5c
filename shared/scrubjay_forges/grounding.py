"""Grounds in forge discussions: the words nearest to a memory in the discussion that it names; never a quotation."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.reading import NOTHING, SourceReading, read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.memory.grounding.terms import content, may_hold
from scrubjay.model.citation import Citation
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View
from scrubjay.settings.schema import Settings
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed, target_of, told_of
from scrubjay_forges.discussions.stored import UNJUDGED, Discussion, StoredPart
from scrubjay_forges.discussions.views import HIDDEN

MOST_READ: Final = 5
"""Texts of a discussion that are compared, those that may hold most of a memory's words."""

MOST_CHARACTERS: Final = 20_000
"""Of one text."""

MAY_MEAN: Final = (CitationKind.ISSUE, CitationKind.URL)
"""Citations that may mean a discussion."""


@dataclass(frozen=True, slots=True)
class DiscussionCheck:
    """Reads cited discussions for one worktree. `named`: whether people are named."""

    kept: OpenNamed
    named: bool = True

    def of(self, citation: Citation, view: View, since: str = "") -> Callable[[Citation, str], CitationResult] | None:
        """The function that checks a citation, if it means a discussion of a repository that is kept; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        """
        kept = self.kept() if citation.kind in MAY_MEAN else None
        ref = kept.ref(citation.target) if kept else None
        return partial(self._check, kept, ref, view, since) if kept and ref else None

    def _check(
        self, kept: NamedDiscussions, ref: DiscussionRef, view: View, since: str, citation: Citation, claim: str
    ) -> CitationResult:
        """The result of checking a citation: the words of the discussion that are nearest to a claim."""
        issue = replace(citation, kind=CitationKind.ISSUE, target=target_of(ref))
        head = kept.head(ref)
        if head is None:
            return result_of(issue, CitationStatus.NOT_FOUND, f"no {ref.label} among what was read from the forge")
        if (standing := kept.standing(head, view)) in HIDDEN:
            return result_of(issue, CitationStatus.UNREACHABLE, standing)
        fresh = told_of(head, standing)
        parts = [part for part in kept.parts(ref) if not (since and max(part.created_at, part.said_at) >= since)]
        fit = [part for part in parts if not why_not(part, named=self.named)]
        said, reading = _nearest(claim, fit)
        if said is None:
            unfit, _ = _nearest(claim, [part for part in parts if part not in fit])
            if unfit is None:
                return replace(with_reading(issue, claim, NOTHING), detail=fresh)
            why = why_not(unfit, named=self.named)
            return result_of(issue, CitationStatus.UNVERIFIABLE, f"{why}; {fresh}")
        who = f" by {said.author}" if self.named and said.author else ""
        heading = f"{said.role.replace('_', ' ')}{who}{_outsider_text(said, head)}, {said.created_at[:10]}"
        result = with_reading(issue, claim, reading, head.told)
        return replace(result, whole=False, heading=heading, detail=fresh, lines=(0, 0))


def discussion_check(open_discussions: OpenNamed, user_settings: Settings) -> DiscussionCheck:
    """The check of cited discussions, as the settings say whether people are named."""
    return DiscussionCheck(open_discussions, named=user_settings.people == "on")


def _outsider_text(said: StoredPart, head: Discussion) -> str:
    """A note on an outsider's text, and on what made it count; empty for a member's."""
    if said.member:
        return ""
    merged = head.state == "merged" and said.answered_at == head.closed_at
    return f", an outsider {'whose words were merged' if merged else 'whom a member answered'}"


def _nearest(claim: str, texts: Sequence[StoredPart]) -> tuple[StoredPart | None, SourceReading]:
    """The text that shares most words with a claim, and its reading; None if no text shares any."""
    likely = sorted(texts, key=lambda one: -may_hold(content(claim), one.text[:MOST_CHARACTERS]))[:MOST_READ]
    for text in likely:
        reading = read(claim, passages(text.text[:MOST_CHARACTERS], "markdown"), SourceDocument())
        if reading.words:
            return text, reading
    return None, NOTHING


def why_not(said: StoredPart, *, named: bool) -> str:
    """The reason why a text can't be a ground; empty where it can."""
    named = named and bool(said.author)
    who = said.author if named else "somebody"
    if said.suspicious:
        return "its words speak to the reader, so they are no ground"
    if said.hidden:
        return f"hidden at the forge: {said.hidden}"
    if said.answered_at and not said.judged and not said.member:
        return f"said by an outsider, and {UNJUDGED}"
    if not said.counts:
        return f"said by {who}{',' if named else ''} who can't write to the repository, and no member answered"
    return ""
