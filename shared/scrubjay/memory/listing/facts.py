"""What a list tells of memories beside themselves: when they fell, and when a session was last told them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass


def _nothing(_: Collection[str] = ()) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ListFacts:
    """`fallen` gives the moment of each memory that fell, by id; `used` when sessions were last told those named.

    `detailed`: rows tell both, whatever was asked for.
    """

    fallen: Callable[[], Mapping[str, str]] = _nothing
    used: Callable[[Collection[str]], Mapping[str, str]] = _nothing
    detailed: bool = False
