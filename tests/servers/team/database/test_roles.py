"""The four roles and what each may do, in a database of the embedded PostgreSQL and in one's own."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from scrubjay_team.database.checks import check_app
from scrubjay_team.database.connecting import Connection
from scrubjay_team.database.migrate import SchemaStep, migrate, migrations
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database, prepare, preparing_sql
from scrubjay_team.engine.embedded import EmbeddedPostgres
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_team, make_token


@pytest.fixture
def inside(databases: Databases) -> Iterator[Connection]:
    """The migrated database as its superuser."""
    name = psycopg.conninfo.conninfo_to_dict(databases.addresses.app)["dbname"]
    dsn = make_conninfo(databases.addresses.superuser, dbname=str(name))
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        yield connection


def test_the_roles_may_no_more_than_they_need(inside: Connection) -> None:
    rows = inside.execute(
        "SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname LIKE 'scrubjay%' AND NOT (rolsuper OR rolbypassrls "
        "OR rolcreaterole OR rolcreatedb OR rolreplication) ORDER BY rolname"
    ).fetchall()
    assert [tuple(row.values()) for row in rows] == [
        ("scrubjay_app", True), ("scrubjay_finder", False), ("scrubjay_owner", True), ("scrubjay_worker", True),
    ]  # fmt: skip
    members = inside.execute(
        "SELECT roleid::regrole::text AS role, member::regrole::text AS member, inherit_option AS inherits, "
        "set_option AS becomes "
        "FROM pg_auth_members WHERE roleid::regrole::text LIKE 'scrubjay%'"
    ).fetchall()
    assert members == [{"role": "scrubjay_finder", "member": "scrubjay_owner", "inherits": False, "becomes": False}]


def test_everything_is_the_owners_but_the_functions_of_the_finder(
    inside: Connection,
) -> None:
    owners = (
        "SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace = 'scrubjay'::regnamespace"
    )
    assert inside.execute(owners).fetchall() == [{"owner": "scrubjay_owner"}]
    definers = inside.execute(
        "SELECT DISTINCT proowner::regrole::text AS owner FROM pg_proc "
        "WHERE pronamespace = 'scrubjay'::regnamespace AND prosecdef"
    ).fetchall()
    assert definers == [{"owner": "scrubjay_finder"}]


def test_a_function_of_the_finder_has_a_fixed_search_path_and_is_not_everybodys(
    inside: Connection,
) -> None:
    rows = inside.execute(
        "SELECT proname, proconfig, has_function_privilege('public', oid, 'EXECUTE') AS everybodys FROM pg_proc "
        "WHERE pronamespace = 'scrubjay'::regnamespace AND prosecdef"
    ).fetchall()
    assert len(rows) >= 3
    for row in rows:
        paths = [one for one in row["proconfig"] or () if one.startswith("search_path=")]
        assert paths in (["search_path=scrubjay, pg_temp"], ["search_path=scrubjay, public, pg_temp"]), row["proname"]
        assert row["everybodys"] is False, row["proname"]


def test_every_table_but_that_of_migrations_forces_row_level_security(
    inside: Connection,
) -> None:
    rows = inside.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'scrubjay'::regnamespace AND relkind IN ('r', 'p') "
        "AND NOT (relrowsecurity AND relforcerowsecurity) AND NOT relispartition ORDER BY relname"
    ).fetchall()
    assert [row["relname"] for row in rows] == ["migration"]


def test_nobody_may_create_anything_in_public_or_in_the_schema(
    inside: Connection,
) -> None:
    for schema in ("public", "scrubjay"):
        for role in ("scrubjay_app", "scrubjay_worker", "scrubjay_finder"):
            may = inside.execute("SELECT has_schema_privilege(%s, %s, 'CREATE') AS may", [role, schema]).fetchone()
            assert may == {"may": False}


def test_the_app_reads_no_digests_and_nothing_of_other_roles(databases: Databases) -> None:
    for statement in (
        "SELECT digest FROM access_token", "SELECT digest FROM invitation", "SELECT digest FROM page_session",
        "SELECT 1 FROM identity", "UPDATE member SET name = 'owner'", "DELETE FROM team", "DELETE FROM member",
        "INSERT INTO migration (number, name, digest) VALUES (99, 'x', 'x')", "SET ROLE scrubjay_finder",
        "SET ROLE scrubjay_owner", "SET ROLE scrubjay_worker", "CREATE TABLE mine ()", "CREATE TABLE public.mine ()",
        "SELECT 1 FROM mirror_source", "SELECT * FROM due_mirrors('infinity', 9)", "UPDATE mirror SET commit = ''",
        "SELECT * FROM enter_worker(gen_random_uuid())", "SELECT 1 FROM queue.procrastinate_jobs",
        "SELECT 1 FROM queue.procrastinate_jobs_id_seq", "DELETE FROM content", "INSERT INTO shown DEFAULT VALUES",
    ):  # fmt: skip
        with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.app.plain() as connection:
            connection.execute(statement)


def test_nobody_sees_or_changes_what_an_owner_has_in_their_office(databases: Databases) -> None:
    make_token(databases.owner, make_member(databases.owner, make_team(databases.owner)))
    for statement in (
        "SELECT id FROM access_token", "SELECT id FROM invitation", "SELECT member FROM project_member",
        "SELECT address FROM project", "UPDATE member SET role = 'owner' RETURNING id", "SELECT id FROM audit_entry",
        "SELECT memory FROM memory_choice",
    ):  # fmt: skip
        with databases.app.plain() as connection:
            assert connection.execute(statement).fetchall() == [], statement


def test_the_worker_reads_neither_people_nor_memories(databases: Databases) -> None:
    for statement in (
        "SELECT 1 FROM access_token", "SELECT 1 FROM member", "SELECT 1 FROM team",
        "SELECT 1 FROM handoff", "SELECT address FROM project", "SELECT * FROM enter(''::bytea, now())",
        "SELECT sealed_hook(gen_random_uuid())", "SET ROLE scrubjay_app", "SET ROLE scrubjay_finder",
    ):  # fmt: skip
        with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.worker.plain() as connection:
            connection.execute(statement)


def test_the_owner_becomes_the_finder_in_a_migration_alone(databases: Databases) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.owner.transaction() as connection:
        connection.execute("SET ROLE scrubjay_finder")
    text = "CREATE FUNCTION its() RETURNS int RETURN 1; ALTER FUNCTION its() OWNER TO scrubjay_finder;"
    later = SchemaStep(9999, "later", text, "x")
    assert migrate(databases.owner, (*migrations(), later)) == (9999,)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.owner.transaction() as connection:
        connection.execute("SET ROLE scrubjay_finder")


@pytest.mark.parametrize("role", ["owner", "app", "worker"])
def test_nobody_has_temporary_tables_large_objects_or_another_database(postgres: EmbeddedPostgres, role: str) -> None:
    dsn = getattr(postgres.addresses, role)
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in ("CREATE TEMP TABLE content ()", "SELECT lo_from_bytea(0, 'x')", "SELECT lo_creat(1)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
        assert str(connection.execute("SHOW search_path").fetchone()).endswith("pg_temp',)")
    for name in ("postgres", "template1"):
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(make_conninfo(dsn, dbname=name))


def test_what_a_role_set_for_itself_ends_with_the_next_start_of_the_embedded_server(postgres: EmbeddedPostgres) -> None:
    shown = "SELECT current_setting('search_path'), current_setting('statement_timeout'), current_setting('work_mem')"
    with psycopg.connect(postgres.addresses.app) as connection:
        before = connection.execute(shown).fetchone()
        connection.execute("ALTER ROLE scrubjay_app SET search_path = pg_temp, scrubjay")
        connection.execute("ALTER ROLE scrubjay_app SET work_mem = '1GB'")
        connection.execute("ALTER ROLE scrubjay_app IN DATABASE scrubjay SET statement_timeout = 0")
    with psycopg.connect(postgres.addresses.app) as connection:
        assert connection.execute(shown).fetchone() != before
    its = postgres.passwords
    make_database(postgres.addresses.superuser, "scrubjay", RolePasswords(its.owner, its.app, its.worker))
    with psycopg.connect(postgres.addresses.app) as connection:
        assert connection.execute(shown).fetchone() == before


@pytest.fixture
def own(postgres: EmbeddedPostgres) -> Iterator[str]:
    """An empty database of an administrator who may create roles and isn't a superuser; his address."""
    superuser = postgres.addresses.superuser
    with psycopg.connect(superuser, autocommit=True) as admin:
        admin.execute("CREATE ROLE dba LOGIN CREATEROLE PASSWORD 'x'")
        admin.execute("CREATE DATABASE own OWNER dba")
        yield make_conninfo(superuser, user="dba", password="x", dbname="own")
        admin.execute("DROP DATABASE own WITH (FORCE)")
        admin.execute("DROP OWNED BY dba")
        admin.execute("DROP ROLE dba")


