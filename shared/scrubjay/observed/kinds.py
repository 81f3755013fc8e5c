"""What kind of sentence is it that holds some words: somebody else's, a supposition, a doubt, a joke? Pure.

Each form stands once, in `kinds.tsv`; who reads turns of people asks here.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path

from scrubjay.observed.forms import expression, rows


class Kind(StrEnum):
    """Why words are no statement of who writes them."""

    REPORTED = "reported"
    NAMED = "named"
    """A title, or a text that is spoken of: "the title should be: …"."""
    PLANNED = "planned"
    ASKED = "asked"
    SUPPOSED = "supposed"
    DENIED = "denied"
    DOUBTED = "doubted"
    JOKED = "joked"


class Where(StrEnum):
    """Where what makes them so stands."""

    BEFORE = "before"
    BEHIND = "behind"
    ABOUT = "about"
    SELF = "self"


def kinds(text: str, side: Where) -> frozenset[Kind]:
    """What a text makes of the words that it stands before, behind or right after, or of itself."""
    return frozenset(kind for kind, form in _forms()[side] if form.search(text))


def first(text: str, side: Where, *wanted_kinds: Kind) -> re.Match[str] | None:
    """The first form of some kinds in a text."""
    matches = (form.search(text) for kind, form in _forms()[side] if kind in wanted_kinds)
    return min((match for match in matches if match), key=re.Match.start, default=None)


@cache
def _forms() -> dict[Where, list[tuple[Kind, re.Pattern[str]]]]:
    forms: dict[Where, list[tuple[Kind, re.Pattern[str]]]] = {side: [] for side in Where}
    for kind, places, form in rows(Path(__file__).with_name("kinds.tsv"))[0]:
        for place in places.split():
            forms[Where(place)].append((Kind(kind), expression(form)))
    return forms
