"""What could be remembered? A claim, and the words that it was taken from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim that grounding has still to judge. `quote` is what was said, word by word; empty where nobody did."""

    content: str
    kind: str = "fact"
    scope: str = "project"
    quote: str = ""
