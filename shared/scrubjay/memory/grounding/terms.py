"""Terms of a text: content words in one form, figures, names, negations; and those that another text lacks.

Content words are those that search looks for: without stop words, identifiers split into their parts.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from scrubjay.memory.grounding.prose import straight_quotes
from scrubjay.memory.grounding.tables import phrases, units, word_lines, word_list
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.names import query_names
from scrubjay.text.scripts import pairs_as_words
from scrubjay.text.sentences import split
from scrubjay.text.words import STOP_WORDS, Word, beginning, stem, words

_FIGURE = pattern(
    r"(?<![A-Za-z0-9_.])(?:[<>≤≥]=?\s?)?(?P<value>\d{4}-\d\d-\d\d|\d{1,2}(?::\d\d){1,2}(?![:\d])|"
    r"(?:(?<![\w)\]])[-−])?[vV]?\d+(?:[.,]\d+)*)"
    r"(?:(?: {0,6}|-)(?P<unit>[%°µA-Za-z]+))?(?![A-Za-z_])"
)
_TIME = r"(?=(?:second|minute|hour|day|week|month|year)s?\b)"
_HALF = pattern(rf"(?<![\w-])half(?:[ -]an?)?[ -]{_TIME}", re.IGNORECASE)
_A = pattern(rf"(?<![\w-])(?<!half[ -])an? {_TIME}", re.IGNORECASE)
_THOUSANDS = pattern(r"\d{1,3}(?:,\d{3})+")
_CODE = pattern(r"`+([^`]+)`+")
_CAPITAL = pattern(r"(?<![\w.@/-])[A-Z][\w+#]*(?:[.-]\w+)*")
_OPENS = pattern(r"(?:\A|[.!?:;]|\n|[\"“(\[]|(?:^|\s)[-*+•])[\s\"“'(*_\[]*\Z")
_NOT = pattern(r"\b(?:[a-z]+n't|cannot)\b", re.I)
_EITHER = pattern(r"\bor\s+not\b", re.I)
"""Whether or not: no negation."""

_SECONDS = {"ms": "0.001", "s": "1", "min": "60", "h": "3600", "d": "86400", "wk": "604800"}
_NUMBERS = {word: str(number) for number, word in enumerate(word for line in word_lines("numbers") for word in line)}
_NUMBER = pattern(rf"(?<![\w-])(?:{'|'.join(_NUMBERS)})(?![\w])", re.I)
_UNITS = units()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its value in one form, its unit (empty without a known one), and as written."""

    value: str
    unit: str
    written: str

    @property
    def amount(self) -> tuple[str, str]:
        """Value and unit in one form: 3 min is 180 s."""
        if self.unit not in _SECONDS or not self.value.replace(".", "", 1).isdigit():
            return self.value, self.unit
        return str((Decimal(self.value) * Decimal(_SECONDS[self.unit])).normalize()), "s"


@lru_cache(maxsize=8_000)
def content(text: str) -> frozenset[str]:
    """The stems of the content words, figures with their units among them; a claim is compared with many texts."""
    plain = straight_quotes(text)
    return frozenset((*stems(plain), *(figure.value for figure in figures(plain))))


def free_units(text: str) -> tuple[tuple[str, str], ...]:
    """The units that belong to no figure, in one form and as they are written: "in seconds", "ttl_sec"."""
    rest = _FIGURE.sub(" ", _numbered(text))
    return tuple((_UNITS[low], piece) for piece in words(rest, Word.PARTS) if (low := piece.lower()) in _UNITS)


def may_hold(content: frozenset[str], text: str) -> float:
    """The largest share of some content words that a text can hold; cheap, and too small only by a little."""
    if not content:
        return 0.0
    low = text.lower()
    return (len(content) - sum(start not in low for start in _word_beginnings(content))) / len(content)


