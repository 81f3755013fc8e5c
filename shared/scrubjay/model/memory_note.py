"""What an extension says of a memory beside its words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """A mark on a memory in a list and in its provenance, such as where it is published; empty for none.

    `left` is what somebody must know who ends, replaces or forgets it, since no part of this program changes that.
    """

    text: str
    left: str = ""
