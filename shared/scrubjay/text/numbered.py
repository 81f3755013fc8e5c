"""Issues and requests as people number them in words, `PR 12` and `issue 12`: made `#12`, as texts write it."""

import re
from typing import Final

_WORDED: Final = re.compile(
    r"(?<![\w/#!&-])(?:"
    r"(?:(?P<merge>merge[ -]request|MR)|pull[ -]request|PR|GH|issue)(?:\s(?:number|no\.?))?[\s:`(]{1,3}[#!]?"
    r"|(?P<mr>MR-?)|PR-?|GH|(?:pull|issues)/)"
    r"(?P<number>\d{1,9})(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(
    r"(?<![\w-])(?:issues|PRs|pull[ -]requests)\s#?\d{1,9}(?:(?:,\s?|,?\s(?:and|or)\s)#?\d{1,9})+(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_SERIES: Final = re.compile(r"\b(ADR|KEP|RFC|PEP) #(?=\d)", re.IGNORECASE)
_RECORD: Final = re.compile(r"\b(?:record|decision) #?(?P<number>\d{1,6})(?![\w-]|[.,]\d)", re.IGNORECASE)


def signed_numbers(text: str) -> str:
    """A text with such numbers as `#12`, and as `!12` for a merge request."""
    text = _SEVERAL.sub(lambda match: re.sub(r"#?(\d+)", r"#\1", match[0]), text)
    return _WORDED.sub(lambda match: f"{'!' if match['merge'] or match['mr'] else '#'}{match['number']}", text)


def plain_records(text: str) -> str:
    """A text whose numbers of records have no sign: "ADR #3" is "ADR 3", and "record #3" "record 3"."""
    return _RECORD.sub(lambda match: match[0].replace("#", ""), _SERIES.sub(r"\1 ", text))


def record_numbers(text: str) -> tuple[str, ...]:
    """The numbers that a text says to be those of records: "record 3", "decision 0012"."""
    return tuple(dict.fromkeys(match["number"] for match in _RECORD.finditer(text)))


def number_phrases(number: int) -> tuple[str, ...]:
    """The words that stand beside such a number where no sign does, as phrases of the full-text tables."""
    return tuple(f"{word} {number}" for word in ("gh", "pr", "mr", "pull", "request", "requests", "issue", "issues"))