@lru_cache(maxsize=256)
def _word_beginnings(content: frozenset[str]) -> tuple[str, ...]:
    """The beginnings of content words, for comparison with another text's words by their start."""
    return tuple(beginning(word, ending=2, shortest=2) for word in content if word.isalpha() and word not in _UNITS)


def stems(text: str) -> Iterator[str]:
    """The stems of the content words, in order; of figures the units, their values are left to `figures`."""
    for piece in words(_NOT.sub(" ", pairs_as_words(text)), Word.PARTS):
        if _is_telling(word := piece.lower()):
            yield _UNITS.get(word) or stem(word)
    yield from (figure.unit for figure in figures(text) if figure.unit)


def _is_telling(word: str) -> bool:
    return len(word) > 1 and word not in STOP_WORDS and word not in _NUMBERS


def with_one(text: str) -> str:
    """A text in which "an hour" is 1 hour: it may be meant as a figure."""
    return _A.sub("1 ", text)


@lru_cache(maxsize=2_000)
def figures(text: str) -> tuple[Figure, ...]:
    """The figures: counts, versions, dates, sizes. `three` is 3, `1,500` is 1500, `15min` is 15 min; "one" is none."""
    return tuple(filter(None, (_figure(match, text) for match in _FIGURE.finditer(_numbered(text)))))


def _numbered(text: str) -> str:
    """A text with digits for the numbers that it spells, as long as before; half an hour is 0.5."""
    text = _HALF.sub(lambda match: "0.5".ljust(len(match.group())), text)
    return _NUMBER.sub(lambda match: _NUMBERS[match.group().lower()].ljust(len(match.group())), text)


def _figure(match: re.Match[str], text: str) -> Figure | None:
    value = match["value"].replace("−", "-").lstrip("vV")
    value = value.replace(",", "") if _THOUSANDS.fullmatch(value) else value
    unit = match["unit"] or ""
    known_unit = _UNITS.get(unit) or _UNITS.get(unit.lower() if len(unit) > 2 else unit, "")
    written = match["value"] + (f" {unit}" if known_unit else "")
    spelled = text[match.start("value") : match.end("value")] != match["value"]
    value = value.lstrip("0") or "0" if value.isdigit() else value
    return None if spelled and value == "1" and not known_unit else Figure(value, known_unit, written)


@lru_cache(maxsize=256)
def names(text: str) -> tuple[str, ...]:
    """The identifiers, and the words with a capital that isn't a sentence's first letter; each once, as written."""
    unique: dict[str, None] = {}
    for code in _CODE.findall(text):
        if len(code.split()) == 1 and any(char.isalpha() for char in code):
            unique[code.removesuffix("()")] = None
    for name in query_names(_CODE.sub(" ", text)[:2_000]):
        if name.marked and any(char.isalpha() for char in name.label) and not _FIGURE.fullmatch(name.label):
            unique[name.label] = None
    later = [word for word in words(text, Word.TITLED)[1:] if len(word) > 3]
    titled = len(later) > 2 and all(word[0].isupper() for word in later)
    for word in _CAPITAL.finditer(text):
        inner = any(char.isupper() for char in word.group()[1:])
        first = not inner and (titled or bool(_OPENS.search(text[max(0, word.start() - 6) : word.start()])))
        if not first and word.group().lower() not in STOP_WORDS and len(word.group()) > 1:
            unique[word.group()] = None
    return tuple(unique)


def negations(text: str) -> frozenset[str]:
    """The words that turn a statement round; "n't" and "cannot" count as "not"."""
    text = _EITHER.sub(" ", text)
    negating = {word.lower() for word in phrases("negation").findall(text)}
    contracted = bool(_NOT.search(straight_quotes(text)))
    return frozenset((negating - {"cannot"}) | ({"not"} if contracted else set()))


def modalities(text: str) -> frozenset[str]:
    """The words that say how firmly, or when, a thing holds."""
    return word_list("modality") & frozenset(words(text.lower(), Word.ENGLISH))


