"""GET /me: the server, and whom a token stands for."""

from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.model.clock import iso
from scrubjay_team.api.route import ApiAnswer, ApiCall, Nothing
from scrubjay_team.database.queries import load
from scrubjay_team.serving.calls import scopes_of

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, TeamDatabase

Q = load(__package__)


class IdAndName(ApiAnswer):
    """Something with an id and a name."""

    id: str
    name: str


class CallerName(IdAndName):
    """A member with their role: reader, writer, reviewer or owner."""

    role: str


class Me(ApiAnswer):
    """Whom a token stands for at this moment. `server` stays the same for as long as the database lives.

    `scopes` are those that count with the member's present role, `projects` those that are granted; `now` is the
    server's clock, ISO 8601 in UTC.
    """

    server: str
    team: IdAndName
    member: CallerName
    scopes: tuple[str, ...]
    projects: tuple[IdAndName, ...]
    now: str


def me(call: ApiCall, body: Nothing) -> Me:
    """Tell a caller who they are."""
    caller, connection = call.caller, call.entered.connection
    rows = connection.execute(Q.granted_names).fetchall()
    return Me(
        server=_server_id(connection),
        team=IdAndName(id=caller.team.hex, name=caller.team_name),
        member=CallerName(id=caller.member.hex, name=caller.member_name, role=caller.role),
        scopes=scopes_of(caller),
        projects=tuple(IdAndName(id=row["id"].hex, name=row["name"]) for row in rows),
        now=iso(call.now),
    )


def server_id(database: "TeamDatabase") -> str:
    """The id of a server's database, 32 hexadecimal digits. Raises TeamDatabaseUnavailable."""
    with database.plain() as connection:
        return _server_id(connection)


def _server_id(connection: "Connection") -> str:
    (row,) = connection.execute(Q.server_id).fetchall()
    return UUID(str(row["id"])).hex
