"""The embedded PostgreSQL as a team's database: started or joined, with roles, schema and migrations in place."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from scrubjay_team.database.migrate import migrate, refuse_other_schema
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.engine.embedded import DATABASE, LOG, Addresses, EmbeddedPostgres, reach
from scrubjay_team.engine.holding import holder
from scrubjay_team.errors import EngineBusy

AS_THEY_ARE: Final[Mapping[str, str]] = MappingProxyType({})
PATIENCE_S = 5.0
"""Seconds that a command, or a server that starts, waits for a command that uses the data folder."""


@contextmanager
def serving(data: Path, settings: Mapping[str, str] = AS_THEY_ARE) -> Iterator[Addresses]:
    """Run the embedded PostgreSQL for a server, ready to be used; it is stopped at the end.

    `settings` are PostgreSQL's. Raises EngineUnavailable, EngineBusy, EngineFailed, TeamDatabaseRefused, DiskFull.
    """
    with EmbeddedPostgres(data, settings=settings, patience_s=PATIENCE_S) as engine:
        passwords = RolePasswords(engine.passwords.owner, engine.passwords.app, engine.passwords.worker)
        make_database(engine.addresses.superuser, DATABASE, passwords)
        migrate(OwnerDatabase(engine.addresses.owner))
        yield engine.addresses


@contextmanager
def joined(data: Path) -> Iterator[Addresses]:
    """The addresses for a command: of the server that runs, else of a PostgreSQL that is started for it alone.

    Raises as `serving` does, and TeamDatabaseRefused where the server that runs is of another release.
    """
    with ExitStack() as started:
        addresses = reach(data)
        if addresses is None:
            try:
                addresses = started.enter_context(serving(data))
            except EngineBusy as error:
                addresses = reach(data)  # a server began meanwhile
                if addresses is None:
                    raise EngineBusy(
                        f"{holder(data)} runs over the data folder {data}, and its PostgreSQL doesn't answer: it "
                        f"starts, or it can't. Its log says why: {data / LOG}. Try again, or end that process."
                    ) from error
        refuse_other_schema(OwnerDatabase(addresses.owner))
        yield addresses
