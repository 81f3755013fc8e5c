"""What is already known near a claim, and what does that make of it?"""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.grounding.claim import Claim
from scrubjay.grounding.likeness import Likeness, compare
from scrubjay.grounding.tiers import Likewise
from scrubjay.memories import Memories


@dataclass(frozen=True, slots=True)
class Resembling:
    """A memory or decision near a claim in words or meaning; `cosine` is -1 to 1, 0 where there is no vector."""

    id: str
    content: str
    cosine: float
    same_place: bool
    """Same kind and scope, so that the same words are a duplicate."""


def near_memories(memories: Memories, claim: Claim) -> list[Resembling]:
    """The memories that hold or wait and share most words with a claim, without those that it replaces."""
    return [
        Resembling(one.id, one.content, 0.0, one.kind == claim.kind)
        for one in memories.near(claim.content, claim.scope)
        if not any(one.id.startswith(id.lower()) for id in claim.replaces)
    ]


SIMILAR = 0.86
"""Cosine from which on two claims are shown side by side to a reviewer."""


def judge(claim: Claim, near: Sequence[Resembling]) -> tuple[Likewise | None, Likewise | None, Likewise | None]:
    """What repeats the claim, what is much like it, and what it contradicts or updates."""
    duplicate = similar = contrary = None
    for one in near:
        seen = compare(claim.content, one.content)
        if one.same_place and seen.likeness in {Likeness.EXACT, Likeness.LEXICAL}:
            duplicate = duplicate or Likewise(one.id, round(seen.jaccard, 3))
        elif seen.likeness is Likeness.DIFFERS:
            contrary = contrary or Likewise(
                one.id, round(max(seen.jaccard, one.cosine), 3), "; ".join(seen.differences)
            )
        elif one.cosine >= SIMILAR:
            similar = similar or Likewise(one.id, round(one.cosine, 3))
    return duplicate, similar, contrary
