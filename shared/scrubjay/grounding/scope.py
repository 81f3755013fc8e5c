"""Does a sentence say more than the claim, so that leaving it out changes what is said? Clauses, scope, direction."""

import itertools
import re
from collections.abc import Iterator, Sequence

from scrubjay.grounding.tables import word_list
from scrubjay.grounding.words import ACTIONS, LIGHT, Word, is_polar, signs

CHOICE = word_list("choice")
HARMLESS = word_list("harmless")
DIRECTION = word_list("direction")

ITEM = 2
"""Words of one item of a list: what is longer has a verb of its own."""

_LIST = re.compile(r",|\band/or\b|\b(?:and|or)\b|/", re.IGNORECASE)
_JOINT = re.compile(r"[,;:—–()\[\]]|\s-\s|\b(?:and|or|but|because|whereas|although|though)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"[;:—–]|\s-\s|\b(?:but|because|while|whereas|which|that|who|whose|where|when|then|so|although|though|either)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]*\)")
_LIMITED = re.compile(
    r"\W{0,3}(?:if|unless|when|whenever|until|till|while|once|except|only|where|provided|providing|during|or|instead|"
    r"per|as\s+long\s+as|so\s+long\s+as|in\s+case|but|without|other\s+than|rather)\b",
    re.IGNORECASE,
)
_SCOPED = re.compile(
    r"\s*(?:in(?!\s+(?:order|this|addition|general|short|summary)\b)|on|for(?!\s+(?:this|now|that)\b)|with|during|before|"
    r"after|until|since|when|whenever|where|under|at|within|without|if|unless|while|once|from|given|assuming|except)\b"
    r"[^,:]*[,:]",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:said|says|say|saying|claim(?:s|ed|ing)?|argu(?:e|es|ed|ing)|alleg\w+|believ(?:e|es|ed)|assum(?:e|es|ed|ing)|"
    r"suppos(?:e|es|ed|ing)|imagine|pretend|wish(?:es|ed)?|hop(?:e|es|ed|ing)|plan(?:s|ned|ning)?\s+to|want(?:s|ed)?\s+to|"
    r"suggest(?:s|ed|ing)?|rumou?rs?|myth|allegedly|according\s+to|used\s+to|going\s+to|intend(?:s|ed)?\s+to|"
    r"try(?:ing)?\s+to|tried\s+to|about\s+to|for\s+example|for\s+instance|e\.g|hypothetical(?:ly)?|todo|fixme|example:)(?!\w)",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:was|were|had|formerly|originally|once\s+was)\b", re.IGNORECASE)
_DONE = re.compile(r"\b(?:was|were|had|been|did|has|have|formerly|originally|\w+ed|\w+en)\b", re.IGNORECASE)


