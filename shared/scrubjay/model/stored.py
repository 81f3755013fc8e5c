"""Values of memories that stand in a store, ours or another program's: one of them, a page, what became of a write."""

from typing import Final, Literal

from scrubjay.model.frozen import dataclass
from scrubjay.model.record import Skipped

CARRIED: Final = ("author", "date", "kind", "tags", "applies", "told")
"""What a store may keep of a memory beside its words, as the fields of `StoredMemory` are called."""

OURS: Final = "scrubjay:"
"""What the key of a memory that a home made begins with; its id follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """A memory as a store gives it: visible text, bounded, secrets masked; a claim, whatever the store says of it.

    A text of more than 10,000 characters is cut after one more: it is too long for a memory.
    `id` is its own there. `key` is the same in every store that it is brought to. `date` is when it was written, ISO
    8601 in UTC, empty for unknown. `store` is the store's name. `told`: the store has it as its person's own words,
    which is hearsay anywhere else. `worded`: the service worded it itself, so it is nobody's words. `holds` is false
    for one that was replaced or ended there.
    """

    id: str
    key: str
    text: str
    store: str
    kind: str = ""
    tags: tuple[str, ...] = ()
    applies: str = ""
    author: str = ""
    date: str = ""
    told: bool = False
    worded: bool = False
    holds: bool = True


@dataclass(frozen=True, slots=True)
class StoredPage:
    """Memories in the store's order, where the list goes on, whether it does, and what is left out, with the reason."""

    memories: tuple[StoredMemory, ...]
    cursor: str
    more: bool
    left_out: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """What a store did with a memory: `known` is one that it has already, `refused` one that it won't have."""

    outcome: Literal["stored", "known", "held", "refused"]
    id: str = ""
    why: str = ""
