"""Idempotency keys: whatever is sent again under one is done once and answered alike, for a day, for one member."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.servers.team.serving.conftest import ServedTeam


@pytest.fixture
def writer(served: ServedTeam) -> str:
    """A token that writes memories."""
    return served.token("anna", "search", "remember")


def claims(served: ServedTeam, token: str) -> list[str]:
    return [one["content"] for one in served.api(token, "GET", "/memories?limit=200").json["memories"]]


def key() -> str:
    return secrets.token_hex(16)


def test_the_same_request_is_done_once_and_answered_alike(served: ServedTeam) -> None:
    anna, its = served.person("anna"), key()
    body = {"name": "laptop", "scopes": ["search"]}
    first = served.as_person(anna, "POST", "/tokens", body, idempotency_key=its)
    again = served.as_person(anna, "POST", "/tokens", body, idempotency_key=its)
    assert first.status == again.status == 200
    assert first.json == again.json
    assert len(served.as_person(anna, "GET", "/tokens").json["tokens"]) == 1
    with served.databases.owner.transaction() as connection:
        assert connection.execute("SELECT count(*) AS n FROM kept_answer").fetchone() is not None


def test_another_request_under_the_key_is_refused_and_nothing_done(served: ServedTeam) -> None:
    token, its = served.token("anna", "search", "remember"), key()
    assert served.api(token, "POST", "/memories", {"content": "Owls sleep by day."}, idempotency_key=its).status == 200
    other = served.api(token, "POST", "/memories", {"content": "Owls hunt by night."}, idempotency_key=its)
    assert (other.status, other.json["error"]) == (422, "key_used")
    assert claims(served, token) == ["Owls sleep by day."]


def test_what_failed_is_tried_again_under_its_key(served: ServedTeam) -> None:
    anna, its = served.person("anna"), key()
    served.people(lambda members, _: members.add("dora"))
    assert served.as_person(anna, "POST", "/invitations", {"name": "dora"}, idempotency_key=its).status == 422
    served.people(lambda members, _: members.remove("dora"))
    assert served.as_person(anna, "POST", "/invitations", {"name": "dora"}, idempotency_key=its).status == 200


def test_keys_are_a_members_own_and_hold_for_a_day(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    anna, ben, its = served.token("anna", "search", "remember"), served.token("ben", "search", "remember"), key()
    for number, token in enumerate((anna, ben)):
        told = served.api(token, "POST", "/pools", {"name": f"pool {number}"}, idempotency_key=its)
        assert told.status == 200
    served.databases.clock.now += timedelta(hours=24, minutes=1)
    assert served.api(anna, "POST", "/pools", {"name": "later"}, idempotency_key=its).json["pool"]["name"] == "later"


def test_of_many_at_once_one_runs_and_all_are_answered_alike(served: ServedTeam) -> None:
    token, its = served.token("anna", "search", "remember"), key()

    def send(_: int) -> tuple[int, str]:
        told = served.api(token, "POST", "/memories", {"content": "Owls sleep by day."}, idempotency_key=its)
        return told.status, told.body

    with ThreadPoolExecutor(6) as several:
        answers = set(several.map(send, range(12)))
    assert len(answers) == 1
    assert claims(served, token) == ["Owls sleep by day."]


def test_a_key_that_is_none_is_refused(served: ServedTeam) -> None:
    token = served.token("anna", "search", "remember")
    for wrong in ("1", "x" * 300, "with a space in it"):
        told = served.api(token, "POST", "/pools", {"name": "owls"}, idempotency_key=wrong)
        assert (told.status, told.json["error"]) == (422, "refused")


def test_nothing_kept_can_be_read_without_its_key(served: ServedTeam) -> None:
    made = served.as_person(served.person("anna"), "POST", "/tokens", {}, idempotency_key=(its := key()))
    with served.databases.owner.transaction() as connection:
        connection.execute("CREATE POLICY look ON kept_answer TO scrubjay_owner USING (true)")
        rows = connection.execute("SELECT key, request, answer FROM kept_answer").fetchall()
    assert len(rows) == 1
    kept = b"".join(bytes(value) for value in rows[0].values())
    assert made.json["text"].encode() not in kept
    assert its.encode() not in kept


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=12))
def test_however_requests_are_repeated_each_key_stands_for_the_first(
    served: ServedTeam, writer: str, sent: list[tuple[int, int]]
) -> None:
    served.tick_s[0] = 60.0
    keys, pools = [key() for _ in range(3)], [f"owls {secrets.token_hex(8)}" for _ in range(3)]
    first: dict[int, tuple[int, str]] = {}
    for its, pool in sent:
        told = served.api(writer, "POST", "/pools", {"name": pools[pool]}, idempotency_key=keys[its])
        known, body = first.setdefault(its, (pool, told.body))
        if known == pool:
            assert (told.status, told.body) == (200, body)
        else:
            assert (told.status, told.json["error"]) == (422, "key_used")
    names = [one["name"] for one in served.api(writer, "GET", "/pools").json["pools"] if one["name"] in pools]
    assert sorted(names) == sorted({pools[pool] for pool, _ in first.values()})
