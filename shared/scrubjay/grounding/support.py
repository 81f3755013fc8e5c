"""Does a cited text say what the claim says? Word by word, in order, with nothing turned round."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scrubjay.grounding.hedges import HedgeDetector
from scrubjay.grounding.prose import straight
from scrubjay.grounding.scope import says_more
from scrubjay.grounding.sentences import LONGEST, sentences
from scrubjay.grounding.words import ACTIONS, CHOICE, LIGHT, POLARITY, THINGS, Word, is_polar, words
from scrubjay.model.evidence import Relation


@dataclass(frozen=True, slots=True)
class Assessment:
    """The outcome with the sentence that decided it, and the share of the claim's words found there, 0 to 1."""

    support: Relation
    sentence: str = ""
    coverage: float = 0.0


RELATED = 0.7
"""Share of a claim's words that shows a sentence to speak of the same thing: a difference then contradicts."""

MOST_SENTENCES = 400
"""Sentences of one text that are compared."""

MOST_WORDS = 120
"""Words of a claim or sentence that are aligned; the cost is their product."""

_CLAUSE = re.compile(r"[;:()\[\]—–]|,\s|\b(?:but|because|whereas|while|which|although|though|unless)\b|\s-\s")
_hedges = HedgeDetector()


def assess(claim: str, text: str | Iterable[str]) -> Assessment:
    """Compare a claim, its citation taken out, with a text or its sentences.

    SUPPORTED only when one sentence holds all its words in the same order, but for words that merely say "it is so",
    with the same negation, limits and modality, not as a question or a guess, puts them together in the same way and
    leaves out nothing of the sentence that would change it (`scope.says_more`). NOT_ASSESSABLE when the claim says
    nothing beside its citation; three words would be too many, for "we use MySQL" is false with two.
    CONTRARY when a sentence speaks of the same thing and differs in a number, a name or in polarity. Strict on purpose:
    what is missed is reviewed.
    """
    wanted, beginnings, whole = _asked(claim)
    if _says_nothing(wanted):
        return Assessment(Relation.UNREAD)
    if claim.rstrip().endswith("?") or not whole:  # it states nothing, or more than is compared
        return Assessment(Relation.SILENT)
    best = Assessment(Relation.SILENT)
    pieces = sentences(text) if isinstance(text, str) else tuple(text)
    for sentence in pieces[:MOST_SENTENCES]:
        low = straight(sentence).lower()
        if sum(one in low for one in beginnings) * 2 < len(beginnings):
            continue  # so it can't share half of the words: most sentences are no further looked at
        one = replace(_against(straight(claim), wanted, straight(sentence)), sentence=sentence)
        if one.support is Relation.SAME:
            return one
        if (one.support is Relation.OTHERWISE, one.coverage) > (best.support is Relation.OTHERWISE, best.coverage):
            best = one
    return best


def _says_nothing(wanted: Sequence[Word]) -> bool:
    """Whether a claim says nothing beside its citation: "fixed in", "see"; "we use Go" and "the app is closed" do."""
    if not all(word.form in LIGHT or word.form in ACTIONS for word in wanted):
        return False
    named = any(word.text[:1].isupper() for word in wanted[1:])
    things = any(word.form in THINGS for word in wanted)
    return not named and not (things and any(word.form in ACTIONS or word.form in CHOICE for word in wanted))


@lru_cache(maxsize=16)
def _asked(claim: str) -> tuple[tuple[Word, ...], tuple[str, ...], bool]:
    """A claim's words, how they begin, and whether these are all; one claim is compared with many texts."""
    every = words(claim)
    wanted = every[:MOST_WORDS]
    beginnings = tuple(_beginning(form) for form in sorted({word.form for word in wanted}))
    return wanted, beginnings, len(every) <= MOST_WORDS


def _beginning(form: str) -> str:
    """What stands in every sentence that holds a word of this form; nothing where that isn't known.

    A stem changes the end of a word, by two letters at most where it doesn't cut ("dying" is "die").
    """
    return form[: max(1, min(4, len(form) - 2))] if form.isalpha() and form not in POLARITY else ""


