"""The sessions of browsers: begun by a sign-in, for 12 hours; one's own are listed and ended by their person."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass, field
from scrubjay_team.database.queries import load
from scrubjay_team.people.rights import require_person
from scrubjay_team.people.secret import new_session
from scrubjay_team.signin.browsers import browser_name

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, Entered

HOURS: Final = 12
"""Hours from a sign-in to the next one."""

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSession:
    """A session of one's own: in which browser, since when and until when; `here`: the one that asks."""

    id: UUID
    browser: str
    created_at: datetime
    expires_at: datetime
    here: bool


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A session that begins now: the value of its cookie, and how many seconds it lasts."""

    value: str = field(repr=False)
    seconds: int


def open_session(connection: "Connection", member: UUID, agent: str, now: datetime) -> OpenedSession:
    """Begin a session of a member, in a transaction of nobody; `agent` is the browser's header. Its value is new."""
    value, digest = new_session()
    until = now + timedelta(hours=HOURS)
    connection.execute(
        Q.open_session,
        {"member": member, "id": uuid4(), "digest": digest, "browser": browser_name(agent), "at": now, "until": until},
    )
    return OpenedSession(value, HOURS * 3600)


def end_session(connection: "Connection", digest: bytes, now: datetime) -> None:
    """End the session of a cookie, if it goes on."""
    connection.execute(Q.end_session, {"digest": digest, "at": now})


def sessions(entered: "Entered", now: datetime) -> tuple[OwnSession, ...]:
    """The caller's own sessions that go on, the newest first. Raises NotGranted unless the caller is a person."""
    require_person(entered.caller)
    rows = entered.connection.execute(Q.sessions, {"at": now})
    return tuple(OwnSession(**row, here=row["id"] == entered.caller.token) for row in rows)


def end_own_session(entered: "Entered", id: UUID, now: datetime) -> None:
    """End one of the caller's own sessions, from the next request on. Raises NotFound, NotGranted."""
    require_person(entered.caller)
    if not entered.connection.execute(Q.end_own_session, {"id": id, "at": now}).rowcount:
        raise NotFound("This session of yours has ended already.")


def end_own_sessions(entered: "Entered", now: datetime) -> int:
    """End all of the caller's own sessions, this one too; returns how many. Raises NotGranted."""
    require_person(entered.caller)
    return entered.connection.execute(Q.end_own_sessions, {"at": now}).rowcount
