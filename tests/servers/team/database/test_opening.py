"""The embedded database of a server and of the commands beside it."""

from pathlib import Path
from threading import Event, Thread

import pytest

from scrubjay_team.database import opening
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import landed_migrations, migrations
from scrubjay_team.database.opening import joined, serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.engine.embedded import reach
from scrubjay_team.engine.holding import hold
from scrubjay_team.errors import EngineBusy, TeamDatabaseRefused
from tests.servers.team.conftest import FAST, SetClock
from tests.servers.team.makers import NOW, make_member, make_team, make_token


def test_a_server_has_its_roles_and_schema_and_what_it_stored_is_there_again(folder: Path) -> None:
    with serving(folder, FAST) as addresses:
        owner = OwnerDatabase(addresses.owner)
        digest = make_token(owner, make_member(owner, make_team(owner)))
    with serving(folder, FAST) as addresses:
        with OwnerDatabase(addresses.owner).transaction() as connection:
            assert [one.number for one in landed_migrations(connection)] == [one.number for one in migrations()]
        with TeamDatabase(addresses.app, SetClock(NOW)) as database, database.entered(digest) as entered:
            assert entered.caller.member_name == "anna"


def test_a_command_joins_the_server_that_runs_and_starts_a_postgresql_where_none_does(folder: Path) -> None:
    with joined(folder) as alone:
        assert reach(folder) == alone
        with joined(folder) as beside:
            assert beside == alone
    assert reach(folder) is None
    with serving(folder, FAST) as addresses, joined(folder) as beside:
        assert beside == addresses


def test_a_server_waits_for_a_command_that_uses_its_folder(folder: Path) -> None:
    begun, ended = Event(), Event()

    def command() -> None:
        with joined(folder):
            begun.set()
            ended.wait()

    thread = Thread(target=command)
    thread.start()
    begun.wait()
    ended.set()
    with serving(folder, FAST) as addresses:
        assert reach(folder) == addresses
    thread.join()


def test_a_command_refuses_a_server_of_another_release(folder: Path) -> None:
    with serving(folder, FAST) as addresses:
        with OwnerDatabase(addresses.owner).transaction() as connection:
            connection.execute("INSERT INTO migration (number, name, digest) VALUES (9999, 'later', 'x')")
        with pytest.raises(TeamDatabaseRefused, match="schema 9999"), joined(folder):
            pass
        with OwnerDatabase(addresses.owner).transaction() as connection:
            connection.execute("DELETE FROM migration WHERE number = 9999 OR number = %s", [migrations()[-1].number])
        with pytest.raises(TeamDatabaseRefused, match="needs schema"), joined(folder):
            pass


def test_a_server_whose_postgresql_does_not_answer_is_told_with_its_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "PATIENCE_S", 0.1)
    with hold(folder), pytest.raises(EngineBusy, match=r"its PostgreSQL doesn't answer.*postgres\.log"), joined(folder):
        pass
