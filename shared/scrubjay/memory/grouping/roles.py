"""Do two claims give the same words other parts: who calls whom, what takes whose place? Pure."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from scrubjay.memory.grouping.lists import denies, expression, expressions, joined, plain_words, word_set
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, stem

KEY_LETTERS: Final = 5
"""Of a word that is compared: "compose" and "composition" are one."""
VERB: Final = 0.4
"""A content word that is less of a noun is a verb."""
_PARTICIPLE: Final = pattern(r"(?:ed|en|nt|ld|wn|t|n)$")
_DIGIT: Final = pattern(r"\d")
_POINT: Final = pattern(r"(?<=\d)\.(?=\d)")
_MOST_CLAUSES: Final = 12
_MOST_SHARED: Final = 16


def word_key(word: str) -> str:
    """The beginning of a word's stem, by which its forms are one; what has other signs is whole."""
    form = stem(word)
    return form[:KEY_LETTERS] if form.isalpha() else form


def _content(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in STOP_WORDS and not denies(word) and len(word) > 1]


def _keys_that_differ(left: Mapping[str, set[bool]], right: Mapping[str, set[bool]]) -> list[bool]:
    """How the left claim says the words that only one of two claims denies: True where it is the one."""
    same = left.keys() & right.keys()
    return [left[key] == {True} for key in same if len(left[key]) == 1 == len(right[key]) and left[key] != right[key]]


@lru_cache(maxsize=4_000)
def _signs(text: str) -> dict[str, set[bool]]:
    """Whether each content word stands where a claim denies: between two signs, or behind "instead of"."""
    low = text.lower()
    prefers = bool(expression("prefers").search(low))
    parts: list[tuple[str, str]] = []
    separator, start = "", 0
    for match in expression("segment").finditer(low):
        if match.group() == "over" and not prefers:
            continue
        parts.append((separator, low[start : match.start()]))
        separator, start = match.group(), match.end()
    parts.append((separator, low[start:]))
    signs: dict[str, set[bool]] = {}
    for separator, part in parts:
        words = plain_words(part)
        contrary = separator.endswith("not ") or separator in ("instead of", "rather than", "in place of", "over")
        denied = contrary or any(map(denies, words))
        for word in _content(words):
            for piece in filter(None, word.split("_")):
                signs.setdefault(word_key(piece), set()).add(denied)
    return signs


@lru_cache(maxsize=4_000)
def _heads(text: str) -> dict[str, set[bool]]:
    """Whether each clause denies, by its first content word."""
    heads: dict[str, set[bool]] = {}
    for clause in expression("head").split(joined(text).lower()):
        words = plain_words(clause)
        if content := _content(words):
            heads.setdefault(word_key(content[0]), set()).add(any(map(denies, words)))
    return heads


@lru_cache(maxsize=4_000)
def _clauses(text: str) -> tuple[tuple[frozenset[str], bool], ...]:
    """The content words of each clause, and whether it denies."""
    parts = map(plain_words, expression("clause").split(_POINT.sub("_", joined(text).lower())))
    found = ((frozenset(map(word_key, _content(words))), any(map(denies, words))) for words in parts)
    return tuple(clause for clause in found if clause[0])[:_MOST_CLAUSES]


def _paired_otherwise(one: str, other: str) -> bool:
    """Whether two words have changed places between the clauses: "A does x, B does y", "A does y, B does x".

    Of figures, and of names with one, it is enough that another stands with a word than did.
    """
    left, right = _clauses(one), _clauses(other)
    if min(len(left), len(right)) < 2:
        return False
    here, there = (frozenset().union(*(words for words, _ in clauses)) for clauses in (left, right))
    pairs = list(combinations(sorted(here & there)[:_MOST_SHARED], 2))
    mine, yours = (
        {pair for pair in pairs if any(words.issuperset(pair) for words, _ in clauses)} for clauses in (left, right)
    )
    only, against = sorted(mine - yours), yours - mine
    for (a, b), (c, d) in combinations(only, 2):
        ways = ((a, d), (c, b)), ((a, c), (b, d))
        if len({a, b, c, d}) == 4 and any({_pair(*x), _pair(*y)} <= against for x, y in ways):
            return True
    firm = [
        {pair for pair in pairs if any(words.issuperset(pair) and not no for words, no in cs)} for cs in (left, right)
    ]
    counted = _with_figures(firm[0] - yours), _with_figures(firm[1] - mine)
    return any(
        word == same and figure != another and _pair(figure, another) not in mine | yours
        for word, figure in counted[0]
        for same, another in counted[1]
    )


