"""What is already known near a claim, and what does that make of it?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scrubjay.grounding.claim import Claim
from scrubjay.grounding.likeness import Likeness, compare
from scrubjay.grounding.tiers import Likewise
from scrubjay.index.kinds import MEMORIES
from scrubjay.memories import MemoryReader
from scrubjay.model.memory import QUESTION, Memory, MemoryStatus


@dataclass(frozen=True, slots=True)
class Resembling:
    """A memory or decision near a claim in words or meaning; `cosine` is -1 to 1, 0 where there is no vector."""

    id: str
    content: str
    cosine: float
    same_place: bool
    """Same kind, scope and bounds, so that the same words are a duplicate."""
    held: bool = False


WORDIEST = 20
"""Memories that are compared with a claim by words."""

NEAREST = 10
"""Memories that are compared with a claim by meaning."""

QUERY = 1_000
"""Characters of a claim that are looked up by meaning."""


Alike = Callable[[str, Sequence[str], float], Mapping[str, float]]
"""Finds contents by text, format and least cosine."""


def near_memories(memories: MemoryReader, claim: Claim, alike: Mapping[str, float]) -> list[Resembling]:
    """The memories that share most words with a claim, then those `alike` in meaning, without what it replaces."""
    found = [
        Resembling(
            one.id,
            one.content,
            alike.get(one.id, 0.0),
            (one.kind, one.applies) == (claim.kind, claim.applies),
            one.status is MemoryStatus.HELD,
        )
        for one in memories.near(claim.content, claim.scope, WORDIEST, ids=alike)
        if _comparable(claim, one) and not any(one.id.startswith(id.lower()) for id in claim.replaces)
    ]
    nearest = sorted(found, key=lambda one: -one.cosine)[:NEAREST]
    return [one for place, one in enumerate(found) if place < WORDIEST or one in nearest]


def _comparable(claim: Claim, other: Memory) -> bool:
    """A question with questions; and what holds in one place only, not with what holds in another only."""
    apart = claim.applies and other.applies and claim.applies != other.applies
    return not apart and other.is_question is (claim.kind == QUESTION)


def alike_in_meaning(search: Alike, claim: Claim) -> dict[str, float]:
    """The memories nearest to a claim in meaning, with their cosine. Raises ModelUnavailable."""
    return dict(search(claim.content[:QUERY], MEMORIES, SIMILAR))


SIMILAR = 0.86
"""Cosine from which on two claims are shown side by side to a reviewer.

Measured with the bundled model, 500 pairs of each set, flagged for meaning or a telling difference: .72 of MRPC's and
.61 of QQP's paraphrases, .79 of SICK's contradictions; .11 of SICK's neutral and .14 of QQP's different pairs.
"""


def judge(claim: Claim, near: Sequence[Resembling]) -> tuple[Likewise | None, Likewise | None, Likewise | None]:
    """What repeats the claim, what is much like it, what it contradicts or updates: what holds before what waits."""
    duplicate = similar = contrary = None
    for one in sorted(near, key=lambda one: one.held):
        seen = compare(claim.content, one.content)
        if one.same_place and seen.likeness in {Likeness.EXACT, Likeness.LEXICAL}:
            duplicate = duplicate or Likewise(one.id, round(seen.jaccard, 3))
        elif seen.likeness is Likeness.DIFFERS and claim.kind != QUESTION:
            contrary = contrary or Likewise(
                one.id, round(max(seen.jaccard, one.cosine), 3), "; ".join(seen.differences), one.held
            )
        elif one.cosine >= SIMILAR:
            similar = similar or Likewise(one.id, round(one.cosine, 3), held=one.held)
    return duplicate, similar, contrary