def _against(claim: str, wanted: Sequence[Word], sentence: str) -> Assessment:
    whole = words(sentence)
    there = whole[:MOST_WORDS]
    if sentence.rstrip().endswith("?") or len({w.form for w in wanted} & {w.form for w in there}) * 2 < len(
        {w.form for w in wanted}
    ):
        return Assessment(Relation.SILENT)
    pairs = align(wanted, there)
    matched = {i for i, _ in pairs}
    if there and there[0].form in ACTIONS:  # "Fix the overflow" is how a commit says "the overflow was fixed"
        matched |= {next((i for i, w in enumerate(wanted) if w.form == there[0].form), -1)}
    weighty = [i for i, w in enumerate(wanted) if w.form not in LIGHT]
    if len(weighty) < 2:  # "we use Kafka" isn't said by "Kafka is fast"
        weighty = list(range(len(wanted)))
    coverage = sum(i in matched for i in weighty) / max(1, len(weighty))
    missing = [wanted[i] for i in weighty if i not in matched]
    clause = _clause(sentence, there, [j for _, j in pairs])
    turned = _polarity(wanted) != _polarity([there[j] for j in clause])
    if not missing and not turned and not _doubtful(claim, wanted, sentence):
        cut = len(whole) > MOST_WORDS or len(sentence) >= LONGEST  # its end might say anything
        if cut or all(
            says_more(claim, wanted, sentence, there, some) for some in (pairs, _from_the_end(wanted, there))
        ):
            return Assessment(Relation.SILENT, sentence, coverage)
        return Assessment(Relation.SAME, sentence, coverage)
    if len(wanted) > 1 and coverage >= RELATED and (turned or any(_particular(word) for word in missing)):
        return Assessment(Relation.OTHERWISE, sentence, round(coverage, 3))
    return Assessment(Relation.SILENT, sentence, round(coverage, 3))


def align(a: Sequence[Word], b: Sequence[Word]) -> list[tuple[int, int]]:
    """The longest common subsequence of two word lists: pairs of positions, in order."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            same = a[i].form == b[j].form
            table[i][j] = table[i + 1][j + 1] + 1 if same else max(table[i + 1][j], table[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i].form == b[j].form:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _from_the_end(a: Sequence[Word], b: Sequence[Word]) -> list[tuple[int, int]]:
    """The same alignment with repeated words matched as late as can be."""
    found = align(a[::-1], b[::-1])
    return [(len(a) - 1 - i, len(b) - 1 - j) for i, j in reversed(found)]


def _clause(sentence: str, there: Sequence[Word], matched: Sequence[int]) -> range:
    """The words of the clauses that hold the matched ones: what stands beside them may turn them round."""
    if not matched:
        return range(0)
    first, last = there[matched[0]].start, there[matched[-1]].end
    cuts = [(cut.start(), cut.end()) for cut in _CLAUSE.finditer(sentence)]
    left = max((start for start, end in cuts if end <= first), default=0)
    right = min((start for start, _ in cuts if start >= last), default=len(sentence))
    inside = [j for j, word in enumerate(there) if left <= word.start and word.end <= right]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _polarity(chosen: Iterable[Word]) -> tuple[str, ...]:
    return tuple(sorted(word.form for word in chosen if is_polar(word)))


def _particular(word: Word) -> bool:
    """A number, a name or an identifier: another one in its place makes another statement."""
    return word.exact or word.is_number or word.text[:1].isupper()


def _doubtful(claim: str, wanted: Sequence[Word], sentence: str) -> bool:
    """Whether the sentence hedges or sets a condition that the claim leaves out."""
    if not _conditions(sentence) <= _conditions(claim):
        return True
    said = {word.form for word in wanted}
    voiced = {word.form for hedge in _hedges.detect(sentence).hedges for word in words(hedge.words)}
    return not voiced <= said


def _conditions(text: str) -> set[str]:
    return {found.lower() for found in re.findall(r"\b(?:if|unless|otherwise|would)\b", text, re.IGNORECASE)}
