"""What does a source say of a claim? The passage that says most, in its own words, and how it stands to the claim."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from scrubjay.grounding.blocks import Form
from scrubjay.grounding.otherwise import contradicts
from scrubjay.grounding.passage import LED, Passage
from scrubjay.grounding.places import admits, place_of, unlabelled
from scrubjay.grounding.same import is_same_claim, same_run
from scrubjay.grounding.sections import SourceDocument
from scrubjay.grounding.speaks import (
    SHARE,
    Support,
    astray,
    bears_on,
    in_line,
    lacking,
    share_of,
)
from scrubjay.grounding.terms import contained_terms, may_hold, terms
from scrubjay.grounding.turning import altered, differing, is_turned
from scrubjay.model.evidence import PlaceKind, Relation
from scrubjay.text.sentences import split

SHOWN = 500
"""Characters of a source's words that are shown."""

NEAREST = 8
"""Passages, those that share most words with a claim, that are compared by their sentences."""

SCORED = 2
"""Passages whose support is scored: eight brought no more and took four times as long."""

SUPPORTED = -1.0
"""Score from which on a passage supports a claim; chosen in ADR 0050."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """How a source stands to a claim: the source's words with lines and heading path, and what the place is."""

    relation: Relation
    words: str = ""
    lines: tuple[int, int] = (0, 0)
    heading: str = ""
    place: PlaceKind = PlaceKind.UNKNOWN
    lacks: tuple[str, ...] = ()
    differs: str = ""
    share: float = 0.0

    @property
    def worth(self) -> tuple[int, int, float]:
        """What the best of several readings has most of."""
        ranked = _WORTH.get(self.relation, 0)
        if self.lacks and ranked == 1:
            ranked = 0
        better = (self.place in _STATED) + (self.relation is Relation.SPEAKS)
        return ranked, -len(self.lacks), self.share + better * MOST_MORE / 2


MOST_MORE = 0.2
"""Of a share that it is worth to state, and to stand in a place that states."""

_STATED = frozenset({PlaceKind.STATES, PlaceKind.FRAGMENT})

_WORTH = {Relation.SAME: 3, Relation.OTHERWISE: 2, Relation.SPEAKS: 1, Relation.UNSTATED: 1}
"""The passage nearest to a claim speaks for its document: one farther off doesn't state what the nearest only names."""


def read(
    claim: str, passages: Sequence[Passage], source: SourceDocument, support: Support | None = None
) -> SourceReading:
    """The best reading of some passages of one source; SILENT where none speaks of the claim, UNREAD for no claim.

    Without `support` words alone decide, by the law of ADR 0044.
    """
    content = terms(claim).content
    if not content:
        return SourceReading(relation=Relation.UNREAD)
    bearing = [passage for passage in passages if bears_on(claim, passage.around, passage.text)]
    readings = [_said(claim, passage, source) for passage in bearing]
    results = [reading for reading in readings if reading]
    if not any(reading.worth[0] > 1 for reading in results):
        rest = [passage for passage, reading in zip(bearing, readings, strict=True) if reading is None]
        results += (
            _nearest(claim, rest, source) if support is None else _supported(claim, passages, rest, source, support)
        )
    return max(results, key=lambda reading: reading.worth, default=SourceReading(relation=Relation.SILENT))


def _supported(
    claim: str, passages: Sequence[Passage], bearing: Sequence[Passage], source: SourceDocument, support: Support
) -> list[SourceReading]:
    """The readings of the passages that share most words with a claim, by how far they support it.

    Code is read by its words: the model learnt from prose.
    """
    content = terms(claim).content
    parts = [words for sentence in split(claim) if (words := terms(sentence).content)]
    nearest = sorted(bearing, key=lambda passage: -_nearness(claim, passage))[:SCORED]
    nearest += sorted(
        (passage for passage in passages if passage not in bearing),
        key=lambda passage: -may_hold(content, passage.around),
    )
    readings: list[SourceReading] = []
    for passage in nearest[:SCORED]:
        if passage.form is Form.CODE:
            readings += [_spoken(claim, passage, source)] if passage in bearing else []
            continue
        if not all(
            contained_terms(content, passage.around) for content in parts
        ):  # what shares no word with it doesn't mean it
            continue
        score = support(claim, passage)
        if score >= SUPPORTED or passage in bearing:
            readings.append(_spoken(claim, passage, source, score))
        if readings and readings[-1].relation is Relation.SPEAKS and not readings[-1].lacks:
            break
    return readings


