"""Words that say the opposite of a word: by a prefix that turns it round, or by `opposites.txt`. Pure."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from scrubjay.text.stems import stem

_TURNS: Final = ("un", "dis", "non", "non-", "in")


@lru_cache(maxsize=20_000)
def opposites(word: str) -> frozenset[str]:
    """What says the opposite of a stem: "valid", "invalid"; "first", "last"."""
    forms = {turn + word for turn in _TURNS if len(word) > 3}
    forms |= {word.removeprefix(turn) for turn in _TURNS if word.startswith(turn) and len(word) > len(turn) + 3}
    forms |= _opposing().get(word, frozenset())
    for prefix, other in (("en", "dis"), ("dis", "en")):
        forms |= {other + word.removeprefix(prefix)} if word.startswith(prefix) else set()
    return frozenset(forms)


@cache
def _opposing() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("opposites.txt").read_text(encoding="utf-8").splitlines()
    lines = [frozenset(map(stem, line.split())) for line in text if not line.startswith("#")]
    pairs = [*zip(lines[::2], lines[1::2], strict=True), *zip(lines[1::2], lines[::2], strict=True)]
    return {
        word: frozenset().union(*(second for first, second in pairs if word in first))
        for first, _ in pairs
        for word in first
    }
