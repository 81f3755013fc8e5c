"""Which parts of a sentence may say something by themselves? Its clauses, and those that follow each other. Pure."""

import re
from dataclasses import dataclass
from typing import Final

FEWEST: Final = 3
"""Words of a part."""

MOST: Final = 6
"""Clauses of a sentence that are put together; the rest of a longer one stays with the last."""

_BETWEEN: Final = re.compile(
    r"\s*[;:]\s+|,\s+|\s+[-–—]+\s+|\.{2,}\s*|\s*\(|\)\s*|\s+(?=(?:and|but|so|because|since|as|btw)\s)", re.IGNORECASE
)
_LINK: Final = "(?:and|but|so|because|since|also|plus|though|btw|by the way|fyi)"
_LINKS: Final = re.compile(rf"\A(?:{_LINK}\b[\s,:]*)+|(?:[\s,:]+{_LINK})+\Z", re.IGNORECASE)
_EDGES: Final = " ,;:-–—"


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a sentence as they stand there, without what only links them to the rest. `is_whole`: all of it."""

    text: str
    is_whole: bool


def parts(sentence: str) -> tuple[Part, ...]:
    """The sentence, then its clauses and runs of clauses, each once."""
    cuts = [0, *[match.start() for match in _BETWEEN.finditer(sentence)][: MOST - 1], len(sentence)]
    runs = ((start, end) for start in range(len(cuts) - 1) for end in range(len(cuts) - 1, start, -1))
    whole_by_part: dict[str, bool] = {}
    for start, end in runs:
        is_whole = not start and end == len(cuts) - 1
        text = sentence[cuts[start] : cuts[end]].strip(_EDGES if is_whole else f"{_EDGES}()")
        text = _LINKS.sub("", text)
        if len(text.split()) >= FEWEST:
            whole_by_part.setdefault(text, is_whole)
    return tuple(Part(text, is_whole) for text, is_whole in whole_by_part.items())
