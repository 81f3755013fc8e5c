"""A program that is a version behind: which schemas it works over, and migrations that take something away say so."""

import re
from datetime import UTC, datetime

import pytest

from scrubjay_team.database.checks import check_app
from scrubjay_team.database.connecting import connected
from scrubjay_team.database.migrate import Landed, SchemaStep, behind, landed_migrations, migrate, migrations, to_apply
from scrubjay_team.errors import TeamDatabaseRefused
from tests.servers.team.conftest import Databases
from tests.servers.team.database.test_migrate import KNOWN, NEXT, as_landed, step

FIRST_TOLD = 16
"""The first migration whose programs read the rule; those before it are sealed."""

TAKES_AWAY = re.compile(
    r"""\b(
        DROP\s+(TABLE|COLUMN|FUNCTION|TYPE|VIEW|SCHEMA|SEQUENCE|DOMAIN|EXTENSION|DEFAULT) | RENAME\s | TRUNCATE\s
        | ALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\s | SET\s+NOT\s+NULL | REVOKE\s+(?!ALL\s+ON\s+FUNCTION)
        | ADD\s+(CONSTRAINT\s+\w+\s+)?(CHECK|UNIQUE|PRIMARY)\b
        | ADD\s+COLUMN\s+(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def taken_away(text: str) -> list[str]:
    """The statements of a migration that an older program may miss; what functions do inside isn't looked at."""
    plain = re.sub(r"(?s)(\$\w*\$).*?\1", "''", re.sub(r"--[^\n]*", "", text))
    return [" ".join(one.split()) for one in plain.split(";") if TAKES_AWAY.search(one)]


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("CREATE TABLE a (b text NOT NULL UNIQUE)", False),
        ("ALTER TABLE a ADD COLUMN b text", False),
        ("ALTER TABLE a ADD COLUMN b boolean NOT NULL DEFAULT false", False),
        ("ALTER TABLE a ADD COLUMN b boolean NOT NULL", True),
        ("ALTER TABLE a DROP COLUMN b", True),
        ("ALTER TABLE a ALTER COLUMN b TYPE integer", True),
        ("ALTER TABLE a ALTER b SET NOT NULL", True),
        ("ALTER TABLE a RENAME TO c", True),
        ("ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)", True),
        ("DROP TABLE a", True),
        ("DROP POLICY written ON a; CREATE POLICY written ON a", False),
        ("REVOKE INSERT ON a FROM scrubjay_app", True),
        ("REVOKE ALL ON FUNCTION f() FROM PUBLIC", False),
        ("-- DROP TABLE a\nCREATE FUNCTION f() RETURNS void AS $$ BEGIN TRUNCATE a; END $$", False),
    ],
)
def test_what_takes_something_away_is_known(text: str, takes: bool) -> None:
    assert bool(taken_away(text)) is takes


def test_a_migration_that_takes_something_away_names_the_oldest_programs_that_work_over_it() -> None:
    wrong = {one.name: taken_away(one.text) for one in KNOWN if one.number >= FIRST_TOLD and not one.since}
    assert not any(wrong.values()), "add `-- since: NNNN`, or let a release pass between what is new and what goes"
    assert [one.name for one in KNOWN if one.since > one.number] == []


def test_a_migration_says_so_on_a_line_of_its_own() -> None:
    assert step(NEXT, "SELECT 1").since == 0
    assert step(NEXT, "-- What is dropped.\n-- since: 0012\nDROP TABLE a").since == 12
    assert step(NEXT, "-- as -- since: 0012 says").since == 0


def test_a_program_works_over_a_newer_schema_unless_something_of_its_own_is_gone() -> None:
    ours = KNOWN[-1].number
    for since, works in ((0, True), (ours - 1, True), (ours, True), (ours + 1, False), (ours + 2, False)):
        landed = (*as_landed(KNOWN), Landed(ours + 1, "a", "x", 0), Landed(ours + 2, "b", "x", since))
        if works:
            assert to_apply(landed, KNOWN) == ()
            continue
        with pytest.raises(
            TeamDatabaseRefused, match=f"{ours + 2}, .* knows schema {ours}: .* schema {since} or a later"
        ):
            to_apply(landed, KNOWN)


def test_an_older_program_starts_over_a_newer_schema_and_says_that_it_is_behind(databases: Databases) -> None:
    at, more = databases.addresses, step(NEXT, "ALTER TABLE team ADD COLUMN motto text")
    assert check_app(at.app, datetime.now(UTC)) == ""
    migrate(databases.owner, (*KNOWN, more, step(NEXT + 1, "SELECT 1")))
    said = check_app(at.app, datetime.now(UTC))
    assert f"schema {NEXT + 1}, of a newer scrubjay" in said
    assert "pip install" in said
    gone = step(NEXT + 2, f"-- since: {NEXT + 2:04}\nALTER TABLE team DROP COLUMN motto")
    migrate(databases.owner, (*KNOWN, more, step(NEXT + 1, "SELECT 1"), gone))
    with pytest.raises(TeamDatabaseRefused, match=f"knows schema {NEXT - 1}: a newer"):
        check_app(at.app, datetime.now(UTC))


def test_a_database_of_a_release_without_the_rule_gets_it_with_its_next_migration(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        connection.execute("ALTER TABLE migration DROP COLUMN since")
        assert landed_migrations(connection)[-1].since == NEXT - 1
    assert migrate(databases.owner) == ()
    more = SchemaStep(NEXT, "one_more", "CREATE TABLE more ()", "x")
    assert migrate(databases.owner, (*KNOWN, more)) == (NEXT,)
    with connected(databases.addresses.app) as connection:
        assert [one.since for one in landed_migrations(connection)][-2:] == [NEXT - 1, 0]
        assert str(migrations()[-1].number) in behind(connection)
