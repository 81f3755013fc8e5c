"""Does a sentence say more than the claim, so that leaving it out changes what is said? Clauses, conditions, voices."""

import itertools
import re
from collections.abc import Sequence

from scrubjay.grounding.tables import word_list
from scrubjay.grounding.wording import Pairs, reworded
from scrubjay.grounding.words import ACTIONS, CHOICE, LIGHT, THINGS, Word, is_polar, words

HARMLESS = word_list("harmless")
LABELS = word_list("labels")
UNSETTLED = word_list("unsettled")

ITEM = 2
"""Words of one item of a list: what is longer has a verb of its own."""

BRIEF = 2
"""Words in brackets that name a version, a place or a state of what stands before them."""

_LIST = re.compile(r",|\band/or\b|\b(?:and|or)\b|/", re.IGNORECASE)
_JOINT = re.compile(r"[;:—–]|\s-\s|\b(?:and|because|whereas|although|though)\b|,\s*but\b", re.IGNORECASE)
_LABELLED = re.compile(r"[:—–]|\s-\s")
_OTHER = re.compile(
    r"[;:—–]|\s-\s|\b(?:but|because|while|whereas|which|that|who|whose|where|when|then|so|although|though|either)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]*\)")
_FRONT = re.compile(r"[^,;:]*,(?!\s*(?:and|but|because|whereas|although|though|so)\b)", re.IGNORECASE)
_AFTER = re.compile(r"\s*(?:[,;:—–(\[]|\s-\s|(?:and|because|so|thus|hence)\b)\s*(?:and\b)?", re.IGNORECASE)
_PURPOSE = re.compile(r"\s+(?:for|as(?!\s+\w+\s+as\b)|to|since|via)\b", re.IGNORECASE)
_LIMITED = re.compile(
    r"\W{0,3}(?:in|on|at|for|with|without|within|during|before|after|until|till|from|under|over|above|below|by|via|per|"
    r"through|if|unless|when|whenever|where|wherever|while|once|except|excluding|besides|only|provided|providing|given|"
    r"assuming|depending|subject|instead|rather|apart|other\s+than|as\s+\w+\s+as|in\s+case|but|or|not|"
    r"no|never|at\s+(?:least|most)|formerly|previously|currently|temporarily|eventually)\b",
    re.IGNORECASE,
)
_EXCEPT = re.compile(r",\s*(?:if|unless|except|but\s+only|only)\b", re.IGNORECASE)
_OPENER = re.compile(
    r"\s*(?:(?:yes|no|ok|okay|well|btw|by\s+the\s+way|fyi|also|so|and|please|(?:please\s+)?(?:note|remember|recall|be\s+aware|"
    r"keep\s+in\s+mind|don't\s+forget)|(?:I\s+want|I'd\s+like)\s+you(?:\s+to)?)\b[\s,:]*(?:that\b\s*)?)+",
    re.IGNORECASE,
)
"""Words that only address a reader before something is said."""

_TOLD = re.compile(
    r"\b(?:said|says|say|saying|claim(?:s|ed|ing)?|argu(?:e|es|ed|ing)|alleg\w+|believ(?:e|es|ed)|assum(?:e|es|ed|ing)|"
    r"suppos(?:e|es|ed|ing)|imagine|pretend|wish(?:es|ed)?|hop(?:e|es|ed|ing)|plan(?:s|ned|ning)?\s+to|want(?:s|ed)?\s+to|"
    r"suggest(?:s|ed|ing)?|rumou?rs?|myth|allegedly|according\s+to|used\s+to|going\s+to|intend(?:s|ed)?\s+to|"
    r"try(?:ing)?\s+to|tried\s+to|about\s+to|for\s+example|for\s+instance|e\.g|hypothetical(?:ly)?|todo|fixme|example:|"
    r"promis(?:e|es|ed|ing)|forecasts?|predict(?:s|ed)?|(?:propos|recommend|expect|fear|doubt|worr|complain|report|wr[io]t)\w*"
    r"\s+that|(?:possible|free|able|easy|hard|tempting|ready|meant|designed|goal\s+is|aim\s+is|idea\s+is|option\s+is|"
    r"aims?|would\s+like|hopes?)\s+to)(?!\w)",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:was|were|had|formerly|originally|once\s+was)\b", re.IGNORECASE)
_DONE = re.compile(r"\b(?:was|were|had|been|did|has|have|formerly|originally|\w+ed|\w+en)\b", re.IGNORECASE)
_RECORD = re.compile(r"(?:adr|rfc|kep|pep|oep|dr)?-?\d*")
_QUOTED = re.compile(r'"[^"]*"')


def says_more(claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], pairs: Pairs) -> bool:
    """Whether a sentence that holds a claim's words in their order still says another thing.

    `pairs` are the places of common words in `wanted` and `there`. What makes it another thing: words between them
    that aren't items of one list, a subject, condition or place that was cut off, somebody else's words, the past, or
    the same words put together in another way (`wording.reworded`).
    """
    if not pairs:
        return False
    return (
        (len(pairs) == 1 < len(there))  # one word states nothing: "Redis."
        or _is_told(claim, sentence)
        or _is_past(claim, sentence)
        or any(_skips(claim, wanted, sentence, there, *two) for two in itertools.pairwise(pairs))
        or _cut_before(wanted, sentence, there, pairs[0][1])
        or _cut_after(wanted, sentence, there, pairs[-1][1])
        or _is_quoted(claim, sentence, there, pairs)
        or reworded(claim, wanted, sentence, there, pairs)
    )


def _is_told(claim: str, sentence: str) -> bool:
    said = {found.group().lower() for found in _TOLD.finditer(claim)}
    return any(found.group().lower() not in said for found in _TOLD.finditer(sentence))


