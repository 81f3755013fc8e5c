"""The owner's database for the length of a command: the embedded one by its socket, another one by the owner's DSN.

Apart from the other commands, since it imports the driver, which the help of a command doesn't need.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrubjay.errors import TeamNotReady
from scrubjay.storage.filesystem import private_folder
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.queries import load
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.engine.embedded import DATABASE, reach, reached
from scrubjay_team.engine.passwords import read_passwords
from scrubjay_team.engine.places import find_place
from scrubjay_team.place import OWNER_VARIABLE, TeamPlace

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


@contextmanager
def owner_database(place: TeamPlace) -> Iterator[OwnerDatabase]:
    """The database of a server that was set up, brought up to this program's schema.

    An embedded PostgreSQL that doesn't run is started for the length of the block. Raises TeamNotReady.
    """
    if place.embedded and not is_set_up(place):
        raise TeamNotReady
    with _reached(place) as owner:
        yield owner


@contextmanager
def new_owner_database(place: TeamPlace) -> Iterator[OwnerDatabase]:
    """The same for a server that may be new: what it lacks is made."""
    if place.embedded:
        private_folder(place.data)
    with _reached(place) as owner:
        yield owner


@contextmanager
def _reached(place: TeamPlace) -> Iterator[OwnerDatabase]:
    if not place.embedded:
        if not place.owner_dsn:
            raise TeamNotReady(
                "The server's PostgreSQL is your own, and how its owner signs in isn't known here. Name a file with "
                f"that DSN: `scrubjay team --dsn-file FILE …`, the variable {OWNER_VARIABLE}, or team.owner_dsn."
            )
        owner = OwnerDatabase(place.owner_dsn)
        migrate(owner)
        yield owner
        return
    with reached(place.data, {}) as addresses:
        passwords = read_passwords(place.data)
        if passwords is not None:
            make_database(addresses.superuser, DATABASE, RolePasswords(passwords.owner, passwords.app))
        owner = OwnerDatabase(addresses.owner)
        migrate(owner)
        yield owner


def is_set_up(place: TeamPlace) -> bool:
    """Whether a server's embedded database was made."""
    return place.data.is_dir() and find_place(place.data).exists


def is_running(place: TeamPlace) -> bool | None:
    """Whether a server runs over the embedded database; None where the database isn't embedded: it can't be seen."""
    return is_set_up(place) and reach(place.data) is not None if place.embedded else None


def version_and_size(connection: "Connection") -> tuple[str, int]:
    """The version of PostgreSQL, and the bytes of the team's database."""
    row = connection.execute(Q.server_state).fetchone() or {}
    return str(row.get("version", "")), int(row.get("size", 0))
