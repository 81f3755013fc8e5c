"""Likeness of two statements by their words: the same, much alike, or equal but for a figure, name or negation.

They may differ in Unicode form, white space, the case of the first letter, the final mark, emphasis (code marks among
it) and links of Markdown and reStructuredText, and a citation in brackets. In nothing else: no word, figure, unit, sign
or comma.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from scrubjay.memory.grounding.citations import citations_of, unsourced, without_citations
from scrubjay.memory.grounding.prose import straight_quotes
from scrubjay.memory.grounding.tables import units, unlinked, unmarked
from scrubjay.memory.grounding.terms import figures, modalities, names, negations
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import split
from scrubjay.text.words import Word, matches, stem

_CODE = pattern(r"(`+)((?:(?!\1).)+?)\1(?!`)")
_EMPHASIS = pattern(
    r"(?<![\w*\\])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*\\])\1(?![\w*])|(?<![\w_\\])(_)(?=[^\s_])([^_]+?)(?<=[^\s_\\])_(?!\w|_)"
    r"|(?<![\w_\\])(__)(?=[^\s_])([^_]*\s[^_]*?)(?<=[^\s_\\])__(?!\w|_)"
)
_BRACKETS = pattern(r"\s*(?:\(([^()]{1,300})\)|\[([^\[\]]{1,300})\])")
_FINAL = ".!;。！"
_WORDLESS = pattern(r"\W*(?:(?:and|see|also)\W*)*")


def is_same_claim(claim: str, other: str) -> bool:
    """Whether two texts are the same claim but for markup, spaces and final mark. Reflexive and symmetric.

    Where both name sources in brackets, one must name all those of the other: "fixed (#12)" isn't "fixed (#13)".
    """
    left, right = _compared_form(claim), _compared_form(other)
    return left[0] == right[0] and (left[1] <= right[1] or right[1] <= left[1])


def same_form(text: str) -> str:
    """A form of a text without its sources, equal for texts that are the same claim; used as a lookup key."""
    return _compared_form(text)[0]


def same_run(claim: str, sentences: tuple[str, ...]) -> tuple[int, int] | None:
    """The range (end excluded) of consecutive sentences that together are the claim; None if there is none."""
    wanted = split(claim)
    for start in range(len(sentences) - len(wanted) + 1 if wanted else 0):
        end = start + len(wanted)
        if all(map(is_same_claim, wanted, sentences[start:end])):
            return start, end
    return None


def unstyled(text: str) -> str:
    """A text without emphasis, code marks and links, in one Unicode form."""
    kept_words: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept_words.append(match.group(2).strip() or match.group(2))
        return f"\0{len(kept_words) - 1}\0"

    plain = unicodedata.normalize("NFC", text).replace("\0", " ")
    plain = _CODE.sub(keep, unmarked(plain))
    plain = unlinked(plain)
    for _ in range(3):
        plain = _EMPHASIS.sub(lambda match: match.group(2) or match.group(4) or match.group(6), plain)
    return re.sub("\0(\\d+)\0", lambda match: kept_words[int(match.group(1))], plain)


@lru_cache(maxsize=4_000)
def _compared_form(text: str) -> tuple[str, frozenset[str]]:
    """The form of a text that is compared, and the sources that it names in brackets."""
    plain, named = _uncited(unstyled(text))
    plain = " ".join(plain.split())
    plain = plain[:-1].rstrip() if plain[-1:] in _FINAL and plain[-1:] and not plain.endswith("..") else plain
    return plain[:1].lower() + plain[1:], frozenset(named)


def _uncited(text: str) -> tuple[str, set[str]]:
    """The text without brackets that hold nothing but citations, and what these name."""
    named: set[str] = set()

    def drop(match: re.Match[str]) -> str:
        inside = match.group(1) or match.group(2)
        replacement = inside if match.group(1) else f"[{inside}]"
        citations = citations_of(replacement)
        if not citations or not _WORDLESS.fullmatch(without_citations(replacement)):
            return match.group()
        named.update(f"{citation.kind}:{citation.target}:{citation.lines}" for citation in citations)
        return ""

    return _BRACKETS.sub(drop, text), named


LEXICAL_SHARE: Final = 0.92
"""Jaccard share from which on two claims are one."""

FEWEST_WORDS: Final = 5
"""Below, only an exact repetition counts: one word of four is a quarter of the meaning."""

_ARTICLES: Final = frozenset({"a", "an", "the", "that"})
"""Words that carry nothing where one of two claims has them."""

_SIGN = pattern(r"[<>≤≥≠±%‰$€£¥°^=]|(?:(?<=\s)|\A)[-+*/|&]+(?=\s|\Z)|(?<![\w.)\]])[-−+](?=[\d.])")


def compare(claim: str, other: str) -> tuple[bool, float]:
    """Whether two claims of one project, scope and kind are one, and the Jaccard share of their words. Symmetric.

    They are one where only articles differ, or the form of a word: any other word that one of them lacks, or has more
    often, keeps them apart ("not" twice, all and some, before and after), and so does another order.
    """
    a, b = _tokens(claim), _tokens(other)
    if a == b:
        return True, 1.0
    first, second = set(a), set(b)
    share = len(first & second) / len(first | second) if first | second else 1.0
    alike = share >= LEXICAL_SHARE and min(len(a), len(b)) >= FEWEST_WORDS
    return alike and _bare(a) == _bare(b) and not telling_difference(claim, other), round(share, 3)


def telling_difference(claim: str, other: str) -> str:
    """The figures, signs, names, negations and modalities that differ between two claims: "30 / 60".

    Their sources don't count. Empty where both have the same.
    """
    left, right = _facts_of(claim), _facts_of(other)
    if left == right:
        return ""
    return " / ".join(" ".join(difference.elements())[:60].strip() for difference in (left - right, right - left))


@lru_cache(maxsize=256)
def _facts_of(claim: str) -> Counter[str]:
    """How often each figure, sign, name, negation and modality occurs in a claim."""
    text = straight_quotes(without_citations(claim))
    counted = [f"{figure.value} {figure.unit}".strip() for figure in figures(text)]
    return Counter([*counted, *_SIGN.findall(text), *sorted(negations(text) | modalities(text)), *names(text)])


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    """The words of a text without sources in brackets, in lower case; a unit keeps its case: MB isn't Mb."""
    bare = (token.strip(".,;:!?()[]\"'`") for token in straight_quotes(unstyled(unsourced(text))).split())
    return tuple(token if token in units() else token.lower() for token in bare if token)


