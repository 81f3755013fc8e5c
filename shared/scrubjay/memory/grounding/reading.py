"""Comparison of a memory with its source: the whole sentence that it quotes, or the nearest one; and its notation."""

from collections.abc import Sequence
from typing import NamedTuple

from scrubjay.memory.grounding.blocks import Form
from scrubjay.memory.grounding.likeness import is_same_claim, same_run
from scrubjay.memory.grounding.places import Passage, leads_on, place_of, unlabelled
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.memory.grounding.terms import content, may_hold, unnamed
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.sentences import split
from scrubjay.text.words import Word, words

SHOWN = 300
"""Characters of a source's words that are shown."""

LOOKED_AT = 12
"""Passages, those that may hold most of a claim's words, of which the nearest is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """The source's words with their lines and heading path, and what the place is; `whole`: they are the claim."""

    whole: bool = False
    words: str = ""
    lines: tuple[int, int] = (0, 0)
    heading: str = ""
    place: PlaceKind = PlaceKind.UNKNOWN


NOTHING = SourceReading()


def read(claim: str, passages: Sequence[Passage], source: SourceDocument, *, named: bool = False) -> SourceReading:
    """Where passages state the claim, else the words nearest to it; NOTHING where no passage shares a word with it.

    `named`: the passages are the very lines that were named, so that they are shown whatever they say.
    """
    found = [_reading_of_match(passage, match, source) for passage in passages if (match := _match(claim, passage))]
    if found:
        return next((one for one in found if one.place is PlaceKind.STATES), found[0])
    nearest = _nearest(claim, passages)
    if nearest is None and named and passages:
        nearest = passages[0], 0
    if nearest is None:
        return NOTHING
    passage, sentence = nearest
    return _reading_of_match(passage, Match((sentence, sentence + 1), whole=False), source)


def find_restated(shown_once: str, passages: Sequence[Passage], source: SourceDocument) -> SourceReading:
    """The place where a source still states a sentence that was shown once; NOTHING if it doesn't any more."""
    count, telling = len(split(shown_once)), max(words(shown_once, Word.PLAIN), key=len, default="")
    for passage in (one for one in passages if telling in one.around):
        sentences = passage.sentences
        for run in ((a, b + 1) for a in range(len(sentences)) for b in range(a, min(a + count, len(sentences)))):
            bare = "" if leads_on(passage) else " ".join(sentences[slice(*run)])[:SHOWN]
            if any(is_same_claim(shown_once, text) for text in (sentences_text(passage, run, alone=True), bare)):
                found = _reading_of_match(passage, Match(run), source)
                if found.place is PlaceKind.STATES:
                    return found
    return NOTHING


def stated_sentences(passages: Sequence[Passage], source: SourceDocument) -> tuple[str, ...]:
    """The sentences that a source states, in order."""
    return tuple(
        sentence
        for passage in passages
        for number, sentence in enumerate(passage.sentences)
        if place_of(passage, number, source) is PlaceKind.STATES
    )


class Match(NamedTuple):
    """A run of sentences in a passage; `whole`: it equals the claim, `apart`: without its lead."""

    run: tuple[int, int]
    whole: bool = True
    apart: bool = False


def _match(claim: str, passage: Passage) -> Match | None:
    """Where whole sentences of a passage are the claim; an item whose lead ends in a colon states it only with that."""
    run = same_run(claim, passage.sentences) or same_run(claim, unlabelled(passage.sentences))
    if not leads_on(passage):
        return Match(run) if run else None
    if is_same_claim(claim, f"{passage.leads[-1]} {passage.text}"):
        return Match((0, len(passage.sentences)))
    return Match(run, apart=True) if run else None


def _place_kind(passage: Passage, match: Match, source: SourceDocument) -> PlaceKind:
    """The kind of place of a run of sentences; those behind its first may lean on it."""
    first, *later = (place_of(passage, number, source) for number in range(*match.run))
    places = (first, *(kind for kind in later if kind is not PlaceKind.FRAGMENT))
    kind = next((kind for kind in places if kind is not PlaceKind.STATES), PlaceKind.STATES)
    return PlaceKind.FRAGMENT if match.apart and kind is PlaceKind.STATES else kind


def _nearest(claim: str, passages: Sequence[Passage]) -> tuple[Passage, int] | None:
    """The passage and its sentence that hold most of the claim's content words; the first of equals."""
    wanted = content(claim)
    likely = sorted(passages, key=lambda passage: -may_hold(wanted, passage.around))[:LOOKED_AT]
    best: tuple[float, Passage, int] | None = None
    for passage in likely:
        around = len(wanted & content(passage.around))
        for number, sentence in enumerate(passage.sentences):
            own = len(wanted & content(sentence))
            worth = own + around / 2 - (passage.form is Form.HEADING) / 4
            if own and (best is None or worth > best[0]):
                best = worth, passage, number
    return best and best[1:]


def _reading_of_match(passage: Passage, match: Match, source: SourceDocument) -> SourceReading:
    return SourceReading(
        whole=match.whole,
        words=sentences_text(passage, match.run, alone=match.whole),
        lines=passage.lines,
        heading=" › ".join(title for title in passage.heading if title),
        place=_place_kind(passage, match, source),
    )


def sentences_text(passage: Passage, run: tuple[int, int] = (0, 1), *, alone: bool = False) -> str:
    """The text of a run of sentences with their lead and, unless `alone`, their neighbours; code unchanged.

    At most SHOWN characters. What a memory is needs no neighbours: it doesn't fall when these change.
    """
    if passage.form is Form.CODE:
        return passage.text[:SHOWN]
    sentences = passage.sentences
    first, last = run
    lead = passage.leads[-1] if passage.leads else ""
    words = " ".join(sentences[first:last])
    words = f"{lead} {words}" if lead and len(lead) + len(words) < SHOWN else words
    if alone:
        return words[:SHOWN]
    while last < len(sentences) and len(words) + len(sentences[last]) < SHOWN:
        words, last = f"{words} {sentences[last]}", last + 1
    while first and not lead and len(words) + len(sentences[first - 1]) < SHOWN:
        words, first = f"{sentences[first - 1]} {words}", first - 1
    return words[:SHOWN]


def result_of(citation: Citation, status: CitationStatus, detail: str = "", *, path: str = "") -> CitationResult:
    """The result of a citation whose text wasn't read."""
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
        detail="" if words else "no word of it stands there",
    )
