"""What people manage of their team in their own transaction, as the app's role: the office of owners, and own tokens.

The same stores serve the commands of the server's machine, over a connection of the owner of the tables.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar
from uuid import UUID

from scrubjay.errors import NotFound
from scrubjay.model.clock import Clock
from scrubjay_team.database.queries import load
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.rights import require_person

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)


class WithId(Protocol):
    """A row that has an id."""

    @property
    def id(self) -> UUID:
        """Its id."""
        ...


T = TypeVar("T", bound=WithId)


def office(entered: "Entered", clock: Clock) -> TeamPeople:
    """Everything of a team's people, for an owner who is there in person. Raises NotGranted for anybody else.

    Until the transaction ends it sees the repositories as well that the owner isn't granted; nothing of their contents.
    """
    caller = entered.caller
    require_person(caller)
    if caller.role != "owner":
        raise NotGranted(f"This is for owners of {caller.team_name}, and {caller.member_name} is a {caller.role}.")
    row = entered.connection.execute(Q.open_office).fetchone()
    if row is None or not row["open"]:
        raise NotGranted("The database doesn't take this transaction for an owner's in person. Sign in again.")
    return TeamPeople.found(entered.connection, clock)


def own_people(entered: "Entered", clock: Clock) -> TeamPeople:
    """The same as far as every member may: names, granted repositories, and the caller's own tokens."""
    return TeamPeople.found(entered.connection, clock)


def by_id(rows: Iterable[T], id: str, what: str) -> T:
    """The one of some rows that has an id, in hexadecimal digits. `what` says in an error what it is: "a member"."""
    for row in rows:
        if id in (row.id.hex, str(row.id)):
            return row
    raise NotFound(f"There is no {what} with this id here, or it isn't for you. Ask for the list.")