def _bare(tokens: Sequence[str]) -> list[str]:
    """The words in their order, each in one form; without articles."""
    return [stem(token) for token in tokens if token not in _ARTICLES]


FEWEST: Final = 2
"""Words that say what both are about, and that both have."""

_EMPTY: Final = frozenset("a an the do does did is are was were be been being has have had will shall".split())  # noqa: SIM905
"""Words that another form of a verb, or an article, brings along."""


def rival(claim: str, other: str) -> str:
    """The difference between two rival statements, such as "30 / 60"; empty if they aren't rivals.

    Their sources don't count: "fixed in commit A" and "fixed in commit B" are two facts.
    """
    left, right = _parts(claim), _parts(other)
    if abs(len(left) - len(right)) > max(4, len(left) // 2):
        return ""
    forms = [form for form, _, _ in left], [form for form, _, _ in right]
    changes = [change for change in SequenceMatcher(None, *forms, autojunk=False).get_opcodes() if change[0] != "equal"]
    changed = [(left[a:b], right[c:d]) for _, a, b, c, d in changes]
    if not changed or len(changed) > 3 or not all(_make_rivals(*pair) for pair in changed):
        return ""
    common = {form for form, _, telling in left if not telling} & {form for form, _, telling in right if not telling}
    if len(common - _EMPTY) < FEWEST:
        return ""
    removed, added = (" ".join(word for side in sides for _, word, _ in side) for sides in zip(*changed, strict=True))
    return f"{removed} / {added}"


Part = tuple[str, str, bool]
"""A word's form, the word as it is written, and whether it is a figure, a name or a negation."""


def _make_rivals(left: list[Part], right: list[Part]) -> bool:
    """Whether two places differ in nothing but what makes rivals: each has a figure or name, or one of them denies."""
    sides = [[part for part in side if part[0] not in _EMPTY] for side in (left, right)]
    if not all(telling for side in sides for _, _, telling in side):
        return False
    if all(sides):
        return True
    return any(negations(word) for side in sides for _, word, _ in side)


@lru_cache(maxsize=2_000)
def _parts(text: str) -> list[Part]:
    plain = straight_quotes(unlinked(unmarked(unsourced(text))))
    named = {word.lower() for name in names(plain) for word in (name, *name.split())}
    found: list[Part] = []
    for match in matches(plain, Word.MEASURED):
        word = match.group().rstrip(".,:")
        low = word.lower()
        denies = bool(negations(word))
        counted = bool(figures(word)) or any(char.isdigit() for char in low)
        measured = low in units() and bool(found) and bool(figures(found[-1][1]))
        told = counted or measured or low in named or denies
        form = low if told or low in _EMPTY else stem(low)
        form = "not" if denies and low not in ("never", "no", "none", "without") else form
        form = next((figure.value for figure in figures(word) if not figure.unit), form)  # nine is 9
        found.append((form, word, told))
    return found
