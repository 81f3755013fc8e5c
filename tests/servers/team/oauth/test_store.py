"""Codes and tokens: once, in time, for the program that asked; a replayed one ends what it gave."""

import secrets
import threading
from datetime import timedelta
from typing import Any

import pytest

from scrubjay_team.oauth.store import OAuthStore, uuid_of
from tests.servers.team.conftest import Databases
from tests.servers.team.oauth.conftest import PROVIDER_AWAY, OAuthTeam, Program


def opens(web: OAuthTeam, token: str) -> bool:
    """Whether a token opens MCP at this moment."""
    answer = web.served.rpc(token, "tools/list")
    assert answer.status in (200, 401)
    return answer.status == 200


def later(web: OAuthTeam, **time: float) -> None:
    web.served.databases.clock.now += timedelta(**time)


def error_of(answer: Any) -> str:
    assert answer.status in (400, 401), answer.body
    return str(answer.json["error"])


def test_a_code_is_for_once_and_its_replay_ends_what_it_gave(web: OAuthTeam) -> None:
    program = web.program()
    code = program.code()
    given = program.redeem(code).json
    assert opens(web, given["access_token"])
    assert error_of(program.redeem(code)) == "invalid_grant"
    assert not opens(web, given["access_token"])
    assert error_of(program.refresh(given["refresh_token"])) == "invalid_grant"


def test_a_code_is_for_a_minute(web: OAuthTeam) -> None:
    program = web.program()
    code = program.code()
    later(web, seconds=61)
    assert error_of(program.redeem(code)) == "invalid_grant"


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"code_verifier": "x" * 43}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": "http://127.0.0.1:53128/callback"}, "invalid_request"),
        ({"redirect_uri": ""}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
    ],
)
def test_a_code_is_bound_to_its_proof_address_and_resource(web: OAuthTeam, other: dict[str, str], error: str) -> None:
    program = web.program()
    code = program.code()
    assert error_of(program.redeem(code, **other)) == error
    assert program.redeem(code).status == 200


def test_a_code_put_into_another_program_gives_nothing_and_ends_nothing(web: OAuthTeam) -> None:
    program, other = web.program(), web.program()
    code = program.code()
    other.asks()
    assert error_of(other.redeem(code)) == "invalid_grant"
    assert error_of(other.redeem(code, code_verifier=program.verifier)) == "invalid_grant"
    assert program.redeem(code).status == 200


def test_two_who_fetch_one_code_at_once_dont_both_keep_what_it_gives(web: OAuthTeam) -> None:
    program = web.program()
    code = program.code()
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda: answers.append(program.redeem(code))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    given = [one.json["access_token"] for one in answers if one.status == 200]
    assert len(given) <= 1
    assert not any(opens(web, token) for token in given)  # the others replayed it


def test_a_refresh_token_is_rotated_and_shown_again_within_a_minute_gives_the_same(web: OAuthTeam) -> None:
    program = web.program()
    first = program.allowed()
    later(web, hours=1)
    second = program.refresh(first["refresh_token"]).json
    assert second["refresh_token"] != first["refresh_token"]
    later(web, seconds=59)
    again = program.refresh(first["refresh_token"]).json
    assert (again["access_token"], again["refresh_token"]) == (second["access_token"], second["refresh_token"])
    assert again["expires_in"] == second["expires_in"] - 59
    assert opens(web, first["access_token"])
    assert opens(web, second["access_token"])


def test_sessions_that_refresh_at_once_get_one_successor(web: OAuthTeam) -> None:
    program = web.program()
    first = program.allowed()
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda: answers.append(program.refresh(first["refresh_token"]).json)) for _ in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len({(one["access_token"], one["refresh_token"]) for one in answers}) == 1


def test_a_rotated_refresh_token_ends_the_family_after_a_minute(web: OAuthTeam) -> None:
    program = web.program()
    first = program.allowed()
    second = program.refresh(first["refresh_token"]).json
    later(web, seconds=61)
    assert error_of(program.refresh(first["refresh_token"])) == "invalid_grant"
    assert error_of(program.refresh(second["refresh_token"])) == "invalid_grant"
    assert not opens(web, first["access_token"])
    assert not opens(web, second["access_token"])


