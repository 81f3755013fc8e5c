"""Does a claim talk to the model instead of stating something? Phrases of known techniques, each with its name."""

from dataclasses import dataclass
from typing import Final

from scrubjay.grounding.prose import straight
from scrubjay.grounding.tables import patterns


@dataclass(frozen=True, slots=True)
class InjectionFlag:
    """A phrase that instructs a reader: the technique, the words and where they stand."""

    technique: str
    words: str
    start: int
    end: int


LONGEST: Final = 20_000
"""Characters that are looked at: twice what a claim may have."""


def find_injection(claim: str) -> tuple[InjectionFlag, ...]:
    """The first phrase of each technique that a claim uses. A hint for a reviewer, not a boundary."""
    text = straight(claim[:LONGEST])
    found = []
    for technique, pattern in patterns("injection"):
        match = pattern.search(text)
        if match:
            found.append(InjectionFlag(technique, match.group()[:120], match.start(), match.end()))
    return tuple(found)
