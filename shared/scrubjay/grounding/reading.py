"""What does a source say of a claim? The passage that says most, in its own words, and how it stands to the claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.grounding.blocks import Form
from scrubjay.grounding.following import DENIALS, crossed, exchanged, mispaired, replaced
from scrubjay.grounding.otherwise import contradicts
from scrubjay.grounding.passage import LED, Passage
from scrubjay.grounding.places import admits, place_of, unlabelled
from scrubjay.grounding.same import same, same_run
from scrubjay.grounding.sections import Source
from scrubjay.grounding.sentences import split
from scrubjay.grounding.speaks import (
    SHARE,
    Cosines,
    astray,
    bears_on,
    in_line,
    is_meant,
    lacking,
    share_of,
)
from scrubjay.grounding.terms import may_hold, terms
from scrubjay.grounding.turning import deny_alike, differing, is_turned
from scrubjay.model.evidence import PlaceKind, Relation

SHOWN = 500
"""Characters of a source's words that are shown."""

NEAREST = 8
"""Passages, those that share most words with a claim, that are compared by their sentences."""

MEANT = 2
"""Of them those that are compared by meaning: eight brought no more and took four times as long."""


@dataclass(frozen=True, slots=True)
class Reading:
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


def read(claim: str, passages: Sequence[Passage], source: Source, cosines: Cosines | None = None) -> Reading:
    """The best reading of some passages of one source; SILENT where none speaks of the claim, UNREAD for no claim."""
    content = terms(claim).content
    if not content:
        return Reading(Relation.UNREAD)
    bearing = [passage for passage in passages if bears_on(claim, passage.around, passage.text)]
    said = [_said(claim, passage, source) for passage in bearing]
    found = [one for one in said if one]
    if not any(one.worth[0] > 1 for one in found):
        found += _nearest(claim, [passage for passage, one in zip(bearing, said, strict=True) if one is None], source)
    best = max(found, key=lambda one: one.worth, default=None)
    if (best is None or best.lacks) and cosines is not None and passages:
        near = sorted(passages, key=lambda one: -may_hold(content, one.around))[:MEANT]
        pairs = zip(near, cosines(claim, [one.around for one in near]), strict=True)
        meant = [
            _spoken(claim, passage, source) for passage, cosine in pairs if is_meant(claim, passage.around, cosine)
        ]
        best = max(filter(None, (best, *meant)), key=lambda one: one.worth, default=None)
    return best or Reading(Relation.SILENT)


def _said(claim: str, passage: Passage, source: Source) -> Reading | None:
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
        for number, (one, two) in enumerate(pairs)
        if share_of(one, two) >= SHARE and contradicts(one, two, code=code)
    ]
    whole = len(pairs) == len(split(claim)) and all(
        number in against or same(one, two) for number, (one, two) in enumerate(pairs)
    )
    return against[0] if against and whole else None


def _nearest(claim: str, bearing: Sequence[Passage], source: Source) -> list[Reading]:
    """The readings of the passages nearest to a claim, as far as one more may be better."""
    found: list[Reading] = []
    for passage in sorted(bearing, key=lambda one: -_nearness(claim, one))[:NEAREST]:
        if any(not one.lacks and one.worth[2] >= _nearness(claim, passage) + MOST_MORE for one in found):
            break
        found.append(_spoken(claim, passage, source))
    return found


def _nearness(claim: str, passage: Passage) -> float:
    """How much of a claim a passage holds, and the best of its sentences."""
    sentences = (share_of(claim, f"{passage.above}\n{one}") for one in passage.sentences)
    return (share_of(claim, passage.around) + max(sentences)) / 2


def _place(passage: Passage, run: tuple[int, int], source: Source) -> PlaceKind:
    """What a run of sentences is; those behind its first may lean on it."""
    first, *later = (place_of(passage, number, source) for number in range(*run))
    places = (first, *(one for one in later if one is not PlaceKind.FRAGMENT))
    return next((one for one in places if one is not PlaceKind.STATES), PlaceKind.STATES)


_SAYS = frozenset({PlaceKind.STATES, PlaceKind.TABLE, PlaceKind.FRAGMENT, PlaceKind.CODE})
"""Places that can say otherwise: what is weighed, planned, past or only an example contradicts nothing."""


def _spoken(claim: str, passage: Passage, source: Source) -> Reading:
    nearest = max(range(len(passage.sentences)), key=lambda one: share_of(claim, passage.sentences[one]))
    place = place_of(passage, nearest, source)
    lacks, words = lacking(claim, passage.around, source.path), shown(passage)
    if (
        lacks
        and passage.shows
        and len(more := lacking(claim, f"{passage.around}\n{passage.shows}", source.path)) < len(lacks)
    ):
        lacks, words = (*more, *astray(claim, passage.shows)), f"{words[: SHOWN // 2]}\n{passage.shows}"
    if passage.form is Form.CODE:
        lacks = (*lacks, *astray(claim, passage.text))
    differs = differing(claim, passage.sentences[nearest]) if passage.form is not Form.CODE else ""
    turned = passage.form is not Form.CODE and is_turned(claim, passage.sentences[nearest], passage.above)
    other = "" if turned or passage.form is Form.CODE else _altered(claim, passage, nearest)
    scattered = passage.form is Form.CODE and not in_line(claim, passage.above, passage.text)
    stated = not (turned or other or scattered) and admits(claim, place, passage, source)
    relation = Relation.SPEAKS if stated else Relation.UNSTATED
    share = _nearness(claim, passage)
    return _reading(relation, passage, words, place, lacks, differs or other, share)


def _altered(claim: str, passage: Passage, nearest: int) -> str:
    """What a passage says in place of what a claim that follows it says."""
    sentence = passage.sentences[nearest]
    for some in dict.fromkeys(((sentence,), passage.sentences)):
        other = replaced(claim, some, passage.text, passage.heading)
        if other and not (other in DENIALS and deny_alike(claim, sentence)):
            return other
    return "order" if any(moves(claim, sentence) for moves in (exchanged, crossed, mispaired)) else ""


def _reading(
    relation: Relation, passage: Passage, words: str, place: PlaceKind, lacks: tuple[str, ...] = (), differs: str = "",
    share: float = 0.0,
) -> Reading:  # fmt: skip
    heading = " › ".join(one for one in passage.heading if one)
    return Reading(relation, words[:SHOWN], passage.lines, heading, place, lacks, differs, share)


def shown(passage: Passage) -> str:
    """A passage's words with the lead of its list, which may turn it round."""
    return f"{passage.lead}{LED}{passage.text}" if passage.lead else passage.text
