"""Does a short query ask for all of what is stored in another language than English? By its words for both. Pure."""

import re
from functools import cache
from pathlib import Path

MOST = 12
LONGEST = 200
"""Words and characters of a query in which both are looked for; a longer one says more than that."""

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts in which words aren't set apart, or bear endings."""


def foreign_all(text: str) -> bool:
    """Whether a query has a word for all and one for what a store holds, of one language."""
    lower = text.lower().replace("’", "'") if len(text) <= LONGEST else ""
    if not lower or len(lower.split()) > MOST or (lower.isascii() and not _ascii_starts().search(lower)):
        return False
    return any(whole.search(lower) and stored.search(lower) for whole, stored in _languages())


@cache
def _languages() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((_any_of(whole.split()), _any_of(stored.split())) for _, whole, stored in _rows())


@cache
def _ascii_starts() -> re.Pattern[str]:
    """Every word for all in ASCII: what has none is done at once."""
    return _any_of([word for _, whole, _ in _rows() for word in whole.split() if word.isascii()])


def _rows() -> list[list[str]]:
    lines = Path(__file__).with_name("foreign.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _any_of(forms: list[str]) -> re.Pattern[str]:
    spelled = (
        re.escape(form)
        if _UNSPACED.search(form)
        else rf"\b{re.escape(form.rstrip('*'))}{'' if '*' in form else chr(92) + 'b'}"
        for form in forms
    )
    return re.compile("|".join(spelled))
