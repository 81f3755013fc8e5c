"""What a list tells of memories beside themselves: when they fell, and when a session last had them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

DIGITS = 12
"""Digits of an id by which it is known what sessions had."""


def _nothing(_: Collection[str] = ()) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ListFacts:
    """`fallen` gives the moment of each memory that fell, by id. `used` the moment at which sessions last had some.

    `used` is asked by whole ids, or for all memories without any, and answers by the first twelve digits. `detailed`:
    rows tell both, whatever was asked for.
    """

    fallen: Callable[[], Mapping[str, str]] = _nothing
    used: Callable[[Collection[str]], Mapping[str, str]] = _nothing
    detailed: bool = False
