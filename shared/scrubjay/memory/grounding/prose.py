"""The writer's own prose in a claim, without quotations and code, and its words of doubt. Offsets stay."""

import re
import unicodedata

from scrubjay.memory.grounding.tables import patterns, word_list
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, words

CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})

_FOREIGN = pattern(
    r"```.*?(?:```|\Z)"  # a fenced block, closed or not
    r"|`[^`\n]*`"
    r'|"[^"\n]{1,400}"'
    r"|«[^»\n]{1,400}»"
    r"|(?<!\w)'[^'\n]{1,400}'(?!\w)"
    r"|https?://\S+"
    r"|\b\w+(?:[_/\\:.]\w+)+\b"  # may_retry, docs/might.md, os.can
    r"|\b[a-z]+[A-Z]\w*"  # mayRetry
    r"|(?<!\w)--?[A-Za-z][\w-]*",  # --can-fail
    re.DOTALL,
)

FEWEST = 3
"""Words of own prose below which the quoted words count as the writer's: a claim can't hide in quotation marks."""


def straight_quotes(text: str) -> str:
    """The text with plain apostrophes and quotation marks; every offset stays."""
    return text.translate(CURLY)


def as_shown(text: str) -> tuple[str, tuple[int, ...]]:
    """The text as a reader sees it, and where each of its characters stood.

    Invisible characters go, wide and styled letters become plain ones, emphasis becomes a space: "I **think**" and a
    "think" with a hidden character inside are read as what they are.
    """
    if text.isascii() and "*" not in text:
        return text, tuple(range(len(text)))
    parts, places = [], []
    for place, char in enumerate(text):
        if unicodedata.category(char) == "Cf":
            continue
        plain = unicodedata.normalize("NFKC", char)
        parts.append(" " if char == "*" else plain if len(plain) == 1 else char)
        places.append(place)
    return "".join(parts), tuple(places)


def own_prose(text: str) -> str:
    """The text with everything that isn't the writer's own prose blanked; every offset stays."""
    plain = straight_quotes(text)
    blanked = _FOREIGN.sub(lambda match: re.sub(r"\S", " ", match.group()), plain)
    return blanked if len(blanked.split()) >= FEWEST else plain


@dataclass(frozen=True, slots=True)
class Hedge:
    """A hedge in a claim: the category of its doubt, its words, and their offsets in the claim."""

    category: str
    words: str
    start: int
    end: int


LANGUAGE_WORDS = 6
"""Words from which on a text without one English function word counts as another language."""


def find_hedges(claim: str) -> tuple[Hedge, ...]:
    """The hedges of a claim in English outside quotes, code and identifiers, in their order; no two overlap."""
    text, places = as_shown(claim)
    prose = own_prose(text)
    hedges: list[Hedge] = []
    for category, expression in patterns("hedges"):
        for match in expression.finditer(prose):
            start, end = places[match.start()], places[match.end() - 1] + 1
            if not any(hedge.start < end and start < hedge.end for hedge in hedges):
                hedges.append(Hedge(category, claim[start:end], start, end))
    return tuple(sorted(hedges, key=lambda hedge: hedge.start))


def is_english(claim: str) -> bool:
    """Whether hedges can be found in a claim; short ones in Latin letters pass."""
    text = own_prose(claim)
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isascii() for c in letters) < 0.7 * len(letters):
        return False
    written = words(text.lower(), Word.LETTERS)
    return len(written) < LANGUAGE_WORDS or any(word in word_list("english") for word in written)
