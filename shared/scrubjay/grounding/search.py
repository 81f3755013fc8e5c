"""Does the repository itself say so? HEAD is searched for a claim that names no source."""

from dataclasses import dataclass
from typing import Final

from scrubjay.documents.current import GONE
from scrubjay.documents.service import Documents
from scrubjay.errors import NotFound
from scrubjay.grounding.cited import QUOTED, UNDECIDED
from scrubjay.grounding.sentences import sentences
from scrubjay.grounding.statements import is_weighed, stated, statements
from scrubjay.grounding.support import Assessment, assess
from scrubjay.grounding.words import ACTIONS, words
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Relation
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.retrieval.scope import Filters

CANDIDATES: Final = 20
"""Passages that are compared with a claim."""

OFFERED: Final = 3
"""Passages that a caller is shown when none supports the claim."""

RAREST: Final = 8
"""Words of a claim that are looked up, the rarest. What supports it holds nearly all: of 180 sentences, as they stood
or changed, each found the same with 8 as with 12; with 5 three didn't."""

QUERY: Final = 1_000
"""Characters of a claim that are looked up."""


@dataclass(frozen=True, slots=True)
class Found:
    """What HEAD says: a citation that supports or contradicts the claim, else None, and the nearest places."""

    citation: CitationResult | None
    nearest: tuple[str, ...]


class SupportSearch:
    """Searches documents, then commits, by words: what supports a claim word by word shares its words."""

    def __init__(self, documents: Documents, retriever: HybridRetriever) -> None:
        self._documents = documents
        self._retriever = retriever

    def find(self, claim: str, view: View, bare: str = "") -> Found:
        """Compare the claim with what HEAD shows. A decision that no longer holds, or isn't made yet, is left out.

        `bare` is a claim that names sources, without these. What says only that is offered, not taken: it would be kept
        with a false attribution. What names the same source in the same words is taken: "Errors follow RFC 7807".
        """
        entries = {entry.path: entry for entry in self._documents.decisions(view)}
        void = {
            path
            for path, entry in entries.items()
            if entry.standing.superseded_by or entry.decision.status in GONE | UNDECIDED
        }
        said = bare or claim
        asked = said if len(words(said)) >= RAREST else claim
        hits = [hit for hit in self._sharing(asked, view, "document", "decision") if hit.path not in void]
        against: CitationResult | None = None
        other: CitationResult | None = None
        for hit in hits:
            if is_weighed(hit.heading):
                continue
            if (seen := self._seen(claim, hit, view)).support is Relation.SAME:
                return Found(_attached(hit, view, seen), ())
            seen = self._seen(bare, hit, view) if bare else seen
            if seen.support is Relation.SAME:
                other = other or _attached(hit, view, seen)
            elif seen.support is Relation.OTHERWISE and hit.path in entries:
                against = against or _attached(hit, view, seen)
        if other is None and against is None:
            if done := self._done(claim, view):
                return Found(done, ())
            other = self._done(bare, view) if bare else None
        nearest = tuple(_place(hit) for hit in hits[:OFFERED])
        return Found(None, (other.text, *nearest)) if other else Found(against, nearest)

    def _seen(self, claim: str, hit: Hit, view: View) -> Assessment:
        """How a passage stands to a claim; the dearer looks are taken only at what speaks of it."""
        seen = assess(claim, sentences(hit.text))
        if seen.support is not Relation.SILENT:  # most passages: what they state needn't be told from what they weigh
            seen = assess(claim, statements(hit.text))
        if seen.support is Relation.SAME:
            seen = assess(claim, self._stated(hit, view))
        return seen

    def _stated(self, hit: Hit, view: View) -> tuple[str, ...]:
        """What a passage states, by its document: a piece of a list of options, or of code, doesn't show what it is."""
        try:
            whole = self._documents.text(view, hit.path).text
        except NotFound:  # git lacks it by now: what can't be read supports nothing
            return ()
        return sentences(stated(whole, (hit.start_line, hit.end_line)))

    def told(self, claim: str, view: View) -> str:
        """The commit whose message says what a claim says, unless a newer one says otherwise; empty without one.

        A message tells what was done, not what holds: it confirms a claim that waits, and grounds none by itself.
        """
        hit, _ = self._message(claim, view)
        return hit.blob if hit else ""

    def _done(self, claim: str, view: View) -> CitationResult | None:
        """A commit that did what the claim says was done: "Fix the overflow" for "the overflow was fixed"."""
        deeds = {word.form for word in words(claim)} & ACTIONS
        hit, sentence = self._message(claim, view) if deeds else (None, "")
        first = words(sentence)[:1]
        if hit is None or not first or first[0].form not in deeds:
            return None
        return CitationResult(
            CitationKind.COMMIT, f"commit {hit.blob[:10]}", hit.blob, CitationStatus.RESOLVED, Relation.SAME,
            commit=hit.blob, words=sentence[:QUOTED], attached=True,
        )  # fmt: skip

    def _message(self, claim: str, view: View) -> tuple[Hit | None, str]:
        """The newest commit that speaks of a claim, with its sentence, if it says the same."""
        for hit in sorted(self._sharing(claim, view, "commit"), key=lambda one: one.changed_at, reverse=True):
            seen = assess(claim, sentences(f"{hit.title}\n\n{hit.text}"))
            if seen.support is Relation.SAME:
                return hit, seen.sentence
            if seen.support is Relation.OTHERWISE:
                break
        return None, ""

    def _sharing(self, claim: str, view: View, *kinds: str) -> tuple[Hit, ...]:
        return self._retriever.sharing_words(claim[:QUERY], view, Filters(kinds=kinds), CANDIDATES, RAREST)


def _place(hit: Hit) -> str:
    return f"{hit.path}:{hit.start_line}-{hit.end_line}"


def _attached(hit: Hit, view: View, seen: Assessment) -> CitationResult:
    return CitationResult(
        CitationKind.PLACE, _place(hit), hit.path, CitationStatus.RESOLVED, seen.support, path=hit.path,
        lines=(hit.start_line, hit.end_line), blob=hit.blob, commit=view.commit, words=seen.sentence[:QUOTED],
        attached=True,
    )  # fmt: skip
