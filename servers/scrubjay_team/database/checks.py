"""What must be true of a PostgreSQL that isn't embedded before a team's server or an owner's command uses it."""

from datetime import datetime, timedelta

from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.connecting import Connection, Q, connected
from scrubjay_team.database.migrate import behind, landed_migrations, migrations, older, to_apply
from scrubjay_team.errors import TeamDatabaseRefused

OLDEST = 16
"""PostgreSQL's first major whose grants of roles can leave out inheritance."""
VECTOR = (0, 8)
"""pgvector's first release with iterative scans."""
DRIFT = timedelta(minutes=5)
"""How far the clocks of the two machines may be apart: tokens end by ours."""
TOLD = 5
"""Reasons against a role that are told at once."""
SCHEMAS = ("public", "scrubjay")

INIT = "`scrubjay team init --dsn ADMIN_DSN`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFacts:
    """What a connection finds of its server, its role and the database; nothing of a team."""

    version: int
    """As PostgreSQL numbers it: 180006."""
    standby: bool
    read_only: bool
    now: datetime
    vector: str | None
    vector_schema: str | None
    role: str
    superuser: bool
    of_roles: tuple[str, ...]
    """Every other role that it is a member of, by however many steps."""
    attributes: tuple[str, ...]
    """What it or one of those may beyond the rights that are granted: words of `database_facts`."""
    owns: bool
    """Whether the role itself owns anything in the database, or the database."""
    open_tables: tuple[str, ...]
    """Tables of the schema whose rows anybody sees who may read them."""
    schema: bool


def check_app(dsn: str, now: datetime) -> str:
    """What is said of a database that a newer program brought up to date; else empty.

    Raises TeamDatabaseRefused or TeamDatabaseUnavailable where the server may not answer requests as this role.
    """
    return _check(dsn, now, "scrubjay_app")


def check_worker(dsn: str, now: datetime) -> None:
    """The same for the role that fetches and indexes mirrors."""
    _check(dsn, now, "scrubjay_worker")


def _check(dsn: str, now: datetime, wanted: str) -> str:
    with connected(dsn) as connection:
        facts = read_facts(connection)
        why = server_refusal(facts, now) or role_refusal(facts, wanted) or schema_refusal(facts)
        if why:
            raise TeamDatabaseRefused(why)
        missing = to_apply(landed_migrations(connection), migrations())
        if missing:
            raise TeamDatabaseRefused(older(missing))
        return behind(connection)


def check_owner(dsn: str, now: datetime) -> None:
    """Raises TeamDatabaseRefused or TeamDatabaseUnavailable where a database can't be used as its owner."""
    with connected(dsn) as connection:
        facts = read_facts(connection)
        why = server_refusal(facts, now) or schema_refusal(facts)
        if not why and facts.role != "scrubjay_owner":
            why = f"The role {facts.role} isn't scrubjay_owner, which owns the tables. Give a DSN of that role."
        if why:
            raise TeamDatabaseRefused(why)


def refuse_server(connection: Connection, now: datetime) -> None:
    """Raises TeamDatabaseRefused where a server can't hold a team's database, whatever the role."""
    why = server_refusal(read_facts(connection), now)
    if why:
        raise TeamDatabaseRefused(why)


def read_facts(connection: Connection) -> DatabaseFacts:
    encoding = connection.info.parameter_status("server_encoding") or "UTF8"
    if encoding != "UTF8":
        raise TeamDatabaseRefused(
            f"The database's encoding is {encoding}, and texts need UTF8. Make one and name it in the DSN: "
            "`createdb --encoding=UTF8 --template=template0 scrubjay`."
        )
    row = connection.execute(Q.database_facts).fetchone()
    if row is None:
        raise TeamDatabaseRefused("The team's database doesn't say what it is. Is a pooler in front that rewrites SQL?")
    lists = {name: tuple(row[name]) for name in ("of_roles", "attributes", "open_tables")}
    return from_row(DatabaseFacts, row, **lists)


def server_refusal(facts: DatabaseFacts, now: datetime) -> str:
    """Why the server can't hold a team's database; empty where it can."""
    if facts.version < OLDEST * 10_000:
        return (
            f"This is PostgreSQL {facts.version // 10_000}, and a team's database needs {OLDEST} or newer. Upgrade it, "
            "or leave the DSN out: scrubjay brings a PostgreSQL of its own."
        )
    if facts.standby or facts.read_only:
        kind = "a standby" if facts.standby else "set to read only"
        return f"The database is {kind}, so nothing can be stored. Give the address of its primary."
    apart = abs(facts.now - now)
    if apart > DRIFT:
        return (
            f"The database's clock and this machine's are {int(apart.total_seconds() // 60)} minutes apart, and tokens "
            "end by the clock. Set both by NTP (`timedatectl set-ntp true`), then start again."
        )
    if facts.schema and facts.vector is None:
        return no_vector(facts.version)
    if facts.vector is not None and _numbers(facts.vector) < VECTOR:
        return (
            f"The database has pgvector {facts.vector}, and 0.8 or newer is needed. Install it, then run as "
            "a superuser: ALTER EXTENSION vector UPDATE;"
        )
    if facts.vector is not None and facts.vector_schema not in SCHEMAS:
        return (
            f"pgvector stands in the schema {facts.vector_schema}, where scrubjay doesn't look. Run as a superuser: "
            "ALTER EXTENSION vector SET SCHEMA public;"
        )
    return ""


def no_vector(version: int) -> str:
    """What is said where pgvector is missing, by PostgreSQL's version as it numbers it."""
    return (
        "The extension pgvector isn't in the database. Install it on the server (Debian: the package "
        f"postgresql-{version // 10_000}-pgvector), then run as a superuser: CREATE EXTENSION vector;"
    )


def role_refusal(facts: DatabaseFacts, wanted: str) -> str:
    """Why a role may do too much, or nothing at all, in the place of the role `wanted`; empty where it is right."""
    others = [name for name in facts.of_roles if name != wanted]
    too_much = (
        *facts.attributes,
        *(["owns tables, or something else in the database"] if facts.owns else []),
        *(f"is a member of {name}" for name in others),
    )
    if too_much:
        return (
            f"The role {facts.role} {' and '.join(too_much[:TOLD])}, so a mistake in one request could show another "
            f"team's rows. Give a DSN of {wanted}, which {INIT} makes."
        )
    if facts.schema and wanted not in (facts.role, *facts.of_roles):
        return f"The role {facts.role} isn't {wanted}, so it can't do its work. Give a DSN of that role."
    return ""


def schema_refusal(facts: DatabaseFacts) -> str:
    """What is said where the database has no schema of ours, or one that shows too much; empty where it is right."""
    if not facts.schema:
        return f"The database has no schema scrubjay yet. {INIT} makes it, or prints what a DBA runs."
    if facts.open_tables:
        name = facts.open_tables[0]
        return (
            f"The table scrubjay.{name} has no row-level security, or its owner none, so one team could see another's "
            f"rows. Run as scrubjay_owner: ALTER TABLE scrubjay.{name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL "
            "SECURITY;"
        )
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
