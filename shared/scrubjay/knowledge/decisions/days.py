"""Dates in the rows of a history table: figures, and month names in any language of `words.tsv`. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from scrubjay.knowledge.decisions.languages import months_of
from scrubjay.model.pattern import pattern

Day = tuple[int, int, int]
"""Year, month and day; what isn't said is 0."""

_Y = r"(?P<y>(?:19|20)\d\d)"
_D = r"\d{1,2}(?:st|nd|rd|th|er|\.|º|ª)?"
_OF = r"(?:de[nl]?\s+|of\s+)?"
_WORD = r"(?P<w>[^\W\d_][^\s\d|,.:;()/–—-]{1,15})"
_FIGURES = tuple(
    pattern(form)
    for form in (
        rf"(?<![\w/.-]){_Y}([-/.])(?P<m>\d{{1,2}})\2(?P<d>\d{{1,2}})(?![\w/-])",
        rf"{_Y}\s*[年년]\s*(?P<m>\d{{1,2}})\s*[月월](?:\s*(?P<d>\d{{1,2}})\s*[日일])?",
        rf"(?<![\w/.-])(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.\s?{_Y}(?![\w/-])",
        rf"(?<![\w/.-])(?P<a>\d{{1,2}})([/-])(?P<b>\d{{1,2}})\2{_Y}(?![\w/-])",
        rf"(?<![\w/.-]){_Y}[-/.](?P<m>\d{{1,2}})(?![\w/-])",
        rf"(?<![\w/.-])(?P<m>\d{{1,2}})(?:[/.-]|\s+năm\s+){_Y}(?![\w/-])",
        rf"(?<!\w)Q(?P<q>[1-4])[\s/-]*{_Y}(?!\w)",
        rf"(?<!\w){_Y}[\s/-]*Q(?P<q>[1-4])(?!\w)",
    )
)
_NAMED = (
    pattern(rf"(?<!\w)(?:(?P<d>{_D})[\s-]+{_OF})?{_WORD}\.?,?[\s-]+(?:(?P<e>{_D}),?\s+)?{_OF}{_Y}(?!\w)"),
    pattern(rf"(?<!\w){_Y}[.,]?\s*(?:m\.\s*)?{_WORD}\.?(?:\s+(?P<d>{_D}))?(?!\w)"),
)
_YEAR = pattern(rf"(?<![\w/.-]){_Y}(?![\w/-])")

SHORTEST, ENDING = 3, 2
"""Letters of a shortened name at least, and those at the end of a name that inflection changes or adds at most."""

_Said = tuple[int, str, int, int]
"""A year, a folded word for the month, and two figures: month and day, or two in an order that nobody knows."""


def newest_places(rows: Sequence[str]) -> list[int]:
    """The indexes of the rows with the newest day; of all rows where one has no readable year.

    Names of months count in a language that reads every row, and what several such languages disagree about doesn't.
    """
    found = {tuple(_newest_indexes(days)) for days in _readings(rows)}
    if len(found) != 1:
        years = [int(year["y"]) if (year := _YEAR.search(row)) else 0 for row in rows]
        return _newest_indexes([(year, 0, 0) for year in years]) if all(years) else list(range(len(rows)))
    return list(found.pop())


def in_order_of_days(rows: Sequence[str]) -> list[str] | None:
    """The rows, newest first; None unless each has at least a month and all readings give the same order."""
    orders = {
        tuple(sorted(range(len(rows)), key=days.__getitem__, reverse=True))
        for days in _readings(rows)
        if all(month for _, month, _ in days)
    }
    return [rows[place] for place in orders.pop()] if len(orders) == 1 else None


@lru_cache(maxsize=4096)
def is_month(word: str) -> bool:
    """Whether a word names a month in any language."""
    folded = _folded(word)
    return any(_month(months, folded) for months in _month_names())


def _newest_indexes(days: Sequence[Day]) -> list[int]:
    """The indexes of the newest of some days."""
    newest = max(days)
    return [place for place, day in enumerate(days) if day == newest]


def _readings(rows: Sequence[str]) -> Iterator[list[Day]]:
    """The days of the rows, for each language and order of figures that gives every row one."""
    said = [_possible_dates(row) for row in rows]
    if not all(said):
        return
    for months in _month_names() if any(word for row in said for _, word, _, _ in row) else _month_names()[:1]:
        for day_first in (True, False):
            days = [day for row in said if (day := _day(row, months, day_first=day_first))]
            if len(days) == len(said):
                yield days


def _day(said: Sequence[_Said], months: tuple[tuple[str, ...], ...], *, day_first: bool) -> Day | None:
    """The first day in a row as one language and one order of figures read it; None where they find none."""
    for year, word, first, second in said:
        if word in ("/", ""):
            month, day = (second, first) if word and day_first else (first, second)
        else:
            month, day = _month(months, word), first
            if not month:
                continue
        if (0 < month <= 12 or not (word or month)) and 0 <= day <= 31:
            return year, month, day
    return None


def _possible_dates(row: str) -> list[_Said]:
    """Possible dates in a row, the clearest first: figures, then month words beside a year, then a year alone."""
    for form in _FIGURES:
        if match := form.search(row):
            figures = {name: int(value) for name, value in match.groupdict().items() if value}
            if "a" in figures:
                return [(figures["y"], "/", figures["a"], figures["b"])]
            month = 3 * figures["q"] - 2 if "q" in figures else figures["m"]
            return [(figures["y"], "", month, figures.get("d", 0))]
    found = []
    for form in _NAMED:
        for match in form.finditer(row):
            groups = match.groupdict()
            day = re.match(r"\d+", groups["d"] or groups.get("e") or "0")
            found.append((int(match["y"]), _folded(match["w"]), int(day.group()) if day else 0, 0))
    known = [one for one in found if is_month(one[1])]
    year = _YEAR.search(row)
    return known or ([(int(year["y"]), "", 0, 0)] if year else [])


def _month(months: tuple[tuple[str, ...], ...], word: str) -> int:
    """The month that a folded word names, whole, shortened or with another ending; 0 for none."""
    best, length = 0, 0
    for number, names in enumerate(months, 1):
        for name in names:
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, word, strict=False)))
            if alike > length and alike >= _shared_letters_needed(name, word) and len(word) <= len(name) + ENDING:
                best, length = number, alike
    return best


def _shared_letters_needed(name: str, word: str) -> int:
    """The number of letters a word must share with a month's name: all of a short form, else all but the ending."""
    if name.startswith(word):
        return min(len(name), SHORTEST)
    return max(SHORTEST, len(name) - ENDING) if len(name) > 2 * ENDING else len(name) + len(word)


@lru_cache(maxsize=1)
def _month_names() -> list[tuple[tuple[str, ...], ...]]:
    """The names of the twelve months in each language, with their other forms, in lower case."""
    return [tuple(tuple(_folded(one) for one in form.split("/")) for form in forms) for forms in months_of()]


def _folded(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(sign))
