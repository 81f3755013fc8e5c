"""The database, its three roles and its schema: made by a superuser of the embedded PostgreSQL or by a DBA's address."""

from importlib.resources import files

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.database.connecting import OPTIONS, Connection
from scrubjay_team.database.failures import unavailable

LOGINS = ("scrubjay_owner", "scrubjay_app")


@dataclass(frozen=True, slots=True)
class RolePasswords:
    """The passwords of the two roles that log in."""

    owner: str = field(repr=False)
    app: str = field(repr=False)


def roles_sql() -> str:
    """The SQL that makes the roles and the schema, for a DBA to run in the database; it holds no password."""
    return files(__package__).joinpath("roles.sql").read_text(encoding="utf-8")


def make_database(admin: str, name: str, passwords: RolePasswords) -> str:
    """Make a database with roles and schema where they are missing, and set the passwords; returns its address.

    `admin` is a superuser's connection string. Raises TeamDatabaseUnavailable.
    """
    with _connected(admin) as connection:
        connection.autocommit = True
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    inside = make_conninfo(**conninfo_to_dict(admin) | {"dbname": name})
    with _connected(inside) as connection:
        make_roles(connection, passwords)
    return inside


def make_roles(connection: Connection, passwords: RolePasswords) -> None:
    """Make the roles and the schema within a transaction, and set the passwords, as verifiers: no log can hold them."""
    connection.execute(roles_sql())
    for role, password in zip(LOGINS, (passwords.owner, passwords.app), strict=True):
        verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
        connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier)))


def _connected(dsn: str) -> Connection:
    try:
        return psycopg.Connection.connect(dsn, **OPTIONS)
    except psycopg.Error as error:
        raise unavailable(error) from None
