"""Does a sentence take back what was said before it? Pure."""

import re
from functools import cache
from pathlib import Path
from typing import Final

_INSTEAD: Final = re.compile(
    r"\b(?:instead|any ?more|no longer|was wrong|changed (?:my mind|our minds?)|meant for (?:the |an|my )other"
    r"|wrong (?:window|tab|chat|channel|terminal|repo|project)|the opposite|on second thoughts?"
    r"|(?<!n't )(?<!n’t )(?<!not )(?<!never )(?:scratch|forget|ignore|disregard|drop|undo|cancel|scrap|strike)"
    r" (?:that|this|it|what|everything|my)"
    r"|(?<!n't )(?<!n’t )(?<!not )(?<!never )take (?:that|this|it|everything|my words) back)\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\binstead of\b|\b(?:do not|never|not|don['’]t)\b.*\b(?:instead|any ?more)\b", re.IGNORECASE)
_GOES_ON: Final = (
    "really|seriously|that|its?|it['’]s|we|i|the|this|wait|sorry|use|make|let['’]s|no|not|about|said|just|please|is|was"
    "|there|you|they"
)
"""What follows "no" and "actually" where they take something back; "no changes without review" doesn't."""

_PAUSES: Final = r"(?:wait|hold on)\W+(?:let me|for|a (?:sec|min|mom)|i(?:['’]m| am| need| have))\b"
"""What asks for a moment, and takes nothing back."""


def takes_back(sentence: str) -> bool:
    """Whether a sentence begins as people begin to take something back, or says that something else holds instead."""
    return bool(_withdrawal().match(sentence) or _INSTEAD.search(sentence))


def replaces_its_own(sentence: str) -> bool:
    """Whether a sentence names itself what something else holds instead of: it takes nothing else back."""
    return bool(_OWN.search(sentence)) and not _withdrawal().match(sentence)


def behind_withdrawal(sentence: str) -> str:
    """What is stated behind "actually," and the like."""
    match = _withdrawal().match(sentence)
    return sentence[match.end() :].lstrip(" ,.;:!–—-") or sentence if match else sentence


@cache
def _withdrawal() -> re.Pattern[str]:
    """The forms of `withdrawals.txt` at the beginning of a sentence; a single word needs what sets it apart."""
    lines = Path(__file__).with_name("withdrawals.txt").read_text(encoding="utf-8").splitlines()
    forms = sorted((line for line in lines if line and not line.startswith("#")), key=lambda form: -len(form))
    spelled = "|".join(re.escape(form).replace("'", "['’]") for form in forms)
    return re.compile(rf"[\W_]*(?!{_PAUSES})(?:{spelled})(?=\s*(?:[,.;:!–—-]|\Z)|\s+(?:{_GOES_ON})\b)", re.IGNORECASE)
