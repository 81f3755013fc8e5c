"""Which part of a claim is the writer's own prose? Quotes, code and identifiers are blanked, offsets stay."""

import re

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


def own_prose(text: str) -> str:
    """The text with everything that isn't the writer's own prose blanked; every offset stays."""
    plain = straight(text)
    blanked = _FOREIGN.sub(lambda found: re.sub(r"\S", " ", found.group()), plain)
    return blanked if len(blanked.split()) >= FEWEST else plain
