"""Protocols of what is kept on a server that the home has joined: its answers beside the home's, and its memories."""

from typing import Protocol

from scrubjay.model.far import FarAnswer, FarClaim, FarOutcome, FarRequest, FarTurns


class PendingFarAnswer(Protocol):
    """A question that a server is answering."""

    def result(self, seconds: float) -> FarAnswer:
        """The answer, waited for at most so long. Raises nothing: one that is late, away or wrong is `degraded`.

        What it gives is bounded, masked and visible. After a late answer nobody waits for it any more.
        """
        ...


class FarSearch(Protocol):
    """Asks a server, beside the home's own search. Thread-safe."""

    def begin(self, request: FarRequest) -> PendingFarAnswer | None:
        """Begin to ask, without waiting for anything; None where there is nothing to ask there. Raises nothing."""
        ...


class FarMemories(Protocol):
    """The memories of scope team, which are there and only there. Each method waits for the server, a few seconds.

    Raises ScrubjayError: NotFound for an id that isn't there for the caller, VersionConflict where somebody else
    changed the memory, with both texts. What is raised where there is no answer says whether something may be stored.
    """

    @property
    def called(self) -> str:
        """What the server is called in answers, such as "team acme"; empty once the home left it. Raises nothing."""
        ...

    def remember(self, claim: FarClaim) -> FarOutcome:
        """Keep a claim there."""
        ...

    def update(self, id: str, content: str, how: str, agent: str = "") -> FarOutcome:
        """Put another memory in the place of one, or end it; refused where it changed since it was last shown here."""
        ...

    def forget(self, id: str) -> FarOutcome:
        """Delete what a memory says."""
        ...

    def provenance(self, id: str) -> str:
        """Where a memory comes from, in the server's words."""
        ...


class PendingFarTurns(Protocol):
    """A question about conversations that a server is answering."""

    def result(self, seconds: float) -> FarTurns:
        """The answer, waited for at most so long. Raises nothing: one that is late, away or wrong is `degraded`."""
        ...


class FarConversations(Protocol):
    """The user's own conversations that a server keeps beyond this machine. Thread-safe."""

    def begin(self, query: str, limit: int) -> PendingFarTurns | None:
        """Begin to ask, without waiting for anything; None where there is nothing to ask there. Raises nothing."""
        ...

    def known_as(self, session: str) -> str:
        """What the server calls a session of this home."""
        ...
