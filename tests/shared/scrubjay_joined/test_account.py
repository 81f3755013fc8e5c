"""Whom a token stands for: what a server of ours says is read, and anything else is no server of ours."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay_joined.account import AccountThere
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import NotATeamServer, TeamRefusedCall
from tests.shared.scrubjay_joined.conftest import FarServer, me, said

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.sampled_from(["name", "id", "role"]), one),
    max_leaves=8,
)


def ask(client: TeamClient) -> AccountThere:
    return AccountThere.ask(client, lambda: NOON)


def test_what_a_server_says_is_read(far: FarServer, client: TeamClient) -> None:
    far.answer = lambda _: said(me(now="2026-11-30T11:58:25.500Z"))
    there = ask(client)
    assert (there.server, there.team, there.member, there.role) == ("5e7", "acme", "anna", "writer")
    assert (there.scopes, there.projects) == (("search", "remember"), ("shop",))
    assert there.ahead_s == pytest.approx(94.5, abs=1)


@pytest.mark.parametrize("now", [None, 5, "", "yesterday", "2026-11-30T12:00:00"])
def test_a_clock_that_says_nothing_is_none(far: FarServer, client: TeamClient, now: object) -> None:
    far.answer = lambda _: said(me(now=now))
    assert ask(client).ahead_s is None


@pytest.mark.parametrize("lacks", ["server", "team", "member"])
def test_an_answer_that_lacks_what_ours_say_is_no_team_servers(far: FarServer, client: TeamClient, lacks: str) -> None:
    far.answer = lambda _: said(me(**{lacks: None}))
    with pytest.raises(NotATeamServer, match="not as a team's server"):
        ask(client)


def test_a_server_without_the_route_is_none_of_ours_and_a_refusal_stays_one(far: FarServer, client: TeamClient) -> None:
    far.answer = lambda _: (404, {}, b"nothing here")
    with pytest.raises(NotATeamServer):
        ask(client)
    far.answer = lambda _: said({"error": "limited", "message": "slowly"}, 429)
    with pytest.raises(TeamRefusedCall, match="slowly"):
        ask(client)


def test_what_it_says_is_shown_without_what_steers_a_terminal(far: FarServer, client: TeamClient) -> None:
    far.answer = lambda _: said(me(team={"id": "1", "name": "ac\x1b[2Jme" + "x" * 999}, scopes=["\u202esearch", 4]))
    there = ask(client)
    assert there.team.startswith("ac\\x1b[2Jmexxx")
    assert len(there.team) <= 200
    assert there.scopes == ("\\u202esearch",)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(values=st.dictionaries(st.sampled_from([*me()]), JSON))
def test_whatever_json_comes_is_an_account_or_no_server(
    far: FarServer, client: TeamClient, values: dict[str, Any]
) -> None:
    far.answer = lambda _: said(me(**values))
    try:
        there = ask(client)
    except NotATeamServer:
        return
    assert there.server
    assert abs(there.ahead_s or 0) < timedelta(days=4_000_000).total_seconds()
