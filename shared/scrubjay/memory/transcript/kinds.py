"""What kind of sentence is it that holds some words: somebody else's, a supposition, a doubt, a joke? Pure.

Each form stands once, in `kinds.tsv`; who reads turns of people asks here.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

_NAMED: Final = re.compile(r"\{([a-z][a-z_ ]*)\}")


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


def rows(table: Path) -> tuple[list[list[str]], dict[str, re.Pattern[str]]]:
    """The rows of a table of forms, each with its columns, the last an expression, and its parts by their names.

    A row whose second column is "form" is a part: `{name}` stands for it in other rows.
    """
    lines = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    entries = [line for line in lines if len(line) > 1 and not line[0].startswith("#")]
    parts = {line[0]: line[2] for line in entries if line[1] == "form"}
    spelled = [[*line[:-1], _NAMED.sub(lambda name: parts[name[1]], line[-1])] for line in entries]
    return [line for line in spelled if line[1] != "form"], {
        line[0]: expression(line[-1]) for line in spelled if line[1] == "form"
    }


def expression(form: str) -> re.Pattern[str]:
    """A form of words in any case."""
    return re.compile(form, re.IGNORECASE)