def _with_figures(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs of a word without a digit and one with a digit."""
    return [
        (word, figure)
        for pair in pairs
        for word, figure in (pair, pair[::-1])
        if _DIGIT.search(figure) and not _DIGIT.search(word)
    ]


@lru_cache(maxsize=4_000)
def _sequence(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """What comes sooner and what later, where a claim tells of one order in time."""
    low = joined(text).lower()
    sooner, later = list(expression("sooner").finditer(low)), list(expression("later").finditer(low))
    if len(sooner) + len(later) != 1:
        return None
    match = (sooner or later)[0]
    before, behind = low[: match.start()], low[match.end() :]
    if not before.strip():
        behind, comma, before = behind.partition(",")
        if not comma:
            return None
    parts = (
        frozenset(map(word_key, _content(plain_words(before)))),
        frozenset(map(word_key, _content(plain_words(behind)))),
    )
    first, second = parts if sooner else parts[::-1]
    return first - second, second - first


def _turned_in_time(one: str, other: str) -> bool:
    """Whether what comes first in one claim comes later in the other."""
    left, right = _sequence(one), _sequence(other)
    return bool(left and right and left[0] & right[1] and left[1] & right[0])


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


@lru_cache(maxsize=4_000)
def _moves(text: str) -> frozenset[tuple[str, str]]:
    """What takes the place of what: old and new."""
    matches = (match for form in expressions("moved") for match in form.finditer(text))
    return frozenset((word_key(match[1].lower()), word_key(match[2].lower())) for match in matches)


def other_roles(one: str, other: str) -> bool:
    """Whether two claims give the same words other parts, as far as their words tell."""
    for left, right in ((_signs(one), _signs(other)), (_heads(one), _heads(other))):
        if len(set(_keys_that_differ(left, right))) == 2:
            return True
    if any(old == yours[1] or new == yours[0] for old, new in _moves(one) for yours in _moves(other)):
        return True
    return _turned_in_time(one, other) or _paired_otherwise(one, other)


def parts_of_words(words: Sequence[str], nouns: Sequence[float | None]) -> dict[str, set[str]]:
    """The part that each content word has: "subj", "obj", or its preposition.

    `nouns` tell how much of a noun each word is; None: no content word.
    """
    low = [word.lower() for word in words]
    passive = any(
        word in word_set("being") and any(_is_participle(low, nouns, near) for near in range(at + 1, at + 4))
        for at, word in enumerate(low)
    )
    parts: dict[str, set[str]] = {}
    verb, preposition = False, ""
    for at, (word, noun) in enumerate(zip(low, nouns, strict=True)):
        following = nouns[at + 1] if at + 1 < len(nouns) else None
        if word in (",", ";", ":", "."):
            verb, preposition = False, ""
        elif word in word_set("prepositions") and not (word == "to" and following is not None and following < VERB):
            preposition = "to" if word in ("into", "onto") else word
        elif word in word_set("being") or (noun is not None and noun < VERB):
            verb, preposition = True, ""
        elif noun is not None:
            parts.setdefault(word_key(word), set()).add(_part(preposition, verb=verb, passive=passive))
    return parts


def _is_participle(words: Sequence[str], nouns: Sequence[float | None], at: int) -> bool:
    noun = nouns[at] if at < len(words) else None
    return noun is not None and noun < VERB and bool(_PARTICIPLE.search(words[at]))


def _part(preposition: str, *, verb: bool, passive: bool) -> str:
    if preposition:
        return "subj" if preposition == "by" and passive else preposition
    if passive:
        return "obj2" if verb else "obj"
    return "obj" if verb else "subj"


def exchanged(left: Mapping[str, set[str]], right: Mapping[str, set[str]]) -> bool:
    """Whether two words have each other's part, or one comes "from" where it goes "to"."""
    same = sorted(key for key in left.keys() & right.keys() if len(left[key]) == 1 == len(right[key]))
    parts = [(*left[key], *right[key]) for key in same]
    if any(set(pair) == {"from", "to"} for pair in parts):
        return True
    return any(mine[0] != yours[0] and mine == yours[::-1] for mine, yours in combinations(parts, 2))