def _is_past(claim: str, sentence: str) -> bool:
    return bool(_PAST.search(sentence)) and not _DONE.search(claim)


def _is_quoted(claim: str, sentence: str, there: Sequence[Word], pairs: Pairs) -> bool:
    """Whether somebody says it: the common words stand in quotation marks, and a speaker beside them."""
    first, last = there[pairs[0][1]].start, there[pairs[-1][1]].end
    for quote in _QUOTED.finditer(sentence):
        if quote.start() < first and last < quote.end() and '"' not in claim:
            beside = [word for word in there if word.start < quote.start() or word.start > quote.end()]
            return bool(_weighty(beside)) and not any(word.form in CHOICE for word in beside)
    return False


def _weighty(some: Sequence[Word]) -> list[Word]:
    return [word for word in some if word.text.lower() not in HARMLESS]


def _skips(
    claim: str, wanted: Sequence[Word], sentence: str, there: Sequence[Word], one: tuple[int, int], two: tuple[int, int]
) -> bool:
    """Whether what stands between two neighbouring words of the claim is more than items of the same list."""
    (i, a), (k, b) = one, two
    skipped = _weighty(there[a + 1 : b])
    start, end = there[a].end, there[b].start
    for aside in _ASIDE.finditer(sentence, start, end):
        if not _narrows(aside.group()):
            skipped = [word for word in skipped if not aside.start() <= word.start < aside.end()]
    if not skipped:
        return False
    between = sentence[start:end]
    cuts = [(start + cut.start(), start + cut.end()) for cut in _LIST.finditer(between)]
    if not cuts or _OTHER.search(between) or any(is_polar(word) or word.form in CHOICE for word in skipped):
        return True
    if _LIST.search(claim[wanted[i].end : wanted[k].start]):
        return True  # joined to another item than in the sentence
    if re.search(r"\bor\b", between, re.IGNORECASE) and not any(is_polar(word) for word in wanted):
        return True
    edges = [start, *(at for cut in cuts for at in cut), end]
    sizes = [
        sum(left <= word.start < right for word in skipped) for left, right in zip(edges[::2], edges[1::2], strict=True)
    ]
    whole_items = sizes[-1] == 0 or (sizes[0] == 0 and len(skipped) == 1)
    return not whole_items or max(sizes) > ITEM


def _narrows(aside: str) -> bool:
    """Whether words in brackets say when, where or for whom: "(for guests)", "(v1)", "(planned)"."""
    inside = aside.strip("()[] ")
    if _LIMITED.match(inside) or any(is_polar(word) or word.form in UNSETTLED for word in words(inside)):
        return True
    brief = len(inside.split()) <= BRIEF and not re.match(r"(?:an?|the|see|also|aka|i\.e)\b", inside, re.IGNORECASE)
    return brief and not re.fullmatch(r"[A-Z]{2,}s?|[\W_]*", inside)


def _cut_before(wanted: Sequence[Word], sentence: str, there: Sequence[Word], first: int) -> bool:
    """Whether a subject, an attribute, a label or a condition before the claim's first word was left out."""
    start = there[first].start
    joints = list(_JOINT.finditer(sentence, 0, start))
    opened = opener.end() if (opener := _OPENER.match(sentence)) else 0
    joints = [cut for cut in joints if cut.end() > opened]
    joint = max(joints[-1].end() if joints else 0, min(opened, start))
    before = [w for w in _weighty(there[:first]) if w.start >= opened and not _leads(w, wanted, there, first)]
    if any(word.start >= joint for word in before):
        return True
    labels = [cut.start() for cut in joints if _LABELLED.fullmatch(cut.group())]
    if labels and not _is_label([word for word in there[:first] if opened <= word.start < labels[-1]]):
        return True
    front = _FRONT.match(sentence, 0, start)
    return front is not None and any(word.start < front.end() for word in before)


def _leads(word: Word, wanted: Sequence[Word], there: Sequence[Word], first: int) -> bool:
    """Whether a word only leads to what the claim says: "decided to", "the system" before "uses", "Fix"."""
    if word.form in ACTIONS:
        return any(word.form == one.form for one in wanted)
    if word.form in THINGS:
        return there[first].form in CHOICE
    return word.form in LIGHT and any(one.form in CHOICE for one in wanted)


def _is_label(front: Sequence[Word]) -> bool:
    """Whether words before a colon change nothing: "Decision:", "ADR-003:", "Chosen option:"; "Option B:" does."""
    chosen = any(word.form in CHOICE for word in front)
    return all(
        word.form in LABELS or word.form in LIGHT or (chosen and word.form == "option") or _RECORD.fullmatch(word.form)
        for word in front
    )


def _cut_after(wanted: Sequence[Word], sentence: str, there: Sequence[Word], last: int) -> bool:
    """Whether a condition, a place, an alternative, a unit or the noun itself follows the claim's last word."""
    rest = sentence[there[last].end :].lstrip("*_`'\")]%")
    if not words(rest):  # small words are compared where the claim ends
        return False
    joint = _AFTER.match(rest)
    if joint is None:
        return not (_PURPOSE.match(rest) and any(word.form in CHOICE for word in wanted))
    if _LIMITED.match(rest, joint.end()) or re.search(
        r",\s*(?:if|unless|except|but\s+only|only)\b", rest, re.IGNORECASE
    ):
        return True
    mark = joint.group().strip()[:1]
    if mark in {"(", "["}:
        return _narrows(re.split(r"[)\]]", rest.lstrip()[1:], maxsplit=1)[0])
    beside = words(re.split(r"[.;]\s", rest[joint.end() :])[0])
    return mark in {":", "—", "–", "-"} and any(is_polar(word) or word.form in UNSETTLED for word in beside)