def test_who_has_an_old_refresh_token_cant_tell_its_successor_without_the_server(web: OAuthTeam) -> None:
    program = web.program()
    first = program.allowed()
    program.refresh(first["refresh_token"])
    later(web, minutes=2)
    with web.served.databases.owner.transaction() as connection:
        salts = connection.execute("SELECT salt FROM oauth_refresh WHERE rotated_at IS NOT NULL").fetchall()
    assert len(salts) == 1
    assert error_of(program.refresh(first["refresh_token"])) == "invalid_grant"


def test_another_program_refreshes_nothing(web: OAuthTeam) -> None:
    program, other = web.program(), web.program(token_endpoint_auth_method="client_secret_post")
    first = program.allowed()
    assert error_of(other.refresh(first["refresh_token"])) == "invalid_grant"
    assert error_of(other.refresh(first["access_token"])) == "invalid_grant"
    assert error_of(program.refresh(first["refresh_token"], resource="https://other.example/mcp")) == "invalid_target"
    assert program.refresh(first["refresh_token"]).status == 200


def test_a_refresh_narrows_and_never_widens(web: OAuthTeam) -> None:
    program = web.program()
    first = program.allowed("", "search", "remember")
    assert error_of(program.refresh(first["refresh_token"], scope="search export")) == "invalid_scope"
    second = program.refresh(first["refresh_token"], scope="search").json
    assert second["scope"] == "search"
    assert program.refresh(second["refresh_token"]).json["scope"] == "search remember"


def test_a_lower_role_counts_at_once_and_in_the_next_token(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("ben", "writer"))
    program = web.program()
    given = program.allowed(web.served.person("ben"), "search", "remember")
    assert web.served.call(given["access_token"], "remember", text="We ship on Mondays.").status == 200
    web.served.people(lambda members, _: members.give_role("ben", "reader"))
    listed = web.served.rpc(given["access_token"], "tools/list").json["result"]["tools"]
    assert "remember" not in [one["name"] for one in listed]
    assert program.refresh(given["refresh_token"]).json["scope"] == "search"


def test_a_removed_members_programs_end_with_them(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("ben", "writer"))
    program = web.program()
    given = program.allowed(web.served.person("ben"))
    with web.served.databases.owner.transaction() as connection:
        connection.execute("UPDATE member SET removed_at = %s WHERE name = 'ben'", [web.served.databases.clock()])
        ended = connection.execute("SELECT count(*) AS n FROM oauth_grant WHERE ended_at IS NULL").fetchone()
    assert ended == {"n": 0}
    assert not opens(web, given["access_token"])
    assert error_of(program.refresh(given["refresh_token"])) == "invalid_grant"


def test_sign_in_is_asked_at_a_refresh_every_twelve_hours_and_its_no_ends_all(web: OAuthTeam) -> None:
    program = web.program()
    given = program.allowed()
    anna = web.served.people(lambda members, _: members.found("anna").id)
    web.gone.add(anna)
    later(web, hours=11)
    given = program.refresh(given["refresh_token"]).json
    later(web, hours=2)
    assert error_of(program.refresh(given["refresh_token"])) == "invalid_grant"
    assert not opens(web, given["access_token"])
    web.gone.clear()
    assert error_of(program.refresh(given["refresh_token"])) == "invalid_grant"


def test_where_sign_in_cant_be_asked_nothing_is_given_and_nothing_ends(web: OAuthTeam) -> None:
    program = web.program()
    given = program.allowed()
    web.gone.add(PROVIDER_AWAY)
    later(web, hours=13)
    assert program.refresh(given["refresh_token"]).status == 503
    web.gone.clear()
    assert program.refresh(given["refresh_token"]).status == 200


