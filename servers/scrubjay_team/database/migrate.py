"""The schema of the team's database: numbered plain SQL files, each applied once and never edited after it landed."""

import hashlib
import time
from importlib.resources import files

import psycopg

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_team.database.connecting import Connection, Q
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseSlow

TRIES = 10
"""Times to begin a migration anew that waited too long for a lock."""
LOCK_S = 2
"""Seconds that a migration waits for a lock, and so holds up what the older program that still runs asks."""
PAUSE_S = 0.5

_NAME = pattern(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class SchemaStep:
    """A numbered step of the schema: its file's text, and the SHA-256 of it."""

    number: int
    name: str
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class Landed:
    """A migration that a database has."""

    number: int
    name: str
    digest: str


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
    """The migrations that a database lacks. Raises TeamDatabaseRefused for one that the program can't understand."""
    there = {one.number: one for one in landed}
    newest = max(there, default=0)
    ours = max((one.number for one in known), default=0)
    if newest > ours:
        raise TeamDatabaseRefused(
            f"The team's database has schema {newest}, and this scrubjay knows schema {ours}: a newer scrubjay wrote "
            "it. Nothing was changed. Upgrade this one: `pip install '.[team]'`."
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
    return tuple(Landed(row["number"], row["name"], row["digest"]) for row in rows)


def migrate(owner: OwnerDatabase, known: tuple[SchemaStep, ...] | None = None) -> tuple[int, ...]:
    """Bring the schema up to this program's; returns the numbers of what was applied. Any number may run side by side.

    Raises TeamDatabaseRefused for a schema that is newer than the program or differs from it.
    """
    known = migrations() if known is None else known
    with owner.transaction() as connection:
        waiting = to_apply(landed_migrations(connection), known)
    return tuple(one.number for one in waiting if _apply(owner, one, known))


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


def _apply(owner: OwnerDatabase, one: SchemaStep, known: tuple[SchemaStep, ...]) -> bool:
    """Apply a migration in a transaction of its own; False where another process did meanwhile."""
    for left in reversed(range(TRIES)):
        try:
            with owner.transaction() as connection:
                connection.execute("SET LOCAL statement_timeout = 0")
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
    try:
        connection.execute(one.text)
    except psycopg.Error as error:
        error.add_note(f"in migration {one.number:04}_{one.name}.sql")
        raise
    connection.execute("REVOKE CREATE ON SCHEMA scrubjay FROM scrubjay_finder")
    connection.execute("REVOKE scrubjay_finder FROM scrubjay_owner GRANTED BY scrubjay_owner")
    connection.execute(Q.add_migration, {"number": one.number, "name": one.name, "digest": one.digest})
