"""What kind of sentence is it that holds some words: somebody else's, a supposition, a doubt, a joke? Pure.

Each form stands once, in `kinds.tsv`; who reads turns of people asks here.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path


class Kind(StrEnum):
    """Why words are no statement of who writes them."""

    REPORTED = "reported"
    NAMED = "named"
    """A text that is spoken of: "the title should be: …"."""
    SUPPOSED = "supposed"
    DENIED = "denied"
    DOUBTED = "doubted"
    JOKED = "joked"


class Where(StrEnum):
    """Where what makes them so stands."""

    BEFORE = "before"
    BEHIND = "behind"
    ABOUT = "about"


def kinds(text: str, where: Where) -> frozenset[Kind]:
    """What a text makes of the words that it stands before, behind, or right after in a sentence of its own."""
    return frozenset(kind for kind, form in _forms()[where] if form.search(text))


def first(text: str, where: Where, *wanted: Kind) -> re.Match[str] | None:
    """The first form of some kinds in a text."""
    found = (form.search(text) for kind, form in _forms()[where] if kind in wanted)
    return min((match for match in found if match), key=re.Match.start, default=None)


@cache
def _forms() -> dict[Where, list[tuple[Kind, re.Pattern[str]]]]:
    rows = [line.split("\t") for line in _lines() if line and not line.startswith("#")]
    parts = {name: form for name, where, form in rows if where == "form"}
    found: dict[Where, list[tuple[Kind, re.Pattern[str]]]] = {where: [] for where in Where}
    for name, places, form in rows:
        for place in places.split() if places != "form" else ():
            spelled = re.sub(r"\{(says|that|i)\}", lambda part: parts[part[1]], form)
            found[Where(place)].append((Kind(name), re.compile(spelled, re.IGNORECASE)))
    return found


def _lines() -> list[str]:
    return Path(__file__).with_name("kinds.tsv").read_text(encoding="utf-8").splitlines()
