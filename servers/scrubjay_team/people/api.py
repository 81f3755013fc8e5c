"""What the rest of the server uses of its people: a token's digest, what counts of it, and whether there is a team."""

from typing import TYPE_CHECKING

from scrubjay.model.clock import Clock, system_clock
from scrubjay_team.people.names import cleaned_name
from scrubjay_team.people.rights import held, scopes_of
from scrubjay_team.people.secret import TOKEN, digest_of
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.values import Member

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

__all__ = ["TOKEN", "digest_of", "first_team", "held", "scopes_of", "teams_there"]

FIRST = "team"
"""The name of the team that a server begins with, where nobody chose another."""


def teams_there(connection: "Connection[DictRow]") -> int:
    """How many teams a server has, asked by its owner's role."""
    return len(Teams(connection, system_clock).all())


def first_team(connection: "Connection[DictRow]", clock: Clock, account: str) -> Member | None:
    """Begin a team where a server has none, with an owner named after an account; returns them. None: there is one."""
    teams = Teams(connection, clock)
    teams.hold()
    return None if teams.all() else teams.create(FIRST, cleaned_name(account, "owner"))[1]
