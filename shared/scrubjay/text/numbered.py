"""Issues and requests as people number them in words, `PR 12` and `issue 12`: made `#12`, as texts write it."""

import re
from typing import Final

_WORDED: Final = re.compile(
    r"(?<![\w/#!&-])(?:(?P<merge>merge[ -]request|MR)|pull[ -]request|PR|issue)[\s:`(]{1,3}[#!]?(?P<number>\d{1,9})"
    r"(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)


def signed_numbers(text: str) -> str:
    """A text with such numbers as `#12`, and as `!12` for a merge request."""
    return _WORDED.sub(lambda match: f"{'!' if match['merge'] else '#'}{match['number']}", text)


def number_phrases(number: int) -> tuple[str, ...]:
    """The words that stand beside such a number where no sign does, as phrases of the full-text tables."""
    return tuple(f"{word} {number}" for word in ("gh", "pr", "mr", "pull", "request", "requests", "issue", "issues"))
