"""Which of the linked memories make a group, and which is its strongest? Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scrubjay.model.grade import Grade


@dataclass(frozen=True, slots=True, order=True)
class FactLink:
    """Two memories that state the same fact, the older number first, with the cosine of their vectors."""

    one: int
    other: int
    cosine: float


@dataclass(frozen=True, slots=True)
class FactGroup:
    """A fact and the memories that state it, by id: `key` is the oldest, the strongest stands first among members."""

    key: str
    members: tuple[str, ...]
    strongest: str


def grouped(links: Iterable[FactLink]) -> tuple[tuple[int, ...], ...]:
    """The groups of linked memories, each in the order of their numbers; every two of a group are linked.

    The nearest pairs come together first, whatever order the links have. What would bring two together that aren't
    linked stays apart: likeness isn't handed on from one to the next.
    """
    linked: dict[int, set[int]] = defaultdict(set)
    unique = {(link.one, link.other): link for link in links}
    for one, other in unique:
        linked[one].add(other)
        linked[other].add(one)
    group_of: dict[int, tuple[int, ...]] = {number: (number,) for number in linked}
    for link in sorted(unique.values(), key=lambda link: (-link.cosine, link.one, link.other)):
        left, right = group_of[link.one], group_of[link.other]
        if left is not right and all(linked[number].issuperset(right) for number in left):
            joined = tuple(sorted((*left, *right)))
            group_of.update(dict.fromkeys(joined, joined))
    return tuple(sorted({group for group in group_of.values() if len(group) > 1}))


def by_strength(group: Iterable[int], grades: Mapping[int, Grade], weights: Mapping[int, float]) -> tuple[int, ...]:
    """The members, the strongest first: by grade, then by weight, then the older. A told one stands under told ones."""
    return tuple(
        sorted(group, key=lambda number: (grades.get(number, Grade.SAID).rank, -weights.get(number, 1.0), number))
    )
