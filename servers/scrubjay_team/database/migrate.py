"""The schema of the team's database: numbered plain SQL files, each applied once and never edited after it landed.

A file expands what is there, so that the programs before it go on over the new schema. One that takes something away
says so in a line `-- since: NNNN`: the oldest schema whose programs work over it. The database keeps that number, for
programs that don't have the file.
"""

import hashlib
import time
from importlib.resources import files

import psycopg

from scrubjay.errors import DiskFull
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_team.database.connecting import Connection, Q
from scrubjay_team.database.failures import reason
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.errors import MigrationFailed, TeamDatabaseRefused, TeamDatabaseSlow, TeamDatabaseUnavailable

TRIES = 40
"""Times to begin a migration anew that waited too long for a lock."""
LOCK_S = 0.5
"""Seconds that a migration waits for a lock, and so holds up what the older program that still runs asks.

Less than PostgreSQL's `deadlock_timeout` of a second: where both wait for each other, the migration gives up, and no
request is ended for it.
"""
PAUSE_S = 0.5

_NAME = pattern(r"(\d{4})_(\w+)\.sql")
_SINCE = pattern(r"(?m)^-- since: (\d{4})$")


@dataclass(frozen=True, slots=True)
class SchemaStep:
    """A numbered step of the schema: its file's text, and the SHA-256 of it."""

    number: int
    name: str
    text: str
    digest: str

    @property
    def since(self) -> int:
        """The oldest schema whose programs work once this landed; 0: any, since it takes nothing away."""
        found = _SINCE.search(self.text)
        return int(found[1]) if found else 0


@dataclass(frozen=True, slots=True)
class Landed:
    """A migration that a database has. `since`: the oldest schema whose programs work over it; its own: no older."""

    number: int
    name: str
    digest: str
    since: int


def migrations() -> tuple[SchemaStep, ...]:
    """All migrations of this program, in order."""
    found = []
    for file in files(__package__).joinpath("migrations").iterdir():
        match = _NAME.fullmatch(file.name)
        if match is not None:
            text = file.read_text(encoding="utf-8")
            found.append(SchemaStep(int(match[1]), match[2], text, hashlib.sha256(text.encode()).hexdigest()))
    return tuple(sorted(found, key=lambda one: one.number))


def to_apply(landed: tuple[Landed, ...], known: tuple[SchemaStep, ...]) -> tuple[SchemaStep, ...]:
    """The migrations that a database lacks. Raises TeamDatabaseRefused for one that the program can't work over."""
    there = {one.number: one for one in landed}
    newest = max(there, default=0)
    ours = max((one.number for one in known), default=0)
    needed = max((one.since for one in landed if one.number > ours), default=0)
    if needed > ours:
        raise TeamDatabaseRefused(
            f"The team's database has schema {newest}, and this scrubjay knows schema {ours}: a newer scrubjay wrote "
            f"it, and only one that knows schema {needed} or a later one works over it. Nothing was changed. Upgrade "
            "this one: `pip install '.[team]'`."
        )
    for one in known:
        if one.number in there and there[one.number].digest != one.digest:
            raise TeamDatabaseRefused(
                f"Migration {one.number:04} ({one.name}) of this scrubjay isn't the one that the database has, "
                f"{there[one.number].name} with another text. Nothing was changed. Install the scrubjay that made the "
                "database, or a later release."
            )
    return tuple(one for one in known if one.number not in there)


def landed_migrations(connection: Connection) -> tuple[Landed, ...]:
    """What landed in a database, in order; nothing where it has no schema yet."""
    row = connection.execute(Q.migrations_exist).fetchone()
    if row is None or not row["there"]:
        return ()
    rows = connection.execute(Q.landed_migrations)
    return tuple(Landed(row["number"], row["name"], row["digest"], row["since"]) for row in rows)


def behind(connection: Connection) -> str:
    """What is said of a database that a newer program brought up to date, over which this one works; else empty."""
    landed, ours = landed_migrations(connection), migrations()[-1].number
    if not landed or landed[-1].number <= ours:
        return ""
    return (
        f"The team's database has schema {landed[-1].number}, of a newer scrubjay, and this one knows schema {ours}. "
        "It works over it for as long as an upgrade takes. Upgrade it, too: `pip install '.[team]'`."
    )


