"""What did a sync do? Counts, machines that aren't believed, and memories that two machines changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubjay.memory.lifecycle.synced import Divergence


@dataclass(frozen=True, slots=True)
class MachineConflict:
    """A memory that this and another machine changed, neither knowing of the other."""

    machine: str
    divergence: Divergence


@dataclass(frozen=True, slots=True)
class RivalMemories:
    """Two machines each put another memory in the place of the same one, and both hold: their ids and texts."""

    instead_of: str
    ids: tuple[str, str]
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """One sync. `refused` has the machines that aren't believed, or of which something is missing, each with why.

    `anew`: this machine's ref was begun anew, since something was forgotten or the remote had lost it.
    `too_large`: memories that stay here, since they and their history exceed what is sent.
    `name_was_taken`: this home goes on with a ref that it never wrote: an older home's, or a living machine's.
    """

    machine: str
    machines: tuple[str, ...]
    new: int = 0
    changed: int = 0
    forgotten: int = 0
    sent: int = 0
    bytes_sent: int = 0
    bytes_read: int = 0
    anew: bool = False
    dry_run: bool = False
    odd_refs: int = 0
    refused: Mapping[str, str] = field(default_factory=dict)
    conflicts: tuple[MachineConflict, ...] = ()
    rivals: tuple[RivalMemories, ...] = ()
    too_large: tuple[str, ...] = ()
    name_was_taken: bool = False

    @property
    def complete(self) -> bool:
        """Whether every machine that was ever seen is there and believed."""
        return not self.refused and not self.odd_refs