def says_more(
    claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether a sentence that holds a claim's words in their order still says another thing.

    `pairs` are the places of common words in `wanted` and `there`. What makes it another thing: words between them
    that aren't items of one list, a subject or condition that was cut off, another direction ("from" for "to", "by"),
    somebody else's words, the past, or a choice that the sentence doesn't make.
    """
    if not pairs:
        return False
    return (
        (len(pairs) == 1 < len(there))  # one word states nothing: "Redis."
        or _is_told(claim, sentence)
        or _is_past(claim, sentence)
        or any(_skips(wanted, sentence, there, a, b) for (_, a), (_, b) in itertools.pairwise(pairs))
        or _cut_before(wanted, sentence, there, pairs[0][1])
        or _cut_after(sentence, there, pairs[-1][1])
        or _turned(claim, wanted, sentence, there, pairs)
        or _signed(claim, wanted) != _signed(sentence, [there[j] for _, j in pairs])
        or _chooses(wanted, there, pairs)
    )


def _is_told(claim: str, sentence: str) -> bool:
    said = {found.group().lower() for found in _TOLD.finditer(claim)}
    return any(found.group().lower() not in said for found in _TOLD.finditer(sentence))


def _is_past(claim: str, sentence: str) -> bool:
    return bool(_PAST.search(sentence)) and not _DONE.search(claim)


def _weighty(some: Sequence[Word]) -> list[Word]:
    return [word for word in some if word.form not in LIGHT and word.form not in HARMLESS]


def _skips(wanted: Sequence[Word], sentence: str, there: Sequence[Word], a: int, b: int) -> bool:
    """Whether what stands between two neighbouring words of the claim is more than items of the same list."""
    skipped = _weighty(there[a + 1 : b])
    if not skipped:
        return False
    start, end = there[a].end, there[b].start
    for aside in _ASIDE.finditer(sentence, start, end):
        inside = [word for word in skipped if aside.start() <= word.start < aside.end()]
        if not any(is_polar(word) for word in inside):
            skipped = [word for word in skipped if word not in inside]
    if not skipped:
        return False
    between = sentence[start:end]
    cuts = [(start + cut.start(), start + cut.end()) for cut in _LIST.finditer(between)]
    if not cuts or _OTHER.search(between) or any(is_polar(word) for word in skipped):
        return True
    if re.search(r"\bor\b", between, re.IGNORECASE) and not any(is_polar(word) for word in wanted):
        return True
    edges = [start, *(at for cut in cuts for at in cut), end]
    sizes = [
        sum(left <= word.start < right for word in skipped) for left, right in zip(edges[::2], edges[1::2], strict=True)
    ]
    whole_items = sizes[-1] == 0 or (sizes[0] == 0 and len(skipped) == 1)
    return not whole_items or max(sizes) > ITEM


def _cut_before(wanted: Sequence[Word], sentence: str, there: Sequence[Word], first: int) -> bool:
    """Whether a subject, an attribute or a condition before the claim's first word was left out."""
    start = there[first].start
    joint = max((cut.end() for cut in _JOINT.finditer(sentence, 0, start)), default=0)
    said = {word.form for word in wanted}
    before = [word for word in _weighty(there[:first]) if word.form not in said & ACTIONS]
    if any(word.start >= joint for word in before):
        return True
    scope = _SCOPED.match(sentence)
    return scope is not None and any(word.start < scope.end() for word in before)


def _cut_after(sentence: str, there: Sequence[Word], last: int) -> bool:
    """Whether a condition, an alternative, a unit or the noun itself follows the claim's last word."""
    end = there[last].end
    if _LIMITED.match(sentence, end):
        return True
    if re.search(r",\s*(?:if|unless|except|but\s+only|only)\b", sentence[end:], re.IGNORECASE):
        return True
    beside = there[last + 1] if last + 1 < len(there) else None
    return beside is not None and bool(_weighty([beside])) and not sentence[end : beside.start].strip("-*_`'\" ")


def _turned(
    claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether small words between the same neighbours point elsewhere: "from A to B", "to A from B"."""
    for (i, a), (k, b) in itertools.pairwise(pairs):
        if _pointing(claim[wanted[i].end : wanted[k].start]) != _pointing(sentence[there[a].end : there[b].start]):
            return True
    (i, a), (k, b) = pairs[0], pairs[-1]
    if i == 0 and a == 0 and _pointing(claim[: wanted[0].start]) != _pointing(sentence[: there[0].start]):
        return True
    ends = k == len(wanted) - 1 and b == len(there) - 1
    return ends and _pointing(claim[wanted[k].end :]) != _pointing(sentence[there[b].end :])


def _pointing(between: str) -> frozenset[str]:
    return frozenset(_small(between)) & DIRECTION


def _signed(text: str, chosen: Sequence[Word]) -> tuple[tuple[str, ...], ...]:
    """The signs at each figure among some words of a text."""
    return tuple(
        signs(text[max(0, word.start - 2) : word.start] + "0" + text[word.end : word.end + 2])
        for word in chosen
        if word.is_number
    )


def _small(text: str) -> Iterator[str]:
    for found in re.finditer(r"[^\W\d_]+", text.lower()):
        yield {"into": "to", "onto": "to"}.get(found.group(), found.group())


def _chooses(wanted: Sequence[Word], there: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether the claim says that something was chosen, and the sentence only speaks of it."""
    if not any(word.form in CHOICE for word in wanted) or any(word.form in CHOICE for word in there):
        return False
    matched = {j for _, j in pairs}
    return any(word.form not in LIGHT for j, word in enumerate(there) if j not in matched)
