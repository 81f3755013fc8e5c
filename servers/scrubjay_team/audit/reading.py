"""The audit of a team as its people read it: an owner all of it, a reviewer what became of memories."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import LimitExceeded
from scrubjay.model.frozen import dataclass
from scrubjay_team.audit.entries import ShownAct, shown_of
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.rights import require_person

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, Entered

Q = load(__package__)

MOST: Final = 200
"""Entries on a page."""
_LAST: Final = 2**63 - 1
_EVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TeamAuditPage:
    """Some acts, the newest first; `before` leads to the older ones, 0 where there is none."""

    acts: tuple[ShownAct, ...]
    before: int


def newest(
    connection: "Connection", team: UUID, before: int = 0, limit: int = 50, since: datetime | None = None
) -> TeamAuditPage:
    """The newest acts of a team that the connection's role sees. Raises LimitExceeded."""
    if not 1 <= limit <= MOST:
        raise LimitExceeded(f"limit {limit} is out of bounds: 1 to {MOST}.")
    asked = {"team": team, "before": before or _LAST, "since": since or _EVER, "most": limit + 1}
    acts = tuple(shown_of(row) for row in connection.execute(Q.newest, asked).fetchall())
    return TeamAuditPage(acts[:limit], acts[limit - 1].entry.id if len(acts) > limit else 0)


class TeamAudit:
    """Reads the audit in the transaction of a person."""

    def page(self, entered: "Entered", before: int = 0, limit: int = 50) -> TeamAuditPage:
        """The newest acts before an entry's number (0: the newest of all). Raises NotGranted, LimitExceeded."""
        require_person(entered.caller)
        if entered.caller.role not in ("reviewer", "owner"):
            raise NotGranted(
                f"You are a {entered.caller.role} of team {entered.caller.team_name}: its owners read the audit, and "
                "its reviewers what became of memories."
            )
        return newest(entered.connection, entered.caller.team, before, limit)
