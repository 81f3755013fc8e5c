"""Does a discussion at a forge say what a claim says? It cites at most: what was said is of its time, and no source."""

from collections.abc import Callable, Collection, Mapping, Sequence
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
from scrubjay.grounding.speakers import speakers
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


Persons = Callable[[str, str], Mapping[str, str]]
"""The names that the commits behind one show, by login in lower case, of those with an account at a host."""


class DiscussionCheck:
    """Reads cited discussions for one worktree. `named`: whether people are named; `persons` tells logins' names."""

    def __init__(self, kept: OpenNamed, *, named: bool = True, persons: Persons = lambda commit, host: {}) -> None:
        self._kept = kept
        self._named = named
        self._persons = persons

    def of(
        self, citation: Citation, view: View, since: str = "", *, decides: bool = False
    ) -> Callable[[Citation, str], CitationResult] | None:
        """What reads a citation, if it means a discussion of a repository that is kept; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        What the project `decides` is said by its members alone.
        """
        kept = self._kept() if citation.kind in MAY_MEAN else None
        ref = kept.ref(citation.target) if kept else None
        return partial(self._check, kept, ref, view, since, decides) if kept and ref else None

    def _check(
        self, kept: NamedDiscussions, ref: DiscussionRef, view: View, since: str, decides: bool,
        citation: Citation, claim: str,
    ) -> CitationResult:  # fmt: skip
        """What a discussion says of a claim, in its own words."""
        issue = replace(citation, kind=CitationKind.ISSUE, target=target_of(ref))
        head = kept.head(ref)
        if head is None:
            return result_of(issue, CitationStatus.NOT_FOUND, f"no {ref.label} among what was read from the forge")
        if (standing := kept.standing(head, view)) in HIDDEN:
            return result_of(issue, CitationStatus.UNREACHABLE, standing)
        parts = kept.parts(ref)
        persons = self._persons(view.commit, ref.repository.partition("/")[0])
        who = speakers(claim, [head.author, *(part.author for part in parts)], persons, ref.repository)

        def unfit(part: StoredPart) -> str:
            return why_not(part, who, decides=decides, named=self._named)

        called = " ".join(f"{login} @{login} {persons.get(login, '')}" for login in sorted(who))
        result = _read(
            issue, claim, head, called, [part for part in parts if not _is_late(part, since)], unfit,
            fresh=told_of(head, standing), named=self._named,
        )  # fmt: skip
        late = [part for part in parts if _is_late(part, since) and not unfit(part)]
        if not result.supports and _best(claim, late, f"{head.told} {called}")[0]:
            return result_of(issue, CitationStatus.OWN, "said at the forge since this session began")
        return result


def _is_late(part: StoredPart, since: str) -> bool:
    return bool(since) and max(part.created_at, part.said_at) >= since


def _read(
    citation: Citation, claim: str, head: Discussion, called: str, parts: Sequence[StoredPart],
    unfit: Callable[[StoredPart], str], *, fresh: str, named: bool,
) -> CitationResult:  # fmt: skip
    """`called` are the names of whom the claim names, which no text of theirs needs to say."""
    said, reading = _best(claim, [part for part in parts if not unfit(part)], f"{head.told} {called}")
    if said is None:
        unheard, _ = _best(claim, [part for part in parts if unfit(part)], f"{head.title} {called}")
        if unheard:
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"{unfit(unheard)}; {fresh}")
        return replace(with_reading(citation, reading), detail=fresh)
    result = with_reading(citation, _of_its_time(reading))
    who = f" by {said.author}" if named and said.author else ""
    heading = f"{said.role.replace('_', ' ')}{who}{_outside(said, head)}, {said.created_at[:10]}"
    return replace(result, heading=heading, detail=fresh, lines=(0, 0))


def _outside(said: StoredPart, head: Discussion) -> str:
    """Whose word an outsider's is, and what made it count."""
    if said.member:
        return ""
    merged = head.state == "merged" and said.answered_at == head.closed_at
    return f", an outsider {'whose words were merged' if merged else 'whom a member answered'}"


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


def why_not(said: StoredPart, named_speakers: Collection[str] = (), *, decides: bool = False, named: bool) -> str:
    """Why a text carries nothing of a claim that names some speakers; empty where it may."""
    named = named and bool(said.author)
    who = said.author if named else "somebody"
    if said.suspicious:
        return "its words speak to the reader, so they carry nothing"
    if said.hidden:
        return f"hidden at the forge: {said.hidden}"
    if said.answered_at and not said.judged and not said.member:
        return f"said by an outsider, and {UNJUDGED}"
    if not said.counts:
        return f"said by {who}{',' if named else ''} who can't write to the repository, and no member answered"
    if named_speakers and said.author.lower() not in named_speakers:
        return f"said by {who}, not by whom the claim names"
    if decides and not said.member:
        return f"said by {who}, an outsider, who decides nothing here"
    return ""
