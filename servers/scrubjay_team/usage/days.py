"""Sums of days: what a member called how often, in the call's own transaction, and read back."""

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final

from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

MOST: Final = 10_000
"""Rows of one answer."""
LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedDay:
    """How often a member called something on a day, in UTC."""

    day: date
    member_name: str
    what: str
    count: int


def count_call(entered: "Entered", called: str, now: datetime, *, writes: bool) -> None:
    """One more call by a caller, as the last thing of their transaction: a row of their own, held until its end."""
    caller, connection = entered.caller, entered.connection
    if not writes:
        connection.execute(Q.commit_soon)
    connection.execute(
        Q.count,
        {"team": caller.team, "member": caller.member, "day": now.astimezone(UTC).date(),
         "what": called[:LONGEST_NAME]},
    )  # fmt: skip


def usage(entered: "Entered", since: date, until: date, *, everybody: bool = False) -> tuple[UsedDay, ...]:
    """What was called within some days, the newest first: by the caller, or, once the office is open, by everybody."""
    caller = entered.caller
    asked = {"team": caller.team, "member": caller.member, "since": since, "until": until, "everybody": everybody}
    return tuple(from_row(UsedDay, row) for row in entered.connection.execute(Q.usage, asked | {"most": MOST}))
