"""What members propose to every team of a server, and the acts of the server's owner on it."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.masking import mask
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.memories.memory import Row

Q = load(__package__)

SHOWN = 40


@dataclass(frozen=True, slots=True)
class GlobalClaim:
    """A memory of scope global as the server's owner sees it; `at` is ISO 8601 in UTC."""

    id: str
    text: str
    team_name: str
    member_name: str
    at: str
    accepted: bool = False


class GlobalClaims:
    """The memories of scope global, on the owner's connection."""

    def __init__(self, connection: "Connection", clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def waiting(self) -> tuple[GlobalClaim, ...]:
        """The proposals, the oldest first."""
        return tuple(map(_claim, self._connection.execute(Q.proposed).fetchall()))

    def accepted(self) -> tuple[GlobalClaim, ...]:
        """What every team sees, the oldest first."""
        return tuple(map(_claim, self._connection.execute(Q.accepted).fetchall()))

    def accept(self, id: str) -> GlobalClaim:
        """Let every team of the server see a proposal. Raises NotFound, UsageError."""
        claim = self._one(id, self.waiting())
        now = self._clock()
        self._connection.execute(Q.accept, {"id": UUID(claim.id), "at": now})
        self._connection.execute(Q.open_passages, {"id": UUID(claim.id)})
        self._note(claim, now, "accept", "active")
        return claim

    def refuse(self, id: str) -> GlobalClaim:
        """Refuse a proposal, or take back what was accepted; its author still sees it. Raises NotFound, UsageError."""
        claim = self._one(id, (*self.waiting(), *self.accepted()))
        now = self._clock()
        self._connection.execute(Q.refuse, {"id": UUID(claim.id), "at": now})
        self._connection.execute(Q.close_passages, {"id": UUID(claim.id)})
        self._connection.execute(Q.close_marks, {"id": UUID(claim.id)})
        self._note(claim, now, "refuse", "retracted")
        return claim

    def _one(self, id: str, claims: tuple[GlobalClaim, ...]) -> GlobalClaim:
        begins = id.strip().lower().replace("-", "")
        found = [claim for claim in claims if begins and claim.id.startswith(begins)]
        if not found:
            raise NotFound(
                f"No memory of scope global is called {id[:SHOWN]!r}. `scrubjay team memory list` shows all."
            )
        if len(found) > 1:
            raise UsageError(f"More than one memory is called {id[:SHOWN]!r}. Give more digits of its id.")
        return found[0]

    def _note(self, claim: GlobalClaim, now: datetime, action: str, outcome: str) -> None:
        self._connection.execute(
            Q.note_by_owner, {"id": UUID(claim.id), "at": now, "action": action, "outcome": outcome}
        )


def _claim(row: "Row") -> GlobalClaim:
    return GlobalClaim(
        row["id"].hex, mask(row["content"]).text, row["team_name"], row["member_name"], iso(row["recorded_at"]),
        row["accepted_at"] is not None,
    )  # fmt: skip
