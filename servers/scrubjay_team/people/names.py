"""Names of teams, members, tokens and repositories: what they may hold, and which two are taken for the same.

They stand within lines of answers, so none may break a line, hide, turn the writing round, or imitate what such a line
says of itself.
"""

import unicodedata
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.pattern import pattern

LONGEST: Final = 60
"""Characters of the name of a team, a member or a token."""
LONGEST_PROJECT: Final = 100
FORMER: Final = "former member "
"""What the names begin with that stand in place of erased ones."""
RESERVED: Final = frozenset(("any", "anybody", "anyone", "everybody", "everyone", "nobody", "team"))
"""Names that no member has: where somebody is named, these stand for others, such as `--to team`."""
LONGEST_ADDRESS: Final = 2_000

_SIGNS: Final = frozenset(" ._-'@+")
_UNSEEN: Final = pattern("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing."""
_STACKS: Final = "it stacks marks"
_STACKED: Final = 3
"""Marks in a row, from which on they cover other lines."""
_LETTERS: Final = frozenset(("Lu", "Ll", "Lt", "Lo"))
_EAST_ASIAN: Final = frozenset(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
"""Scripts that one name is written in; none of their letters is taken for one of another script."""
_EAST_ASIAN_WITH_LATIN: Final = frozenset(("EAST ASIAN", "LATIN"))
"""What else may stand together: Unicode's restriction level "highly restrictive" (UTS 39)."""
_PROJECT: Final = pattern(
    r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?(?:/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?)*"
)


def checked_name(text: str, what: str) -> str:
    """The name of a team, a member or a token, composed (NFC) and without spaces around. `what` is which: "a member".

    Raises UsageError.
    """
    name = unicodedata.normalize("NFC", text.strip())
    if not 1 <= len(name) <= LONGEST:
        raise UsageError(f"The name of {what} has 1 to {LONGEST} characters; this has {len(name):,}.")
    if likeness(name).startswith(FORMER):
        raise UsageError(f"A name that begins with {FORMER!r} stands for somebody who left. Take another one.")
    if what == "a member" and likeness(name) in RESERVED:
        raise UsageError(f"{name!r} stands for others where a member is named. Take another name.")
    if problem := _problem(name):
        shown = ascii(name) if problem == _STACKS or _UNSEEN.search(name) else repr(name)
        raise UsageError(
            f"The name {shown:.80} can't be {what}'s: {problem}. Letters and digits of any script may stand in one, "
            "and space . _ - ' @ +"
        )
    return name


def _problem(name: str) -> str:
    """What is wrong with a name; empty: nothing."""
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if marks >= _STACKED:
            return _STACKS
        if not (category[0] in "LM" or category == "Nd" or character in _SIGNS):
            return f"U+{ord(character):04X} is no letter or digit"
    if len(scripts := scripts_of(name)) > 1 and scripts != _EAST_ASIAN_WITH_LATIN:
        return f"it mixes letters of {' and '.join(one.title() for one in sorted(scripts))}, which look alike"
    if _UNSEEN.search(name):
        return "a letter of it can't be seen"
    if unicodedata.category(name[0])[0] not in "LN":
        return "it begins with no letter or digit"
    return "it has two spaces in a row" if "  " in name else ""


def scripts_of(name: str) -> frozenset[str]:
    """The scripts of a name's letters, as the names of characters begin; those that are written together are one."""
    letters = (one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) in _LETTERS)
    first = {unicodedata.name(one, "UNKNOWN").partition(" ")[0].partition("-")[0] for one in letters}
    return frozenset("EAST ASIAN" if one in _EAST_ASIAN else one for one in first)


def checked_project(text: str) -> str:
    """The name of a repository, such as shop or acme/shop: it is what a search names. Raises UsageError."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST_PROJECT:
        raise UsageError(f"The name of a repository has 1 to {LONGEST_PROJECT} characters; this has {len(name):,}.")
    if not _PROJECT.fullmatch(name):
        raise UsageError(
            f"{name!a:.110} can't be the name of a repository. Letters a-z, digits and . _ - may stand in one, and / "
            "between two parts, such as acme/shop."
        )
    return name


def likeness(name: str) -> str:
    """What two names share that people take for the same: they differ in capitals or in width alone."""
    return unicodedata.normalize("NFKC", name).casefold()


def cleaned_name(text: str, otherwise: str) -> str:
    """A name made of a text that nobody typed as one, such as an account's: what can't stand in a name is left out."""
    kept = "".join(one for one in text if unicodedata.category(one)[0] == "L" or one.isdecimal() or one in "._-")
    try:
        return checked_name(kept[:LONGEST].lstrip("._-"), "a member")
    except UsageError:
        return otherwise
