"""Does the repository itself say so? HEAD is searched for what speaks of a claim, and for what says otherwise."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.commits.commits import CommitIndex
from scrubjay.documents.adr import looks_like_decision
from scrubjay.documents.documents import Documents
from scrubjay.documents.in_force import ENDED_STATUSES
from scrubjay.documents.text import decode
from scrubjay.git.base import BaseTracker
from scrubjay.git.commits import resolve_commit
from scrubjay.git.lookup import Lookup
from scrubjay.git.process import Git
from scrubjay.grounding.citations import Citation
from scrubjay.grounding.counting import READ_MOST, Counting
from scrubjay.grounding.passages import message_passages, passages
from scrubjay.grounding.reading import SourceReading, read
from scrubjay.grounding.results import UNDECIDED, kind_of_text, with_reading
from scrubjay.grounding.sections import SourceDocument, source_of
from scrubjay.grounding.speaks import bears_on
from scrubjay.grounding.terms import contained_terms, terms
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind, Relation
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.privacy import without_addresses
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.retrieval.scope import Filters

CANDIDATES: Final = 20
"""Passages of the index that are compared with a claim."""

READ: Final = 5
"""Of these, those whose whole documents are read."""

OFFERED: Final = 3
"""Places that a caller is shown when none speaks of the claim."""

RAREST: Final = 8
"""Words of a claim that are looked up, the rarest."""

QUERY: Final = 1_000
"""Characters of a claim that are looked up."""


UNNAMED: Final = 0.5
"""Of a claim's content words that a passage, and its best sentence, hold on average if nobody named it: ADR 0044."""

MESSAGE: Final = 0.65
"""The same of a commit message, which tells what was once done."""

FEWEST: Final = 3
"""Content words that stand in such a passage itself."""

SILENT: Final = SourceReading(relation=Relation.SILENT)

Read = tuple[CitationResult, SourceReading]
"""What was found of a place or message, and how it reads."""


@dataclass(frozen=True, slots=True)
class SupportResult:
    """What HEAD says unasked: a source that speaks of the claim, sources that say otherwise, and the nearest places."""

    citation: CitationResult | None
    against: tuple[CitationResult, ...]
    nearest: tuple[str, ...]