def test_an_administrator_who_may_not_change_the_roles_gets_the_sql_for_a_dba(own: str) -> None:
    told = prepare(own, RolePasswords("a", "b", "c"), datetime.now(UTC))
    assert told == preparing_sql()
    assert "CREATE ROLE scrubjay_owner" in told
    assert "\\password scrubjay_app" in told


def test_what_a_dba_runs_makes_a_database_that_the_server_accepts(postgres: EmbeddedPostgres, own: str) -> None:
    inside = make_conninfo(postgres.addresses.superuser, dbname="own")
    script = preparing_sql().partition("-- Then choose")[0]
    with psycopg.connect(inside, autocommit=True) as dba:
        dba.execute(script)
        dba.execute(script)
    assert own
    migrate(OwnerDatabase(make_conninfo(postgres.addresses.owner, dbname="own")))
    check_app(make_conninfo(postgres.addresses.app, dbname="own"), datetime.now(UTC))


def test_a_superuser_of_ones_own_postgresql_prepares_it_and_may_do_so_again(
    postgres: EmbeddedPostgres, own: str
) -> None:
    inside = make_conninfo(postgres.addresses.superuser, dbname="own")
    passwords = RolePasswords(postgres.passwords.owner, postgres.passwords.app, postgres.passwords.worker)
    for _ in range(2):
        assert prepare(inside, passwords, datetime.now(UTC)) == ""
    assert own
    assert migrate(OwnerDatabase(make_conninfo(postgres.addresses.owner, dbname="own")))
    check_app(make_conninfo(postgres.addresses.app, dbname="own"), datetime.now(UTC))