CAPITALS = 0.4
"""Share of capitalised words behind a sentence's first from which on a language capitalises its nouns."""

_ENDINGS = ("", "s", "'s")
_PARTS = pattern(r"\.|::|#|/")
_MARKED = pattern(r"[\d_./]|::|\w\(\)|(?<=[^\W\d])[A-Z]")
"""What makes a token a name: a digit, an underscore, a dot, a slash or an inner capital."""


def unnamed(claim: str, *shown: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """The figures and names of a claim that none of the shown texts holds, as the claim writes them.

    1.25 names 1.25.0, three is 3; a plain word with a capital is a name unless the language capitalises its nouns.
    `known` are names that need no naming, such as the project's own.
    """
    text = "\n".join(shown)
    counted, low = with_one(text), text.lower()
    present, units_alone = figures(counted), {form for form, _ in free_units(counted)}
    absent = [figure.written for figure in figures(claim) if not _has_figure(figure, present, units_alone)]
    free = {name.lower() for name in known}
    wanted = (name for name in names(claim) if name.lower() not in free and name not in units() and not figures(name))
    if _capitalises_nouns(claim):
        wanted = (name for name in wanted if _MARKED.search(name) or f"`{name}" in claim)
    return tuple(dict.fromkeys([*absent, *(name for name in wanted if not has_name_in_some_form(name, text, low))]))


def _capitalises_nouns(text: str) -> bool:
    later = [word for sentence in split(text) for word in words(sentence, Word.TITLED)[1:]]
    return len(later) > 3 and sum(word[:1].isupper() for word in later) >= CAPITALS * len(later)


def _has_figure(figure: Figure, shown: Sequence[Figure], units_alone: Collection[str]) -> bool:
    """Whether a text holds a figure in any form: as an amount, or as the beginning of a version."""
    for other in shown:
        same_unit = figure.unit in (other.unit, "") or (not other.unit and figure.unit in units_alone)
        value = other.value.removesuffix(".0") if figure.unit else other.value
        begins = f"{figure.value}." in f"{other.value}." and other.value.startswith(figure.value)
        versioned = "." in figure.value and begins
        if other.amount == figure.amount or (same_unit and (value == figure.value or versioned)):
            return True
        if other.value.startswith(f"{figure.value}-"):
            return True
    return False


def has_name_in_some_form(name: str, text: str, low: str) -> bool:
    """Whether a text holds a name: as it stands, without a plural's s, in its parts, or spelt out.

    `low` is the text in lower case.
    """
    bare = name.lower().removesuffix("()")
    if _has_name(bare, low) or _has_name(bare.removesuffix("'s").removesuffix("s"), low):
        return True
    parts = [part for part in _PARTS.split(bare) if part]
    if len(parts) > 1 and all(_has_name(part, low) for part in parts):
        return True
    pieces = [piece.lower() for piece in words(name, Word.LEARNT_PARTS)]
    if len(pieces) > 1 and re.search(r"(?<![a-z])" + r"[\W_]{0,2}".join(map(re.escape, pieces)), low):
        return True
    short = name.removesuffix("s")
    if not (short.isascii() and short.isupper() and short.isalpha() and 2 <= len(short) <= 6):
        return False
    return bool(re.search(r"\b" + r"[\s-]+".join(rf"{letter}[a-z]+" for letter in short.lower()), low))


def _has_name(name: str, low: str) -> bool:
    """Whether a text holds a name as a word, perhaps with a plural's or a genitive's s."""
    start = low.find(name) if name else -1
    while start >= 0:
        end = start + len(name)
        if not (start and _is_word_sign(low[start - 1])) and any(
            low.startswith(ending, end) and not _is_word_sign(low[end + len(ending) : end + len(ending) + 1])
            for ending in _ENDINGS
        ):
            return True
        start = low.find(name, start + 1)
    return False


def _is_word_sign(sign: str) -> bool:
    return sign == "_" or sign.isalnum()
