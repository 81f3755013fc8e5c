"""Odd requests to every route of the table: each is refused in bounds, and none is a failure of the server."""

import asyncio
import json
import logging

import pytest

from scrubjay_team.api.table import ROUTES
from tests.servers.team.api.samples import odd_requests, sample
from tests.servers.team.serving.conftest import Answered, ServedTeam
from tests.servers.team.serving.malformed import Fates, send_all

SEED = 41


def sent(served: ServedTeam, count: int) -> Fates:
    served.tick_s[0] = 60.0  # rates are tested elsewhere
    token = served.token("anna", "search", "remember", "handoff")
    return asyncio.run(send_all(served.port, odd_requests(count, SEED, token)))


def test_no_odd_request_fails_the_server(served: ServedTeam, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        fates = sent(served, 60 * len(ROUTES))
    assert fates.failed == []
    assert fates.statuses.total() == 60 * len(ROUTES)
    assert fates.statuses[422]
    assert served.api(served.token(), "GET", "/me").status == 200


@pytest.mark.benchmark
def test_ten_thousand_odd_requests(served: ServedTeam) -> None:
    """pytest tests/servers/team/api/test_malformed.py -m benchmark -s"""
    fates = sent(served, 10_000)
    print("\nstatus: answers", dict(sorted(fates.statuses.items())))
    assert fates.failed == []


def test_every_route_refuses_what_it_doesn_t_name(served: ServedTeam) -> None:
    served.tick_s[0] = 60.0
    token, anna = served.token("anna", "search", "remember", "handoff", "export"), served.person("anna")
    for route in ROUTES:
        path = route.path.replace("{", "").replace("}", "")
        where, body = (f"{path}?surprise=1", None) if route.method == "GET" else (path, sample(route) | {"surprise": 1})
        if route.person:
            answer = served.as_person(anna, route.method, where, body)
        else:
            answer = served.api(token, route.method, where, body)
        assert (answer.status, answer.json["error"]) == (422, "refused"), route.name
        assert "surprise" in answer.json["message"]


def test_every_route_names_the_methods_that_it_answers(served: ServedTeam) -> None:
    served.tick_s[0] = 60.0
    token = served.token()
    for route in ROUTES:
        path = route.path.replace("{", "").replace("}", "")
        answer = served.api(token, "DELETE", path)
        assert (answer.status, answer.json["error"]) == (405, "method_not_allowed")
        assert route.method in answer.headers["allow"].split(", ")


def test_every_route_but_those_for_all_needs_its_scope(served: ServedTeam) -> None:
    served.tick_s[0] = 60.0
    token = served.token("anna", "export")
    for route in ROUTES:
        path = route.path.replace("{", "").replace("}", "")
        body = None if route.method == "GET" else sample(route)
        status = served.api(token, route.method, path, body).status
        needed = bool(route.scope not in ("", "export") or route.person)
        assert status == (403 if needed else 404 if "{" in route.path else 200), route.name


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (b"{", 400, "no_json"),
        (b'"text"', 400, "no_json"),
        (b'{"query": NaN}', 400, "no_json"),
        (b'{"query": "\xff"}', 400, "no_json"),
        (b"[" * 80 + b"]" * 80, 400, "too_deep"),
        (b'{"query": "a\\u0000b"}', 422, "refused"),
        (b'{"query": "\\ud800"}', 422, "refused"),
        (b'{"query": 7}', 422, "refused"),
        (b'{"query": "x", "limit": 101}', 422, "refused"),
        (b'{"query": "x", "limit": true}', 422, "refused"),
        (b'{"query": "x", "limit": 1e3}', 422, "refused"),
        (b"{}", 422, "refused"),
        (json.dumps({"query": "x" * 30_000}).encode(), 422, "refused"),
    ],
)
def test_a_body_is_refused_for_what_is_wrong_with_it(served: ServedTeam, body: bytes, status: int, error: str) -> None:
    answer = served.api(served.token(), "POST", "/search", body, content_type="application/json")
    assert (answer.status, answer.json["error"]) == (status, error)


def test_no_value_of_a_refused_body_is_repeated(served: ServedTeam) -> None:
    answer = served.api(served.token(), "POST", "/search", {"query": ["hunter2"], "limit": "hunter2"})
    assert (answer.status, "hunter2" in answer.body) == (422, False)


@pytest.mark.parametrize("path", ["/memories/%00", "/memories/", "/nothing", "/me/", "//me", "/memories/a%2Fb%2Fc/d"])
def test_what_is_no_route_isn_t_there(served: ServedTeam, path: str) -> None:
    answer = served.api(served.token(), "GET", path)
    assert (answer.status, answer.json["error"]) == (404, "not_found")


def test_head_gives_what_get_gives_without_its_body(served: ServedTeam) -> None:
    token = served.token()
    head, get = (served.api(token, method, "/me") for method in ("HEAD", "GET"))
    assert (head.status, head.body) == (200, "")
    assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("query", ["after=1&after=2", "after=%ff", "after=x", "after=-1", "limit=201"])
def test_a_query_is_checked_as_a_body_is(served: ServedTeam, query: str) -> None:
    answer: Answered = served.api(served.token(), "GET", f"/memories?{query}")
    assert answer.status in (400, 422)
