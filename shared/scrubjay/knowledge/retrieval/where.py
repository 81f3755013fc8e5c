"""Does a question ask for a place in code? Read from its form: question words, auxiliaries, what code is made of; pure.

No list of topics or verbs: "where is the proxy parsed" and "where is the proxy frobnicated" have one form.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from scrubjay.text.words import Word, words

LONGEST = 400
"""Characters of a question; a longer text was pasted, and holds these words by chance."""

NEAR: Final = 6
"""Words between "where" and its verb, or between "find" and what is to be found."""

_CONSTRUCTS: Final = frozenset(
    """class classes code constructor file files fn func funcs function functions interface line lines method methods
    module modules place places procedure struct subroutine trait type""".split()  # noqa: SIM905 - a list would take a line a word
)
"""What a program consists of: who asks which of them wants to see it."""

_VERBS: Final = frozenset("is are was were do does did gets get has have".split())  # noqa: SIM905
_MODALS: Final = frozenset("can could may might must shall should will would".split())  # noqa: SIM905
_READER: Final = frozenset({"i", "you"})
_ASKS_TO_SEE: Final = frozenset({"find", "locate", "point", "show"})
_BEFORE_WHERE: Final = _ASKS_TO_SEE | frozenset("and but exactly just know me or out see tell us".split())  # noqa: SIM905
"""What a question within a sentence follows; after a noun "where" only tells more of it."""

_ARTICLES: Final = frozenset({"a", "an", "the"})
_RELATIVES: Final = frozenset({"that", "where", "which"})
_NO_ACTS: Final = frozenset({"is", "was", "has", "does", "happens", "means"})
_THIRD_PERSON: Final = re.compile(r"[a-z]{2,}[^\W\d_s]s")


def asks_where(text: str) -> bool:
    """Whether a question asks which place in the code does something.

    "Where is it parsed", "which function parses it", "what parses it", "find the code that parses it". A question for
    what its reader is to do is none: "where do I put it", nor is one for a way: "how do I show a line". Never raises.
    """
    if len(text) > LONGEST or "\n" in text.strip():
        return False
    asked = [word.lower().replace("’", "'") for word in words(text, Word.SPOKEN)]
    if asked[:1] == ["how"]:
        return _which(asked)
    if any(word in _READER and asked[number] in _VERBS | _MODALS for number, word in enumerate(asked[1:])):
        return any(word in _ASKS_TO_SEE for word in asked) and _shows(asked)
    return _where(asked) or _which(asked) or _shows(asked) or _acts(asked) or _is_named(asked)


def _where(asked: Sequence[str]) -> bool:
    for number, word in enumerate(asked):
        if word not in ("where", "where's") or (number and asked[number - 1] not in _BEFORE_WHERE):
            continue
        behind = asked[number + 1 :][:NEAR]
        verb = "is" if word == "where's" else next((word for word in behind if word in _VERBS | _MODALS), "")
        return verb in _VERBS and not _READER.intersection(behind)
    return False


def _which(asked: Sequence[str]) -> bool:
    """Whether "which" or "what" asks for a construct: it stands before the verb."""
    for number, word in enumerate(asked):
        if word in ("which", "what"):
            named = takewhile(lambda other: other not in _VERBS | _MODALS, asked[number + 1 :][:NEAR])
            return bool(_CONSTRUCTS.intersection(named))
    return False


def _shows(asked: Sequence[str]) -> bool:
    return any(word in _ASKS_TO_SEE and _CONSTRUCTS.intersection(asked[n + 1 :][:NEAR]) for n, word in enumerate(asked))


def _is_named(asked: Sequence[str]) -> bool:
    """Whether a construct is all that is asked for, told by what it does: "the code that parses it"."""
    named = [word for word in asked[:3] if word not in _ARTICLES]
    return len(asked) > len(_ARTICLES) and len(named) > 1 and named[0] in _CONSTRUCTS and named[1] in _RELATIVES


def _acts(asked: Sequence[str]) -> bool:
    """Whether "what" is the subject of a verb: what does this?"""
    return (
        len(asked) > 2
        and asked[0] == "what"
        and asked[1] not in _NO_ACTS
        and asked[2] not in _VERBS | _MODALS
        and _THIRD_PERSON.fullmatch(asked[1]) is not None
    )
