"""What goes to a team's reviewers by evidence, and what became of it: accepted, then published in its repository."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_publishing.api import memory_id_of
from scrubjay_team.database.queries import load
from scrubjay_team.review.proposing import ReviewProposal

if TYPE_CHECKING:
    from scrubjay_growth.api import Decided, KnownFact
    from scrubjay_team.database.connecting import Connection, Entered

Q = load(__package__)

KEY: Final = "promotion:"
"""What stands before a fact in a proposal's key: one fact is proposed once, in whichever words."""
MOST_OTHERS: Final = 50
MOST_FILES: Final = 20
"""Files that name a memory and are read for whether one of them is it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedMemory:
    """A memory that a reviewer accepted for its repository: the project's name, when, and where it stands since."""

    id: str
    project: str
    content: str
    accepted_at: str
    path: str
    commit: str


def proposal_of(team: UUID, decided: "Decided", known: "KnownFact") -> ReviewProposal:
    """What a team's reviewers are asked about a fact that is promoted."""
    others = tuple(UUID(one.id) for one in known.members if one.id != decided.memory)
    return ReviewProposal(
        team=team, memory=UUID(decided.memory), others=others[:MOST_OTHERS], why=words(decided, known),
        key=f"{KEY}{decided.fact}",
    )  # fmt: skip


def words(decided: "Decided", known: "KnownFact") -> str:
    """Why a fact is proposed, in one line: how many said it in how many wordings, how sessions ended, by which path."""
    signal = decided.signal
    wordings = len({" ".join(one.content.lower().split()) for one in known.members})
    said = f"{counted(signal.authors, 'member')} said it by themselves in {counted(wordings, 'wording')}"
    had = f"sessions with it ended well for {signal.outcome_successes} of {counted(signal.outcome_n, 'member')}"
    base = f"without it {signal.base_rate:.0%} did, of {counted(signal.base_n, 'member')}"
    ended = (f"{had}, {base}",) if signal.outcome_n else ()
    return " · ".join((said if signal.authors else "nobody said it lately", *ended, f"by {decided.path}"))


def published(connection: "Connection", team: UUID, now: datetime) -> tuple[str, ...]:
    """Note which accepted memories a file of their repository's default branch is now; returns those that are new.

    One whose file is gone again waits to be published anew.
    """
    there: list[str] = []
    for row in connection.execute(Q.to_publish).fetchall():
        memory: UUID = row["memory"]
        params = {"project": row["project"], "named": f"%{memory.hex}%", "most": MOST_FILES}
        files = connection.execute(Q.files_naming, params).fetchall()
        file = next((one for one in files if memory_id_of(one["text"]) == memory.hex), None)
        if file is None:
            connection.execute(Q.drop_published, {"memory": memory})
        else:
            new = {"team": team, "memory": memory, "path": file["path"], "commit": file["commit"], "at": now}
            if connection.execute(Q.put_published, new).rowcount and not row["path"]:
                there.append(memory.hex)
    return tuple(there)


def accepted(entered: "Entered") -> Sequence[AcceptedMemory]:
    """What reviewers accepted for the repositories that the caller is granted, the newest first."""
    return [
        AcceptedMemory(
            id=row["memory"].hex, project=row["project"], content=row["content"],
            accepted_at=iso(row["decided_at"]), path=row["path"] or "", commit=row["commit"] or "",
        )
        for row in entered.connection.execute(Q.accepted).fetchall()
    ]  # fmt: skip
