"""Which words carry a statement? Content words in one form, numbers, names and what turns a meaning round."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scrubjay.grounding.prose import straight
from scrubjay.grounding.tables import word_list

_TOKEN = re.compile(r"\d{1,3}(?:,\d{3})+(?![\w,])|[^\W_]+(?:[._/:@+\-][^\W_]+)*[+#]*|[_\w]+", re.UNICODE)
_SIGN = re.compile(r"[<>≤≥≠±%‰$€£¥°^]|[!=]=|(?<![\w.)\]])[-−+](?=[\d.])")
_CONTRACTED = re.compile(r"\b[a-z]+n't\b|\bcan't\b|\bcan\s*not\b", re.IGNORECASE)

STOP = word_list("stop")

POLARITY = word_list("polarity")

REJECTING = word_list("rejecting")

LIGHT = word_list("light")

THINGS = word_list("things")

CHOICE = word_list("choice")

ACTIONS = word_list("actions")

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}


_UNITS = frozenset("stmd")
"""Letters that are the rest of a short form after an apostrophe, else a unit: "30 s", "5 m"."""

_NAMES = frozenset({"US", "IT"})
"""Names that look like function words but for their capitals."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word. `form` is what is compared: a stem, or the literal text of a number or an identifier."""

    form: str
    text: str
    start: int
    end: int
    exact: bool

    @property
    def is_number(self) -> bool:
        """Whether it holds a figure: a count, version, date, size."""
        return any(c.isdigit() for c in self.form)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case English word."""
    return str(_stemmer().stemWord(word))


def words(text: str) -> tuple[Word, ...]:
    """The words of a text without stop words, in order; `can't`, `cannot` and `can not` count as `not`."""
    plain = straight(text)
    shouted = plain.isupper()
    plain = _CONTRACTED.sub(lambda found: "not".rjust(len(found.group())), plain)
    found = []
    for match in _TOKEN.finditer(plain):
        word = _word(match.group(), match.start(), match.end())
        if word.text in _NAMES and not shouted:
            word = replace(word, form=word.text)
        unit = word.form in _UNITS and plain[match.start() - 1 : match.start()] != "'"
        if word.form not in STOP or unit:
            found.append(word)
    return tuple(found)


def _word(text: str, start: int, end: int) -> Word:
    low = text.lower()
    low = _NUMBERS.get(low, low)
    low = low.replace(",", "")  # 1,500 is 1500
    exact = not low.isalpha() or text[1:] != text[1:].lower()
    plain = low in STOP or low in POLARITY
    return Word(low if exact or plain or not low.isascii() else stem(low), text, start, end, exact)


def signs(text: str) -> tuple[str, ...]:
    """The signs that change a figure or a comparison: "<100 ms" isn't ">100 ms", nor 10 % ten."""
    return tuple(_SIGN.findall(text))


def is_polar(word: Word) -> bool:
    """Whether a word turns a statement round, or limits it."""
    return word.form in POLARITY or word.form in REJECTING
