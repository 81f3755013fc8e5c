"""Names made of words are no tokens: two parts suffice in a path or a link, four anywhere."""

import re

from scrubjay.privacy.secrets.model import SecretFinding

_WORD = re.compile(r"\d*(?:(?:[A-Z]?[a-z]{2,})+|[a-z]|[A-Z]+)\d{0,4}|\d{1,8}")
"""A word as in names: `eventBus`, `v2`, `0thanos`, `ADR`, `2024`. Random tokens mix case and digits."""

_JOINTS = re.compile(r"[-_.]+")
_FEWEST = 2
"""Parts that make a name in a path or link, numbers included; a value of one part never counts."""

_MANY = 4
"""Parts that make a name in any text, such as a title without its file's suffix."""

_PLACE = re.compile(r"[^\s\"'`<>()\[\]{}|]*")
_ENDED = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}(?:[#?]|$)")


def is_a_name(text: str, finding: SecretFinding) -> bool:
    """Whether a finding consists only of words, and of enough of them for its context."""
    count = _words(text[finding.start : finding.end])
    return count >= _MANY or (count >= _FEWEST and _is_place(_around(text, finding)))


def _words(value: str) -> int:
    """The number of words that a value joins; 0 when a part isn't a word."""
    parts = [part for part in _JOINTS.split(value) if part] if "-" in value or "_" in value else []
    return len(parts) if all(map(_WORD.fullmatch, parts)) else 0


def _around(text: str, finding: SecretFinding) -> str:
    """The unbroken run of characters around a finding, at most 500 each way."""
    before = _PLACE.match(text[max(0, finding.start - 500) : finding.start][::-1])
    after = _PLACE.match(text, finding.end, finding.end + 500)
    left, right = (before.end() if before else 0), (after.end() if after else finding.end)
    return text[finding.start - left : right]


def _is_place(run: str) -> bool:
    """Whether a run of characters is a path or a link: it has a slash, or ends in a file suffix."""
    return "/" in run or bool(_ENDED.search(run))