def test_two_sessions_of_a_client_work_for_25_hours_without_a_sign_in(web: OAuthTeam) -> None:
    """They share a store, as Claude Code's do, wait for a 401 before they refresh, and do that at once."""
    program = web.program()
    shared = program.allowed()
    sessions = [dict(shared), dict(shared)]
    refreshed = 0
    for _ in range(25 * 6):
        later(web, minutes=10)
        asking = [one for one in sessions if not opens(web, one["access_token"])]
        for one in asking:  # each with what it holds in memory
            later(web, seconds=20)
            answer = program.refresh(one["refresh_token"])
            assert answer.status == 200, answer.body
            one |= answer.json
            refreshed += 1
        assert all(opens(web, one["access_token"]) for one in sessions)
    assert refreshed == 4  # both, after 12 and after 24 hours


def test_a_client_that_registers_anew_each_time_leaves_its_other_sessions_alone(web: OAuthTeam) -> None:
    sessions = []
    for _ in range(5):
        program: Program = web.program()
        sessions.append((program, program.allowed()))
        later(web, hours=2)
    for program, given in sessions:
        assert opens(web, given["access_token"])
        assert program.refresh(given["refresh_token"]).status == 200


def test_registrations_live_in_the_database_and_go_after_90_unused_days(web: OAuthTeam) -> None:
    program, unused, never = web.program(), web.program(), web.program()
    given, _ = program.allowed(), unused.allowed()
    again = OAuthStore(web.served.databases.app, web.served.databases.clock)  # as another process
    found = again.client(program.id)
    assert found is not None
    assert (found.name, found.secret) == ("Test Client", None)
    later(web, days=2)
    web.program()
    assert again.client(never.id) is None  # nobody ever consented
    later(web, days=58)
    given = program.refresh(given["refresh_token"]).json
    later(web, days=31)
    assert again.client(unused.id) is None
    assert program.refresh(given["refresh_token"]).status == 200


def test_of_too_many_registrations_those_longest_unused_go(databases: Databases) -> None:
    store = OAuthStore(databases.app, databases.clock)

    def add(most: int) -> bool:
        with databases.app.plain() as connection:
            row = connection.execute(
                "SELECT oauth_register(gen_random_uuid(), 'a', '{https://a.example/}', NULL, %s, %s) AS done",
                [most, databases.clock()],
            ).fetchone()
        databases.clock.now += timedelta(seconds=1)
        assert row is not None
        return bool(row["done"])

    assert all(add(5) for _ in range(12))
    with databases.owner.transaction() as connection:
        assert connection.execute("SELECT count(*) AS n FROM oauth_client").fetchone() == {"n": 5}
    assert store.client("nobody") is None


def test_the_secrets_of_oauth_are_kept_as_digests_alone(web: OAuthTeam) -> None:
    program = web.program(token_endpoint_auth_method="client_secret_basic")
    code = program.code()
    given = program.redeem(code).json
    later(web, minutes=1)
    program.refresh(given["refresh_token"])
    texts = (program.secret, code, given["access_token"], given["refresh_token"])
    with web.served.databases.owner.transaction() as connection:
        for table in ("oauth_client", "oauth_code", "oauth_refresh", "oauth_grant", "access_token"):
            rows = str(connection.execute(f"SELECT t::text FROM {table} AS t").fetchall())
            assert not any(text in rows or text.encode().hex() in rows for text in texts)


def test_access_tokens_of_a_grant_are_bounded(web: OAuthTeam) -> None:
    program = web.program()
    given = program.allowed()
    first = given["access_token"]
    for _ in range(21):
        later(web, minutes=2)
        given = program.refresh(given["refresh_token"]).json
    assert not opens(web, first)
    assert opens(web, given["access_token"])


def test_an_id_from_outside_is_one_or_none() -> None:
    assert uuid_of("0f0f0f0f-0000-4000-8000-000000000000") is not None
    assert [
        uuid_of(text) for text in ("", "x" * 32, "{0f0f0f0f-0000-4000-8000-00000000000}", secrets.token_hex(40))
    ] == [None] * 4
