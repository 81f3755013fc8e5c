"""The database, its four roles and its schema: made by a superuser, or as far as a DBA lets us."""

from datetime import datetime
from importlib.resources import files

from psycopg import errors, sql
from psycopg.conninfo import make_conninfo

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.database.checks import no_vector, refuse_server
from scrubjay_team.database.connecting import Connection, connected
from scrubjay_team.errors import TeamDatabaseRefused

LOGINS = ("scrubjay_owner", "scrubjay_app", "scrubjay_worker")


@dataclass(frozen=True, slots=True)
class RolePasswords:
    """The passwords of the three roles that log in."""

    owner: str = field(repr=False)
    app: str = field(repr=False)
    worker: str = field(repr=False)


def roles_sql() -> str:
    """The SQL that makes the roles; it holds no password."""
    return _text("roles.sql")


def preparing_sql() -> str:
    """The SQL that makes the roles, the extension and the schemas, for a DBA to run in the database by psql."""
    return f"""BEGIN;
{roles_sql()}
{schemas_sql()}COMMIT;

-- Then choose a password for each role that logs in, as psql asks for it:
\\password scrubjay_owner
\\password scrubjay_app
\\password scrubjay_worker
"""


def schemas_sql() -> str:
    """The SQL that makes the extension and the schemas."""
    return _text("schemas.sql")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def make_database(admin: str, name: str, passwords: RolePasswords) -> None:
    """Make a database with roles and schemas where they are missing, and set the passwords.

    `admin` is a superuser's connection string. Raises TeamDatabaseUnavailable.
    """
    make_empty_database(admin, name, passwords)
    with connected(make_conninfo(admin, dbname=name)) as connection:
        connection.execute(schemas_sql())
        connection.execute(_text("embedded.sql"))


def make_empty_database(admin: str, name: str, passwords: RolePasswords) -> None:
    """Make the roles, and a database with nothing in it, where they are missing."""
    with connected(admin) as connection:
        make_roles(connection, passwords)
        connection.commit()
        connection.autocommit = True
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def make_roles(connection: Connection, passwords: RolePasswords) -> None:
    """Make the roles within a transaction, and set the passwords, as verifiers: no log can hold them."""
    connection.execute(roles_sql())
    for role, password in zip(LOGINS, (passwords.owner, passwords.app, passwords.worker), strict=True):
        verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
        connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier)))


def prepare(admin: str, passwords: RolePasswords, now: datetime) -> str:
    """Make the roles and the schema in a database of somebody's own, as its administrator; again where they are there.

    Returns an empty text; where the administrator may not do it, the SQL that a DBA runs instead, without passwords,
    and nothing was changed. Raises TeamDatabaseUnavailable, TeamDatabaseRefused.
    """
    with connected(admin) as connection:
        refuse_server(connection, now)
        try:
            make_roles(connection, passwords)
            connection.execute(schemas_sql())
        except errors.InsufficientPrivilege:
            connection.rollback()
            return preparing_sql()
        except (errors.UndefinedFile, errors.FeatureNotSupported):
            raise TeamDatabaseRefused(no_vector(connection.info.server_version)) from None
        refuse_server(connection, now)
    return ""
