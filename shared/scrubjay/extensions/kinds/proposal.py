"""Proposals: memories that somebody would tell others, and that wait for a person's word."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from scrubjay.model.memory import Memory


class Proposed(Protocol):
    """A memory that is proposed."""

    @property
    def memory(self) -> Memory:
        """The memory itself."""
        ...

    def lines(self) -> Iterable[str]:
        """What a person reads before they decide: the memory, why, and who would see it."""
        ...

    def as_object(self) -> Mapping[str, Any]:
        """The proposal for scripts."""
        ...


One = TypeVar("One", bound=Proposed)


class Proposing(Protocol[One]):
    """Keeps proposals and does what a person decides."""

    def waiting(self) -> tuple[One, ...]:
        """The proposals that wait, the oldest first."""
        ...

    def named(self, ids: Sequence[str]) -> tuple[One, ...]:
        """Those of some memories, by ids or eight digits of them. Raises NotFound, UsageError."""
        ...

    def approve(self, chosen: Sequence[One], actor: str) -> tuple[str, ...]:
        """Tell others; returns what to print. Raises ScrubjayError, having told none."""
        ...

    def decline(self, chosen: Sequence[One], actor: str, reason: str) -> None:
        """Leave memories where they are, for good."""
        ...
