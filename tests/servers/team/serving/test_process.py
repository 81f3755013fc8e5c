"""What a start says of itself: where it listens, what is amiss, how an owner begins."""

import logging
from contextlib import ExitStack
from pathlib import Path

import pytest

from scrubjay.errors import ConfigError, UsageError
from scrubjay.model.frozen import replace
from scrubjay_team.errors import TeamDatabaseRefused
from scrubjay_team.people.teams import Teams
from scrubjay_team.place import TeamPlace
from scrubjay_team.serving.life import SecretlessLog, listening_on, without_secrets
from scrubjay_team.serving.process import ANSWERS_ALONE, begin_lines, first_team, open_database, warnings
from scrubjay_team.settings import TeamSection
from tests.servers.team.conftest import Databases

PLACE = TeamPlace(
    home=Path("/home/anna"), data=Path("/data"), dsn="", owner_dsn="", worker_dsn="", listen_dsn="",
    host="127.0.0.1", port=8737, url="", section=TeamSection(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("host", "url", "warned"),
    [
        ("127.0.0.1", "", ""),
        ("::1", "", ""),
        ("0.0.0.0", "", "plain HTTP"),  # noqa: S104
        ("0.0.0.0", "", "For any other name or address type it: --url"),  # noqa: S104
        ("10.0.0.5", "http://memory.example", "plain HTTP"),
        ("0.0.0.0", "https://memory.example", ""),  # noqa: S104
        ("127.0.0.1", "http://memory.example", "isn't https"),
    ],
)
def test_tokens_over_plain_http_are_warned_of(host: str, url: str, warned: str) -> None:
    told = " ".join(warnings(replace(PLACE, host=host, url=url)))
    assert (warned in told) if warned else told == ""


def test_a_port_that_is_taken_is_an_error_that_says_what_to_do() -> None:
    with listening_on("127.0.0.1", 0) as first, pytest.raises(UsageError, match="--port"):
        listening_on("127.0.0.1", first.getsockname()[1])


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70_000), ("no.such.host.invalid", 0)])
def test_an_address_that_is_not_ours_is_an_error(host: str, port: int) -> None:
    with pytest.raises(UsageError, match="can't be listened on"):
        listening_on(host, port)


def test_the_first_team_is_made_once_with_an_owner_named_after_the_account(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "_www")
    assert "made 'team' with 'www' as its owner" in first_team(databases.owner)
    assert first_team(databases.owner) == "Teams: team."
    with databases.owner.transaction() as connection:
        assert [team.name for team in Teams(connection, databases.clock).all()] == ["team"]


def test_an_owner_s_dsn_alone_is_not_enough() -> None:
    with ExitStack() as opened, pytest.raises(ConfigError, match=r"team\.dsn"):
        open_database(replace(PLACE, owner_dsn="host=/tmp dbname=x"), opened)


def test_a_server_without_the_worker_s_dsn_answers_alone_and_says_so(databases: Databases) -> None:
    at = databases.addresses
    with ExitStack() as opened:
        alone = open_database(replace(PLACE, dsn=at.app), opened)
        assert (alone.worker, ANSWERS_ALONE in alone.lines) == ("", True)
        both = open_database(replace(PLACE, dsn=at.app, worker_dsn=at.worker), opened)
        assert (both.worker, ANSWERS_ALONE in both.lines) == (at.worker, False)


def test_one_role_is_not_taken_for_another(databases: Databases) -> None:
    at = databases.addresses
    for place in (
        replace(PLACE, dsn=at.worker), replace(PLACE, dsn=at.owner), replace(PLACE, dsn=at.app, worker_dsn=at.app),
        replace(PLACE, dsn=at.app, worker_dsn=at.owner), replace(PLACE, dsn=at.app, worker_dsn=at.superuser),
    ):  # fmt: skip
        with ExitStack() as opened, pytest.raises(TeamDatabaseRefused, match="DSN of"):
            open_database(place, opened)


def test_the_next_commands_name_the_public_address() -> None:
    assert any("https://memory.example/mcp" in line for line in begin_lines("https://memory.example/mcp"))


@pytest.mark.parametrize(
    "text",
    ["token sj_pat_{0} is", "postgresql://app:{0}@db/scrubjay", "host=x password={0} dbname=y", "PASSWORD={0}"],
)
def test_no_secret_is_in_an_error_or_a_line_of_the_log(text: str) -> None:
    secret = "Zz9" * 12
    line = text.format(secret)
    record = logging.makeLogRecord({"msg": line})
    assert secret not in without_secrets(line)
    assert secret not in SecretlessLog("%(message)s").format(record)


def test_the_examples_of_a_dsn_are_told_as_they_are() -> None:
    text = "Write it as `postgresql://USER@HOST:5432/DATABASE`, or as `host=… user=… dbname=…`."
    assert without_secrets(text) == text
