"""Migrations: each once and in order, by whichever process comes first; a schema that isn't ours is refused."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scrubjay_team.database.migrate import (
    Landed,
    SchemaStep,
    landed_migrations,
    migrate,
    migrations,
    refuse_other_schema,
    to_apply,
)
from scrubjay_team.errors import MigrationFailed, TeamDatabaseRefused
from tests.servers.team.conftest import Databases

KNOWN = migrations()
NEXT = KNOWN[-1].number + 1


def step(number: int, text: str) -> SchemaStep:
    return SchemaStep(number, "one_more", text, hashlib.sha256(text.encode()).hexdigest())


def as_landed(steps: tuple[SchemaStep, ...]) -> tuple[Landed, ...]:
    return tuple(Landed(one.number, one.name, one.digest, one.since) for one in steps)


def test_migrations_are_numbered_from_one_without_a_gap() -> None:
    assert [one.number for one in KNOWN] == list(range(1, NEXT))


def test_what_did_not_land_yet_is_applied_in_order() -> None:
    assert to_apply((), KNOWN) == KNOWN
    assert to_apply(as_landed(KNOWN), KNOWN) == ()
    more = (*KNOWN, step(NEXT, "SELECT 1"))
    assert to_apply(as_landed(KNOWN), more) == more[-1:]


def test_a_schema_newer_than_the_program_is_refused_with_both_numbers() -> None:
    landed = (*as_landed(KNOWN), Landed(NEXT, "later", "x", NEXT))
    with pytest.raises(TeamDatabaseRefused, match=f"schema {NEXT}, .* schema {NEXT - 1}: a newer"):
        to_apply(landed, KNOWN)


def test_a_migration_that_changed_after_it_landed_is_refused() -> None:
    with pytest.raises(TeamDatabaseRefused, match=r"0001 \(people\) .* with another text"):
        to_apply((Landed(1, "people", "x", 1),), KNOWN)


def test_a_database_has_what_landed_and_a_second_run_changes_nothing(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        assert landed_migrations(connection) == as_landed(KNOWN)
    assert migrate(databases.owner) == ()
    refuse_other_schema(databases.owner)


def test_a_command_refuses_the_schema_of_an_older_server(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        connection.execute("DELETE FROM migration WHERE number = %s", [NEXT - 1])
    with pytest.raises(TeamDatabaseRefused, match=f"schema {NEXT - 2}, .* needs schema {NEXT - 1}"):
        refuse_other_schema(databases.owner)


def test_a_migration_that_fails_leaves_nothing(databases: Databases) -> None:
    broken = (*KNOWN, step(NEXT, "CREATE TABLE half (); SELECT * FROM nowhere"))
    with pytest.raises(MigrationFailed, match=f'{NEXT:04} .one_more. failed: .*"nowhere".* has schema {NEXT - 1}'):
        migrate(databases.owner, broken)
    with databases.owner.transaction() as connection:
        assert connection.execute("SELECT to_regclass('half') AS there").fetchone() == {"there": None}
        assert landed_migrations(connection) == as_landed(KNOWN)


def test_processes_that_migrate_at_once_apply_each_once(databases: Databases) -> None:
    more = (*KNOWN, step(NEXT, "CREATE TABLE once (); SELECT pg_sleep(0.05)"))
    applied: list[tuple[int, ...]] = []
    threads = [Thread(target=lambda: applied.append(migrate(databases.owner, more))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(applied) == [(), (), (), (NEXT,)]


@contextmanager
def until_refused_once(databases: Databases) -> Iterator[None]:
    """An older program's transaction reads a table until a migration has given up waiting for it once."""
    waiting = (
        "SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) "
        "WHERE datname = current_database() AND NOT granted AND locktype = 'relation'"
    )
    name = conninfo_to_dict(databases.addresses.app)["dbname"]
    inside = make_conninfo(databases.addresses.superuser, dbname=str(name))
    with psycopg.connect(inside) as reading:
        reading.execute("SELECT FROM scrubjay.team")

        def watch() -> None:
            seen: set[int] = set()
            with psycopg.connect(inside, autocommit=True) as looking:
                while len(seen) < 2:
                    seen |= {row[0] for row in looking.execute(waiting)}
            reading.rollback()

        watcher = Thread(target=watch)
        watcher.start()
        yield
        watcher.join()


def test_a_migration_waits_for_an_older_program_shortly_and_tries_again(databases: Databases) -> None:
    more = (*KNOWN, step(NEXT, "ALTER TABLE team ADD COLUMN motto text"))
    with until_refused_once(databases):
        assert migrate(databases.owner, more) == (NEXT,)


def test_the_finder_may_create_only_while_a_migration_runs(databases: Databases) -> None:
    may = "SELECT has_schema_privilege('scrubjay_finder', 'scrubjay', 'CREATE') AS may"
    with databases.owner.transaction() as connection:
        assert connection.execute(may).fetchone() == {"may": False}


def test_a_request_that_waits_for_a_migration_which_waits_for_it_is_not_ended(databases: Databases) -> None:
    more = (*KNOWN, step(NEXT, "ALTER TABLE memory ADD COLUMN motto text; ALTER TABLE member ADD COLUMN motto text"))
    applied: list[tuple[int, ...]] = []
    name = conninfo_to_dict(databases.addresses.app)["dbname"]
    with psycopg.connect(make_conninfo(databases.addresses.superuser, dbname=str(name))) as reading:
        reading.execute("SELECT FROM scrubjay.member")
        thread = Thread(target=lambda: applied.append(migrate(databases.owner, more)))
        thread.start()
        while not reading.execute("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'").fetchall():
            pass
        reading.execute("SELECT FROM scrubjay.memory")  # the two wait for each other
    thread.join()
    assert applied == [(NEXT,)]
