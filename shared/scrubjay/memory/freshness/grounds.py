"""State of the places that memories name, at another commit: values and the decision over them; no I/O."""

import re
from collections.abc import Collection, Sequence

from scrubjay.extensions.kinds.grounds import GroundText
from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.documents.selection import written_as
from scrubjay.knowledge.documents.values import UNDECIDED_STATUSES
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.sentences import holds_words, sentences
from scrubjay.text.words import STOP_WORDS, words

_ORDER = (
    CitationStatus.GONE, CitationStatus.NOT_FOUND, CitationStatus.AMBIGUOUS, CitationStatus.SUPERSEDED,
    CitationStatus.CHANGED, CitationStatus.REVERTED, CitationStatus.UNREACHABLE, CitationStatus.FAILED,
    CitationStatus.UNVERIFIABLE, CitationStatus.OWN, CitationStatus.UNMERGED, CitationStatus.RESOLVED,
)  # fmt: skip
"""The gravest first."""

_FINE = (
    CitationStatus.RESOLVED, CitationStatus.FAILED, CitationStatus.UNVERIFIABLE, CitationStatus.OWN,
    CitationStatus.UNMERGED,
)  # fmt: skip
"""Statuses that say nothing against a source: it stands, will once it is merged, or can't be looked at."""

AS_FOUND = (
    CitationStatus.NOT_FOUND, CitationStatus.AMBIGUOUS, CitationStatus.REVERTED, CitationStatus.UNVERIFIABLE,
    CitationStatus.FAILED,
)  # fmt: skip
"""Statuses of sources that no file or commit stands for, so that they stay as they were found."""

ABSENT = (
    CitationStatus.NOT_FOUND, CitationStatus.GONE, CitationStatus.UNREACHABLE, CitationStatus.AMBIGUOUS,
)  # fmt: skip
"""Statuses of sources that a claim names and that weren't there when it was made."""