def migrate(owner: OwnerDatabase, known: tuple[SchemaStep, ...] | None = None) -> tuple[int, ...]:
    """Bring the schema up to this program's; returns the numbers of what was applied. Any number may run side by side.

    Each migration is one transaction, so one that fails leaves those before it and nothing of itself. Raises
    TeamDatabaseRefused for a schema that the program can't work over, MigrationFailed.
    """
    known = migrations() if known is None else known
    with owner.transaction() as connection:
        waiting = to_apply(landed_migrations(connection), known)
    if waiting:
        with owner.transaction() as connection:
            connection.execute("SET LOCAL statement_timeout = 0")
            connection.execute(Q.lock_migrations)
            connection.execute("ALTER TABLE migration ADD COLUMN IF NOT EXISTS since integer")
    return tuple(one.number for one in waiting if _applied(owner, one, known))


def refuse_other_schema(owner: OwnerDatabase) -> None:
    """Raises TeamDatabaseRefused for a schema that isn't this program's; changes nothing."""
    with owner.transaction() as connection:
        missing = to_apply(landed_migrations(connection), migrations())
    if missing:
        raise TeamDatabaseRefused(older(missing))


def older(missing: tuple[SchemaStep, ...]) -> str:
    """What is said of a schema that lacks some migrations of this program."""
    return (
        f"The team's database has schema {missing[0].number - 1}, and this scrubjay needs schema {missing[-1].number}: "
        "an older one made it, or its server is making it now. Start its server again, or run `scrubjay team migrate`: "
        "either brings it up to date."
    )


def _applied(owner: OwnerDatabase, one: SchemaStep, known: tuple[SchemaStep, ...]) -> bool:
    """Apply a migration; False where another process did meanwhile. Raises MigrationFailed."""
    before = max((each.number for each in known if each.number < one.number), default=0)
    failed = f"Migration {one.number:04} ({one.name}) failed"
    undone = f"Nothing of it was kept: the database has schema {before}, and a server of that one goes on."
    again = "Then start the server again, or run `scrubjay team migrate`: either goes on from there."
    try:
        return _apply(owner, one, known)
    except TeamDatabaseSlow as error:
        raise MigrationFailed(
            f"{failed}: {TRIES} times it waited {LOCK_S} s for a lock that another transaction holds. {undone} Wait "
            f"until that one ends, or end it: `SELECT pid, query FROM pg_stat_activity ORDER BY xact_start`. {again}"
        ) from error
    except DiskFull as error:
        raise MigrationFailed(
            f"{failed}: no space is left where the database lies. {undone} Free some. {again}"
        ) from error
    except TeamDatabaseUnavailable as error:
        raise MigrationFailed(
            f"The connection to the database was cut in migration {one.number:04} ({one.name}), so it landed whole or "
            f"not at all. Look why: {error} {again}"
        ) from error
    except psycopg.Error as error:
        raise MigrationFailed(
            f"{failed}: {reason(error)}. {undone} Start the scrubjay that ran before this one, and upgrade once a "
            "release corrects it."
        ) from error


def _apply(owner: OwnerDatabase, one: SchemaStep, known: tuple[SchemaStep, ...]) -> bool:
    """Apply a migration in a transaction of its own; one that waited for a lock for too long is tried again."""
    for left in reversed(range(TRIES)):
        try:
            with owner.transaction() as connection:
                connection.execute("SET LOCAL statement_timeout = 0")
                connection.execute(
                    f"SET LOCAL client_connection_check_interval = '{LOCK_S}s'"
                )  # a killed program's ends
                connection.execute(Q.lock_migrations)
                if one not in to_apply(landed_migrations(connection), known):
                    return False
                connection.execute(f"SET LOCAL lock_timeout = '{LOCK_S}s'")
                _run(connection, one)
            return True
        except TeamDatabaseSlow:
            if not left:
                raise
            time.sleep(PAUSE_S)
    return False


def _run(connection: Connection, one: SchemaStep) -> None:
    """Run a migration's file; while it runs the owner may give functions to the finder, who may create."""
    connection.execute("GRANT scrubjay_finder TO scrubjay_owner WITH INHERIT FALSE, SET TRUE")
    connection.execute("GRANT CREATE ON SCHEMA scrubjay TO scrubjay_finder")
    connection.execute(one.text)
    connection.execute("REVOKE CREATE ON SCHEMA scrubjay FROM scrubjay_finder")
    connection.execute("REVOKE scrubjay_finder FROM scrubjay_owner GRANTED BY scrubjay_owner")
    connection.execute(
        Q.add_migration, {"number": one.number, "name": one.name, "digest": one.digest, "since": one.since}
    )
