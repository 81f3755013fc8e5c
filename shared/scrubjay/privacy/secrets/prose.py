"""Detector for passwords in prose: `the admin password is …`, `log in with … / …`."""

import re
from collections.abc import Iterator

from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.values import is_literal, is_lone_word, is_password
from scrubjay.privacy.secrets.word_search import word_offsets

WORDS = ("pass", "pwd", "secret", "token", "api key", "access key", "license key")
_SUBJECT = (
    r"(?<![\w-])(?:password|passwd|passphrase|passcode|pass|pwd|(?:api|access|license) key|secret key|token|secret)"
)
_OF = r"(?: (?:for|of|on|to|at) [\w@.'/ -]{1,60}?)?"
_VERB = (
    r"(?:(?: is| was| will be| has been| be)(?: now| still| always| currently)?(?: set| changed| reset)?(?: to| as)?"
    r"| set to| changed to|:| =)"
)
_SPOKEN = re.compile(
    rf"{_SUBJECT}{_OF}{_VERB}[ \t]{{1,3}}"
    r"(?:\*\*|__)?(?:(?P<quote>[\"'`“‘])(?P<quoted>[^\"'`”’\n]{4,100})[\"'`”’]|(?P<bare>[^\s\"'`“”‘’]{4,100}))",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[.,;:?)\]*_]+$")


def prose_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Values that a sentence gives away. `lower` is the text in lower case."""
    for match in filter(None, (_SPOKEN.match(text, start) for start in word_offsets(lower, WORDS))):
        group = "quoted" if match.group("quoted") else "bare"
        value = match.group(group)
        if group == "bare":
            value = _TAIL.sub("", value)
        if _told(value, group == "quoted"):
            yield SecretFinding(match.start(group), match.start(group) + len(value), "spoken-password")


def _told(value: str, quoted: bool) -> bool:
    """Whether the value counts: in quotation marks any word, otherwise only what isn't a plain word."""
    if not is_literal(value) or len(value) < 6:
        return False
    if quoted:
        return is_password(value) or is_lone_word(value)
    return is_password(value) and any(c.isdigit() for c in value)