_PARAGRAPHS = pattern(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)|^[#=]+ .*$", re.MULTILINE)
_ITEM = pattern(r"\A\s*(?:[-*+•]|\d+[.)])\s+")

MIN_SHARED_WORDS = 0.3
"""Share of common words from which on one sentence counts as the new form of another."""

MAX_QUOTE = 500
"""Characters of a quoted source that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One citation of a memory in its current state.

    `since` is the commit that changed it, `detail` what happened to it, `words` the text in its place now, masked;
    `lines` and `heading` are where a sentence stands that moved within its source.
    """

    text: str
    path: str
    status: CitationStatus
    since: str = ""
    detail: str = ""
    citation: CitationResult | None = None
    words: str = ""
    lines: tuple[int, int] = (0, 0)
    heading: str = ""

    @property
    def present(self) -> str:
        """The source's words as they stand now; empty where they are gone."""
        stands = self.citation is not None and self.status in _FINE
        return self.citation.words if self.citation is not None and stands else self.words

    @property
    def grade(self) -> Grade:
        """The grade that this ground gives its memory now."""
        if self.citation is None or self.status is not CitationStatus.RESOLVED:
            return Grade.SAID
        return self.citation.potential_grade

    @property
    def fallen(self) -> bool:
        """Whether this ground makes its memory fall: it is gone, superseded, or changed since it was quoted."""
        quoted = self.citation is not None and self.citation.whole
        lost = (CitationStatus.GONE, CitationStatus.SUPERSEDED)
        return self.status in lost or (quoted and self.status is CitationStatus.CHANGED)

    def describe(self) -> str:
        """The ground and its state as text, such as "docs/a.md: changed since 1a2b3c4d5e, in 9f8e7d6c5b"."""
        if self.status is CitationStatus.NOT_FOUND:
            return f"{self.text} isn't there{f' ({self.detail})' if self.detail else ''}"
        since = f" since {self.since[:10]}" if self.status is CitationStatus.GONE and self.since else ""
        if self.status is CitationStatus.CHANGED and self.citation is not None and self.citation.commit:
            since = f" {self.citation.commit[:10]}" + (f", in {self.since[:10]}" if self.since else "")
        detail = f" ({self.detail})" if self.detail else ""
        return f"{self.path or self.text}: {self.status}{since}{detail}"


@dataclass(frozen=True, slots=True)
class GroundsStanding:
    """The current state of all of a memory's sources, the gravest first."""

    grounds: tuple[Ground, ...]

    @property
    def moved(self) -> tuple[Ground, ...]:
        """The sources that changed; a failed check says nothing about a source."""
        return tuple(ground for ground in self.grounds if ground.status not in _FINE)

    @property
    def mark(self) -> str:
        """A short note for an evidence line."""
        if not self.grounds:
            return ""
        first = self.moved[0] if self.moved else self.grounds[0]
        return first.describe() if self.moved else f"{first.status}: {first.text}"


def sort_grounds(grounds: tuple[Ground, ...]) -> GroundsStanding:
    """Sort the sources, the gravest first."""
    return GroundsStanding(tuple(sorted(grounds, key=lambda ground: _ORDER.index(ground.status))))


def sentences_of(text: str) -> list[str]:
    """The sentences of a document, none across an empty line, a heading or two items of a list."""
    paragraphs = (_ITEM.sub("", paragraph, count=1) for paragraph in _PARAGRAPHS.split(text))
    return [sentence for paragraph in paragraphs for sentence in sentences(" ".join(paragraph.split()))]


def on_lines(text: str, lines: tuple[int, int]) -> str:
    """The part of a text from one line to another, given by their numbers."""
    return "\n".join(text.split("\n")[lines[0] - 1 : lines[1]])


def replacement(quoted: str, now: Sequence[str], before: Sequence[str] = ()) -> str:
    """The present sentence that replaced a quotation, by the most shared words; empty if none does.

    One that stood there `before`, beside what was quoted, has replaced nothing.
    """
    old, stood = _content_words(quoted), set(before)
    new = [sentence for sentence in now if sentence not in stood]
    shared = [(len(old & other) / max(1, len(old | other)), -n) for n, other in enumerate(map(_content_words, new))]
    best, place = max(shared, default=(0.0, 0))
    return new[-place][:MAX_QUOTE] if best >= MIN_SHARED_WORDS else ""


def _content_words(text: str) -> frozenset[str]:
    return frozenset(words(text.casefold())) - STOP_WORDS


def still_stands(words: str, cited: str, text: str) -> bool:
    """Whether a changed text still holds what was shown of it: the words, else the cited lines, if any."""
    return holds_words(words, text) if words else not cited.strip() or cited.strip() in text


def present_ground(citation: CitationResult, path: str, text: str, cited: str) -> Ground | None:
    """The ground as it stands in a changed or moved text; None if its words are gone. Pure.

    What a memory was quoted from stands while the text states that sentence: words in an example, below "Rejected" or
    taken back by the next sentence are the same words and say nothing.
    """
    detail = f"now {path}" if path != citation.path else ""
    ground = Ground(text=citation.text, path=path, status=CitationStatus.RESOLVED, detail=detail)
    if citation.potential_grade is not Grade.QUOTED:
        return ground if still_stands(citation.words, cited, text) else None
    from scrubjay.memory.grounding.passages import passages  # late: few sources change, and reading is heavy
    from scrubjay.memory.grounding.reading import find_restated
    from scrubjay.memory.grounding.sections import source_of

    kind, record = written_as(path), looks_like_decision(path)
    if record:
        from scrubjay.knowledge.decisions.parse import parse_decision

        decision = parse_decision(path, text, kind)
        if decision is None or decision.status in UNDECIDED_STATUSES:
            return None
    found = find_restated(citation.words, passages(text, kind), source_of(path, text, record=record))
    return replace(ground, lines=found.lines, heading=mask(found.heading).text) if found.whole else None


class GroundTexts:
    """Asks each kind of source for the present text of citations in one worktree. Thread-safe."""

    def __init__(self, sources: Sequence[GroundText]) -> None:
        self._sources = tuple(sources)

    def generation(self) -> object:
        """A value that changes with every change of what is kept, for use in cache keys."""
        return tuple(one.generation() for one in self._sources)

    def of_here(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text that this project keeps."""
        return any(one.of_here(citation) for one in self._sources)

    def moved(self, cited: Collection[tuple[str, str]], view: View) -> frozenset[str]:
        """The targets whose source no longer says the cited words at a view; `cited` has pairs (target, words)."""
        return frozenset(target for one in self._sources for target in one.moved(cited, view))

    def ground(self, citation: CitationResult, view: View) -> Ground | None:
        """A citation as it is at a view; None for one that no text of a source resolved."""
        source = next((one for one in self._sources if one.holds(citation)), None)
        if source is None:
            return None
        status, detail, words = source.standing(citation, view)
        return Ground(text=citation.text, path="", status=status, detail=detail, words=words)
