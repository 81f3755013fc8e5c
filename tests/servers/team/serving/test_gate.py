"""Who gets in, and what everybody else is told: over HTTP and a real database."""

import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from scrubjay_team.people.secret import new_token
from scrubjay_team.serving.callers import LOOK_UP_S, REFUSED_S
from scrubjay_team.serving.gate import MOST_TAKEN, READY_S
from scrubjay_team.serving.limits import CALLS, FAILURES
from tests.patience import PATIENCE_S
from tests.servers.team.serving.conftest import Answered, ServedTeam

JSON = "application/json"
PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})


def refused(answer: Answered) -> tuple[int, str]:
    return answer.status, answer.json["error"]


def test_a_token_lets_its_member_in(served: ServedTeam) -> None:
    assert served.rpc(served.token(), "ping").status == 200


def test_without_a_token_one_is_told_how_to_get_one(served: ServedTeam) -> None:
    answer = served.ask("POST", "/mcp", PING, content_type=JSON)
    assert refused(answer) == (401, "no_token")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "on the page Tokens" in answer.json["message"]


@pytest.mark.parametrize("scheme", ["Basic", "Token", ""])
def test_another_scheme_is_no_token(served: ServedTeam, scheme: str) -> None:
    answer = served.ask("POST", "/mcp", PING, content_type=JSON, authorization=f"{scheme} {served.token()}".strip())
    assert refused(answer) == (401, "invalid_token")


def test_unknown_expired_revoked_and_removed_are_one_answer(served: ServedTeam) -> None:
    served.people(lambda members, _: [members.add(name, "writer") for name in ("ben", "eve")])
    unknown = new_token()[0]
    expired, revoked, removed = served.token(days=1), served.token("ben"), served.token("eve")
    assert served.rpc(revoked, "ping").status == served.rpc(removed, "ping").status == 200
    served.people(lambda _, tokens: tokens.revoke("ben", tokens.all("ben")[0].name))
    served.remove("eve")
    served.databases.clock.now += timedelta(days=2)
    told = [served.rpc(token, "ping") for token in (unknown, expired, revoked, removed, "sj_pat_nothing")]
    assert {refused(answer) for answer in told} == {(401, "invalid_token")}
    assert len({answer.body for answer in told}) == 1
    assert {answer.headers["www-authenticate"] for answer in told} == {
        'Bearer realm="scrubjay team", error="invalid_token"'
    }


def test_a_token_in_the_address_is_refused_though_it_is_valid(served: ServedTeam) -> None:
    token = served.token()
    answer = served.ask("POST", f"/mcp?token={token}", PING, content_type=JSON, authorization=f"Bearer {token}")
    assert refused(answer) == (400, "token_in_address")
    assert token not in answer.body


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD", "OPTIONS", "PATCH", "TRACE"])
def test_only_post_is_answered(served: ServedTeam, method: str) -> None:
    answer = served.ask(method, "/mcp", authorization=f"Bearer {served.token()}")
    assert answer.status == 405
    assert answer.headers["allow"] == "POST"


def test_a_foreign_host_and_a_foreign_page_are_refused(served: ServedTeam) -> None:
    token = served.token()
    assert refused(served.rpc(token, "ping", host="evil.example")) == (421, "unknown_host")
    assert refused(served.rpc(token, "ping", origin="https://evil.example")) == (403, "foreign_origin")
    assert served.rpc(token, "ping", origin="http://localhost:5173").status == 200
    assert served.rpc(token, "ping", host="LOCALHOST:8737").status == 200


def test_a_person_reads_a_refusal_and_a_program_gets_json(served: ServedTeam) -> None:
    accepts = {"accept": "text/html,*/*"}
    for path, kind in (("/sign-in", "text/html; charset=utf-8"), ("/api/v1/me", "application/json")):
        refused = served.ask("GET", path, host="evil.example", **accepts)
        assert (refused.status, refused.headers["content-type"]) == (421, kind)
    assert (
        "<p>This server doesn&#x27;t answer to that Host."
        in served.ask("GET", "/sign-in", host="evil.example", **accepts).body
    )


def test_a_body_is_json_and_bounded(served: ServedTeam) -> None:
    token = served.token()
    auth = f"Bearer {token}"
    assert refused(served.ask("POST", "/mcp", PING, content_type="text/plain", authorization=auth)) == (415, "not_json")
    large = b'{"a": "' + b"x" * 4_000_000 + b'"}'
    assert refused(served.ask("POST", "/mcp", large, content_type=JSON, authorization=auth)) == (413, "too_large")
    assert refused(served.ask("POST", "/mcp", "[]", content_type=JSON, authorization=auth)) == (400, "batch")


def test_an_address_that_fails_too_often_waits(served: ServedTeam) -> None:
    answers = [served.rpc("sj_pat_wrong", "ping") for _ in range(FAILURES.burst + 1)]
    assert [answer.status for answer in answers] == [401] * FAILURES.burst + [429]
    assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.parametrize("failing", ["no token", "no token's form", "one unknown token", "unknown tokens"])
