"""Proposals to reviewers: a memory that the evidence of several people speaks for, made by the worker."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.model.frozen import dataclass
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewProposal:
    """A memory of scope team and those that say the same in other words, with the counts in a line of words (`why`).

    Of one `key` a team gets one proposal, whatever became of it.
    """

    team: UUID
    memory: UUID
    why: str
    key: str
    others: tuple[UUID, ...] = ()


def propose(connection: "Connection", proposal: ReviewProposal, now: datetime) -> UUID | None:
    """Ask the team's reviewers whether a memory is so; its id, None where that key was proposed before.

    The transaction is the worker's for a project of that team.
    """
    id = uuid4()
    row = connection.execute(
        Q.propose,
        {
            "id": id, "team": proposal.team, "memory": proposal.memory, "others": list(proposal.others)[:50],
            "why": proposal.why[:1_000], "key": proposal.key[:256], "at": now,
        },
    )  # fmt: skip
    return id if row.rowcount == 1 else None


def withdraw(connection: "Connection", team: UUID, key: str) -> bool:
    """Take a proposal back that nobody decided on; whether there was one. In a transaction as `propose`."""
    return connection.execute(Q.withdraw, {"team": team, "key": key[:256]}).rowcount == 1
