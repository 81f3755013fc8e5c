"""How far the vectors of one corpus are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmbeddedCorpus:
    """Passages of one corpus, and how many of them have a vector."""

    name: str
    embedded: int
    passages: int