def test_a_stranger_s_failures_never_make_a_valid_token_wait(served: ServedTeam, failing: str) -> None:
    known, again = served.token(), new_token()[0]
    assert served.rpc(known, "ping").status == 200
    statuses = []
    for _ in range(3 * FAILURES.burst):
        unknown = again if failing == "one unknown token" else new_token()[0]
        token = {"no token": "", "no token's form": "sj_pat_wrong"}.get(failing, unknown)
        statuses.append(served.rpc(token, "ping").status)
    assert statuses == [401] * FAILURES.burst + [429] * 2 * FAILURES.burst
    assert served.rpc(known, "ping").status == 200
    assert served.rpc(served.token(), "ping").status == 200
    assert served.rpc(again, "ping").status == 429


def test_many_strangers_at_once_leave_the_members_room(served: ServedTeam) -> None:
    tokens = [served.token() for _ in range(8)]
    strangers = [new_token()[0] for _ in range(120)]
    order = [
        token
        for place, one in enumerate(strangers)
        for token in ((one, tokens[place // 15]) if place % 15 == 0 else (one,))
    ]
    with ThreadPoolExecutor(24) as threads:
        answers = list(threads.map(lambda token: (token, served.rpc(token, "ping").status), order))
    assert {status for token, status in answers if token in tokens} == {200}
    assert {status for token, status in answers if token in strangers} == {401, 429}


def test_a_token_that_was_refused_is_looked_up_again_after_a_while(served: ServedTeam) -> None:
    token = served.token(days=1)
    served.databases.clock.now += timedelta(days=2)
    assert served.rpc(token, "ping").status == 401
    served.databases.clock.now -= timedelta(days=2)
    assert served.rpc(token, "ping").status == 401
    served.tick_s[0] = REFUSED_S + 1
    assert served.rpc(token, "ping").status == 200


def test_a_token_has_so_many_calls(served: ServedTeam) -> None:
    token, other = served.token(), served.token()
    statuses = [served.rpc(token, "ping").status for _ in range(CALLS.burst + 1)]
    assert statuses == [200] * CALLS.burst + [429]
    assert served.rpc(other, "ping").status == 200


def test_one_member_s_calls_leave_the_others_connections(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    busy, more, other = served.token(), served.token(), served.token("ben")
    with ThreadPoolExecutor(MOST_TAKEN) as threads:
        with served.databases.owner.transaction() as connection:
            connection.execute("LOCK TABLE memory IN ACCESS EXCLUSIVE MODE")
            tokens = [busy, more] * (MOST_TAKEN // 2)
            calls = [threads.submit(served.call, token, "list_memories") for token in tokens]
            assert {served.call(other, "knowledge_status").status for _ in range(5)} == {200}
        assert {call.result().status for call in calls} == {200}


def test_a_database_that_hangs_is_said_to_be_away(served: ServedTeam) -> None:
    token = served.token()
    assert served.rpc(token, "ping").status == 200
    of_app = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'scrubjay_app'"
    with served.databases.owner.transaction() as connection:
        backends = [row["pid"] for row in connection.execute(of_app)]
    try:
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        begun = time.monotonic()
        assert served.ask("GET", "/readyz").status in (200, 503)  # 200: by a connection that is new
        assert served.ask("GET", "/healthz").status == 200
        assert time.monotonic() - begun < 2 * READY_S
        assert served.rpc(token, "ping").status in (200, 503)  # a connection that is new answers
        assert time.monotonic() - begun < 2 * LOOK_UP_S
    finally:
        for pid in backends:
            os.kill(pid, signal.SIGCONT)
    until = time.monotonic() + PATIENCE_S
    while served.ask("GET", "/readyz").status != 200 and time.monotonic() < until:
        threading.Event().wait(0.05)
    assert served.rpc(token, "ping").status == 200


def test_state_is_told_to_anybody_under_any_name(served: ServedTeam) -> None:
    assert served.ask("GET", "/healthz", host="10.1.2.3").json == {"state": "ok"}
    assert served.ask("GET", "/readyz", host="10.1.2.3").json == {"state": "ok"}
    assert served.ask("HEAD", "/healthz").body == ""
    assert served.ask("POST", "/healthz").status == 405


def test_nothing_else_is_there(served: ServedTeam) -> None:
    paths = ("/", "/mcp/", "/MCP", "/.env", "/mcp/../mcp", "/api/v1", "//mcp", "/hooksx")
    assert {served.ask("GET", path).status for path in paths} == {404}


def test_every_answer_forbids_to_be_kept(served: ServedTeam) -> None:
    told = (served.rpc(served.token(), "ping"), served.ask("GET", "/"), served.ask("GET", "/healthz"))
    assert {answer.headers["cache-control"] for answer in told} == {"no-store"}
    assert {answer.headers["x-content-type-options"] for answer in told} == {"nosniff"}