class SupportSearch:
    """Searches the documents of one worktree, then its commits, by words."""

    def __init__(
        self, git: Git, base: BaseTracker, documents: Documents, commits: CommitIndex, retriever: HybridRetriever
    ) -> None:
        self._git = git
        self._base = base
        self._documents = documents
        self._commits = commits
        self._retriever = retriever

    def find(self, claim: str, view: View, start: str = "") -> SupportResult:
        """Compare the claim, without its citations, with what HEAD shows. Records that don't hold are left out.

        `start` is the commit at which the session that claims began.
        """
        void = self._void(view)
        hits = [hit for hit in self._sharing(claim, view, "document", "decision") if hit.path not in void]
        bearing = [hit for hit in hits if bears_on(claim, f"{hit.title}\n{hit.heading}\n{hit.text}", hit.text)][:READ]
        with self._documents.objects() as objects:
            counting = Counting(self._git, self._base, objects, view, start)
            results = [self._document(claim, hit, view, objects, counting) for hit in bearing]
            against = tuple(citation for citation, _ in results if citation.relation is Relation.OTHERWISE)
            best = _best(claim, results) or _best(claim, self._messages(claim, view, objects, counting))
            best = best or _best(claim, results, CitationStatus.UNMERGED)
        return SupportResult(
            best, against, tuple(f"{hit.path}:{hit.start_line}-{hit.end_line}" for hit in hits[:OFFERED])
        )

    def _void(self, view: View) -> frozenset[str]:
        return frozenset(
            entry.path
            for entry in self._documents.decisions(view)
            if entry.standing.superseded_by or entry.decision.status in ENDED_STATUSES | UNDECIDED
        )

    def _document(self, claim: str, hit: Hit, view: View, objects: Lookup, counting: Counting) -> Read:
        """How a found place stands to a claim, by its whole document: a piece doesn't show what it is."""
        path, lines = hit.path, (hit.start_line, hit.end_line)
        citation = Citation(
            kind=CitationKind.PLACE, text=f"{path}:{lines[0]}-{lines[1]}", start=0, end=0, target=path, lines=lines
        )
        entry = objects.find(hit.blob, READ_MOST)
        if entry.kind != "blob":  # git lacks it by now: what can't be read supports nothing
            return CitationResult(
                kind=citation.kind, text=citation.text, target=path, status=CitationStatus.NOT_FOUND, attached=True
            ), SILENT
        reading = _read(claim, path, decode(entry.content).text, lines)
        result = replace(with_reading(citation, reading), path=path, blob=hit.blob, commit=view.commit, attached=True)
        if not result.supports:
            return result, reading
        status = counting.lines(
            path,
            hit.blob,
            result.lines,
            lambda then: with_reading(citation, _read(claim, path, then)).grade >= result.grade,
        )
        return (
            result if status is result.status else replace(result, status=status, detail=counting.describe(status))
        ), reading

    def _messages(self, claim: str, view: View, objects: Lookup, counting: Counting) -> Iterable[Read]:
        undone = {sha for revert in self._commits.reverts(view) for sha in (revert.sha, revert.reverted_by)}
        for hit in self._sharing(claim, view, "commit"):
            if hit.blob in undone:
                continue
            citation = Citation(
                kind=CitationKind.COMMIT, text=f"commit {hit.blob[:10]}", start=0, end=0, target=hit.blob
            )
            relation = resolve_commit(self._git, objects, hit.blob, view.commit, lambda _: True)
            reading = read(claim, message_passages(without_addresses(relation.message)), SourceDocument())
            if with_reading(citation, reading).supports and counting.commit(hit.blob) is CitationStatus.RESOLVED:
                yield replace(with_reading(citation, reading), commit=hit.blob, attached=True), reading

    def _sharing(self, claim: str, view: View, *kinds: str) -> tuple[Hit, ...]:
        return self._retriever.sharing_words(claim[:QUERY], view, Filters(kinds=kinds), CANDIDATES, RAREST)


def unnamed(support: SupportResult, cited: Iterable[CitationResult]) -> CitationResult | None:
    """The passage that vouches without being named: where no named source does, and none that was read says less.

    Nor where a source says otherwise; one that says the same stands whatever else was named.
    """
    named = tuple(cited)
    if support.citation is None or any(citation.supports for citation in named):
        return None
    less = any(citation.relation in _LESS or citation.lacks for citation in named) or bool(support.against)
    return None if less and support.citation.relation is not Relation.SAME else support.citation


_LESS = frozenset({Relation.UNSTATED, Relation.OTHERWISE})


def doubted(citation: CitationResult, against: Iterable[CitationResult]) -> CitationResult:
    """A source beside what says otherwise: where another current document gives another figure it doesn't state."""
    rival = next((other.path for other in against if other.path != citation.path), "")
    if not rival or citation.place is not PlaceKind.STATES:
        return citation
    return replace(citation, place=PlaceKind.TAKEN_BACK, detail=f"{rival} says otherwise")


def _read(claim: str, path: str, text: str, lines: tuple[int, int] = (0, 0)) -> SourceReading:
    source = source_of(path, text, record=looks_like_decision(path))
    return read(claim, passages(text, kind_of_text(path), lines), source)


def _best(
    claim: str, results: Iterable[Read], status: CitationStatus = CitationStatus.RESOLVED
) -> CitationResult | None:
    """Of what vouches unasked, and counts so far, what says most."""
    vouching = [
        (citation, reading)
        for citation, reading in results
        if citation.status is status and citation.potential_grade is not Grade.UNCONFIRMED and vouches(claim, reading)
    ]
    return max(vouching, key=lambda pair: (pair[0].potential_grade, pair[1].worth), default=(None, None))[0]


def vouches(claim: str, reading: SourceReading) -> bool:
    """Whether a passage that nobody named says enough of a claim: chance finds some words of any claim somewhere."""
    least = MESSAGE if reading.place is PlaceKind.MESSAGE else UNNAMED
    shared = len(contained_terms(terms(claim).content, reading.words))
    enough = reading.share >= least and shared >= FEWEST and not reading.differs
    return enough or reading.relation is Relation.SAME
