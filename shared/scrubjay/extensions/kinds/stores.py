"""Protocol of a store of memories: this home, a team's server, an export, another program's service."""

from typing import Protocol

from scrubjay.model.stored import StoredMemory, StoredPage, WriteOutcome


class MemoryBackend(Protocol):
    """A store of memories. What it gives is data from outside: bounded, masked, never told or quoted by its word.

    Any method but the properties may wait for the store, and raises ScrubjayError, which names it: NotFound for an
    id that isn't there. A store that fails is told so to whoever asked, and never left out in silence.
    """

    @property
    def name(self) -> str:
        """What it is called in settings, commands and answers, such as "home" or "team acme"; unique in a home."""
        ...

    @property
    def kind(self) -> str:
        """What sort of store it is: home, team, file, or a service's name."""
        ...

    @property
    def writes(self) -> tuple[str, ...]:
        """The scopes of which it is the one writer here; a replay may write into any store that isn't `read_only`."""
        ...

    @property
    def read_only(self) -> bool:
        """Whether nothing is ever written there."""
        ...

    @property
    def carries(self) -> frozenset[str]:
        """What it keeps of a memory beside its words, among `CARRIED`."""
        ...

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What it finds, best first, at most `limit`."""
        ...

    def get(self, id: str) -> StoredMemory:
        """A memory by its id there. Raises NotFound."""
        ...

    def has(self, key: str) -> bool | None:
        """Whether a memory is there under a key; None for a store that tells only once it is written."""
        ...

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Keep a memory, once: what has its key there already is known, and is neither changed nor written over.

        After an error it may be there; the same memory again stores nothing twice.
        """
        ...

    def since(self, cursor: str) -> StoredPage:
        """The memories behind a cursor, which came with a page; empty for the beginning."""
        ...

    def close(self) -> None:
        """Let go of its connections, which are made anew when it is asked again. Raises nothing."""
        ...

    def count(self) -> tuple[int, bool]:
        """How many memories it has, and whether there may be more than were counted."""
        ...
