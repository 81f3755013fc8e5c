"""What does a reviewer see of a claim that waits? The claim, its checks, its neighbours; grouping and order. No I/O."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scrubjay.grounding.likeness import compare, telling_differences
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.memory import Memory

ALIKE = 0.6
"""Jaccard share of words from which on two waiting claims without a telling difference are shown as one group."""

_PIECE = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory near a claim, and how the claim differs from it: `[-its words-]{+the claim's+}`."""

    memory: Memory
    difference: str


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """A claim that waits: what grounding found, what confirms it, near-identical ones that wait too, its neighbours.

    `alike` holds ids. `nearest` is filled where one claim is shown, not in a list.
    """

    memory: Memory
    result: ValidationResult | None
    confirmed: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    nearest: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was taken: when, which, by whom, why, and how the claim stands now."""

    at: str
    action: str
    by: str
    memory: Memory


def difference(old: str, new: str) -> str:
    """How a text differs from another, word by word."""
    a, b = _PIECE.findall(old), _PIECE.findall(new)
    out = []
    for kind, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal":
            out.append("".join(a[a1:a2]))
            continue
        out.append(f"[-{''.join(a[a1:a2])}-]" if a2 > a1 else "")
        out.append(f"{{+{''.join(b[b1:b2])}+}}" if b2 > b1 else "")
    return "".join(out)


def grouped(waiting: Sequence[Memory], near: Mapping[str, str], most: int = 10_000) -> tuple[tuple[Memory, ...], ...]:
    """Near-identical claims together: the same words but a few, or found much alike by meaning (`near`: id to id).

    Claims that differ in a number, a name or a negation are never one group. Order: that of the first of each. With
    `most` groups it is done.
    """
    groups: list[list[Memory]] = []
    for memory in waiting:
        if len(groups) == most:
            break
        home = next((group for group in groups if _belongs(memory, group[0], near)), None)
        if home is None:
            groups.append([memory])
        else:
            home.append(memory)
    return tuple(tuple(group) for group in groups)


def _belongs(memory: Memory, first: Memory, near: Mapping[str, str]) -> bool:
    if memory.scope != first.scope:
        return False
    linked = near.get(memory.id) == first.id or near.get(first.id) == memory.id
    if not linked and compare(memory.content, first.content).jaccard < ALIKE:
        return False
    return not telling_differences(memory.content, first.content)
