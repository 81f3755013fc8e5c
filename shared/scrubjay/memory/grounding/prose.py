"""Which part of a claim is the writer's own prose? Quotes, code and identifiers are blanked, offsets stay."""

import re
import unicodedata

_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})

_FOREIGN = re.compile(
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


def straight(text: str) -> str:
    """The text with plain apostrophes and quotation marks; every offset stays."""
    return text.translate(_CURLY)


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
    plain = straight(text)
    blanked = _FOREIGN.sub(lambda match: re.sub(r"\S", " ", match.group()), plain)
    return blanked if len(blanked.split()) >= FEWEST else plain