def _said(claim: str, passage: Passage, source: SourceDocument) -> SourceReading | None:
    """Where a passage says the claim itself, or otherwise; else None."""
    if run := same_run(claim, passage.sentences) or same_run(claim, unlabelled(passage.sentences)):
        place = _place(passage, run, source)
        states = place is PlaceKind.STATES
        relation = Relation.SAME if states or admits(claim, place, passage, source, copied=True) else Relation.UNSTATED
        words = " ".join(passage.sentences[slice(*run)]) if states else shown(passage)
        return _reading(relation, passage, words, place, share=1.0)
    for number in range(len(passage.sentences)):
        other = _otherwise(claim, passage.sentences[number:], code=passage.form is Form.CODE)
        if other is not None and (place := place_of(passage, number + other, source)) in _SAYS:
            return _reading(Relation.OTHERWISE, passage, shown(passage), place, share=1.0)
    return None


def _otherwise(claim: str, sentences: Sequence[str], *, code: bool) -> int | None:
    """Which of the first sentences, as many as a claim has, says otherwise where all others say the same; else None."""
    pairs = list(zip(split(claim), sentences, strict=False))
    against = [
        number
        for number, (claim_part, sentence) in enumerate(pairs)
        if share_of(claim_part, sentence) >= SHARE and contradicts(claim_part, sentence, code=code)
    ]
    covers_claim = len(pairs) == len(split(claim)) and all(
        number in against or is_same_claim(claim_part, sentence) for number, (claim_part, sentence) in enumerate(pairs)
    )
    return against[0] if against and covers_claim else None


def _nearest(claim: str, bearing: Sequence[Passage], source: SourceDocument) -> list[SourceReading]:
    """The readings of the passages nearest to a claim, as far as one more may be better."""
    readings: list[SourceReading] = []
    for passage in sorted(bearing, key=lambda candidate: -_nearness(claim, candidate))[:NEAREST]:
        if any(
            not candidate.lacks and candidate.worth[2] >= _nearness(claim, passage) + MOST_MORE
            for candidate in readings
        ):
            break
        readings.append(_spoken(claim, passage, source))
    return readings


def _nearness(claim: str, passage: Passage) -> float:
    """How much of a claim a passage holds, and the best of its sentences."""
    sentences = (share_of(claim, f"{passage.above}\n{sentence}") for sentence in passage.sentences)
    return (share_of(claim, passage.around) + max(sentences)) / 2


def _place(passage: Passage, run: tuple[int, int], source: SourceDocument) -> PlaceKind:
    """What a run of sentences is; those behind its first may lean on it."""
    first, *later = (place_of(passage, number, source) for number in range(*run))
    places = (first, *(context for context in later if context is not PlaceKind.FRAGMENT))
    return next((place for place in places if place is not PlaceKind.STATES), PlaceKind.STATES)


_SAYS = frozenset({PlaceKind.STATES, PlaceKind.TABLE, PlaceKind.FRAGMENT, PlaceKind.CODE})
"""Places that can say otherwise: what is weighed, planned, past or only an example contradicts nothing."""


def _spoken(claim: str, passage: Passage, source: SourceDocument, score: float | None = None) -> SourceReading:
    """How a passage stands to a claim, by the `score` of its support or else by its words."""
    nearest = max(range(len(passage.sentences)), key=lambda number: share_of(claim, passage.sentences[number]))
    place = place_of(passage, nearest, source)
    is_code = passage.form is Form.CODE
    lacks, words = lacking(claim, passage.around, source.path), shown(passage)
    if (
        lacks
        and passage.shows
        and len(more := lacking(claim, f"{passage.around}\n{passage.shows}", source.path)) < len(lacks)
    ):
        lacks, words = (*more, *astray(claim, passage.shows)), f"{words[: SHOWN // 2]}\n{passage.shows}"
    if is_code:
        lacks = (*lacks, *astray(claim, passage.text))
    turned = "" if is_code else differing(claim, passage.sentences[nearest])
    other = "" if is_code else altered(claim, passage, nearest)
    if is_code:
        follows = in_line(claim, passage.above, passage.text)
    elif is_turned(claim, passage.sentences[nearest], passage.above):
        follows = False
    else:
        follows = not other if score is None or lacks else score >= SUPPORTED
    relation = Relation.SPEAKS if follows and admits(claim, place, passage, source) else Relation.UNSTATED
    share = _nearness(claim, passage) if score is None else 1 / (1 + exp(-score))
    return _reading(
        relation=relation, passage=passage, words=words, place=place, lacks=lacks, differs=turned or other, share=share
    )


def _reading(
    relation: Relation, passage: Passage, words: str, place: PlaceKind, lacks: tuple[str, ...] = (), differs: str = "",
    share: float = 0.0,
) -> SourceReading:  # fmt: skip
    heading = " › ".join(title for title in passage.heading if title)
    return SourceReading(
        relation=relation,
        words=words[:SHOWN],
        lines=passage.lines,
        heading=heading,
        place=place,
        lacks=lacks,
        differs=differs,
        share=share,
    )


def shown(passage: Passage) -> str:
    """A passage's words with the lead of its list, which may turn it round."""
    return f"{passage.lead}{LED}{passage.text}" if passage.lead else passage.text
