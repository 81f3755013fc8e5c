"""Who is taken out of a team is out of every process at once: no call, page or wait of theirs is answered any more."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from scrubjay_team.changes.waiting import ENTITLED_S
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.secret import digest_of, new_secret
from tests.patience import PATIENCE_S
from tests.servers.team.api.test_changes import begin, member, wait_in_thread
from tests.servers.team.conftest import Databases
from tests.servers.team.serving.conftest import ServedTeam, serving

Servers = tuple[ServedTeam, ServedTeam]

WITHIN_S = 5.0


@pytest.fixture
def servers(served: ServedTeam, databases: Databases, tmp_path: Path) -> Iterator[Servers]:
    """Two servers over one database, with a pool, a gate and waiting members of their own, as two processes have."""
    with TeamDatabase(databases.addresses.app, databases.clock) as pool:
        apart = replace(databases, app=pool)
        with serving(apart, tmp_path / "other") as (port, services, leave):
            yield served, ServedTeam(port, apart, services, team=served.team, leave=leave)


def counted(server: ServedTeam, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows by one with each look at the tokens of those who wait."""
    looks: list[int] = []
    hub = server.services.changes
    usual: Callable[..., object] = hub._entitled
    monkeypatch.setattr(hub, "_entitled", lambda digests: (looks.append(len(digests)), usual(digests))[1])
    return looks


def test_a_token_that_both_know_opens_nothing_in_the_next_call(servers: Servers) -> None:
    token = member(servers[0], "ben")
    assert [one.rpc(token, "ping").status for one in servers] == [200, 200]
    servers[0].remove("ben")
    assert [one.rpc(token, "ping").status for one in servers] == [401, 401]
    assert [one.api(token, "GET", "/me").status for one in servers] == [401, 401]


def test_a_session_that_both_know_is_nobodys_in_the_next_call(servers: Servers) -> None:
    member(servers[0], "ben")
    cookie = servers[0].person("ben")
    assert [one.visit(cookie, "GET", "/api/v1/me").status for one in servers] == [200, 200]
    servers[0].remove("ben")
    assert [one.visit(cookie, "GET", "/api/v1/me").status for one in servers] == [401, 401]


def test_a_wait_in_either_process_ends_within_two_looks(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    token = member(servers[0], "ben")
    looks = [counted(one, monkeypatch) for one in servers]
    answers = [wait_in_thread(one, token, begin(one, token)) for one in servers]
    servers[0].remove("ben")
    before = [len(one) for one in looks]
    assert [one.result(PATIENCE_S).status for one in answers] == [401, 401]
    # One look may be under way as the member leaves; the next one sees it.
    assert all(len(one) - there <= 2 for one, there in zip(looks, before, strict=True))
    assert 2 * ENTITLED_S < WITHIN_S


def test_there_is_no_stream_of_mcp_that_could_outlive_a_member(servers: Servers) -> None:
    token = member(servers[0], "ben")
    for server in servers:
        told = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
        assert server.ask("GET", "/mcp", **told).status == 405


def test_a_clients_grant_and_its_tokens_end(servers: Servers) -> None:
    member(servers[0], "ben")
    databases, grant = servers[0].databases, uuid4()
    text, digest = new_secret("sj_oat_")
    with databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO oauth_grant (id, team, member, name, scopes, resource, created_at, used_at, checked_at) "
            "SELECT %s, team, id, 'Claude Code', '{search}', 'x', created_at, created_at, created_at "
            "FROM member WHERE name = 'ben'",
            [grant],
        )
        connection.execute(
            "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at, issued) "
            "SELECT %s, team, id, 'Claude Code', %s, '{search}', created_at, created_at + interval '12 hours', %s "
            "FROM member WHERE name = 'ben'",
            [uuid4(), digest, grant],
        )
    assert [one.rpc(text, "ping").status for one in servers] == [200, 200]
    servers[0].remove("ben")
    assert [one.rpc(text, "ping").status for one in servers] == [401, 401]
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass
    with databases.owner.transaction() as connection:
        rows = connection.execute("SELECT ended_at IS NOT NULL AS ended FROM oauth_grant").fetchall()
        acts = connection.execute("SELECT act FROM audit_entry WHERE kind = 'grant' ORDER BY id").fetchall()
    assert rows == [{"ended": True}]
    assert [one["act"] for one in acts] == ["add", "end"]
