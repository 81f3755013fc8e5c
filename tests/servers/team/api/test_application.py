"""A call of the API: one transaction, done whole or not at all, and what errors on purpose are answered."""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import (
    HandoffUnavailable,
    LimitExceeded,
    ModelUnavailable,
    NotFound,
    StorageBusy,
    UnknownHandoff,
    UsageError,
    VersionConflict,
)
from scrubjay.settings.reading import RetrievalSettings
from scrubjay_team.api.application import TeamApi
from scrubjay_team.api.route import PREFIX, ApiAnswer, ApiCall, ApiRoute, Nothing
from scrubjay_team.api.table import ROUTES
from scrubjay_team.errors import NotGranted, SecretsLocked, TeamDatabaseSlow, TeamDatabaseUnavailable
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import DIGEST, PERSON
from scrubjay_team.serving.limits import CALLS
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_team, make_token
from tests.servers.team.serving.conftest import ServedTeam

_raised: list[Exception] = []
"""What the route raises once it has written."""


def writes(call: ApiCall, body: Nothing) -> ApiAnswer:
    """A route that keeps a memory, and then raises what a test wants."""
    call.services.memories.remember(call.entered, TeamClaim(content="The cache keeps a page for sixty minutes."))
    for error in _raised:
        raise error
    return ApiAnswer()


@pytest.fixture
def raised() -> Iterator[list[Exception]]:
    yield _raised
    _raised.clear()


@pytest.fixture
def api(databases: Databases, tmp_path: Path) -> TeamApi:
    services = TeamServices.of(databases.app, databases.clock, None, RetrievalSettings())
    route = ApiRoute(method="POST", path="/write", runs=f"{__name__}:writes", scope="remember", summary="Write.")
    return TeamApi(services, (route,))


def sent(api: TeamApi, digest: bytes) -> tuple[int, dict[str, Any]]:
    """What a POST is answered."""
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {
        "method": "POST",
        "path": f"{PREFIX}/write",
        "query_string": b"",
        "headers": [],
        DIGEST: digest,
        PERSON: False,
    }
    asyncio.run(api(scope, receive, send))
    start, body = messages
    return start["status"], json.loads(body["body"])


def kept(databases: Databases, digest: bytes) -> int:
    with databases.app.entered(digest) as entered:
        row = entered.connection.execute("SELECT count(*) AS memories FROM memory").fetchone()
    assert row is not None
    return int(row["memories"])


@pytest.fixture
def digest(databases: Databases) -> bytes:
    return make_token(databases.owner, make_member(databases.owner, make_team(databases.owner)))


def test_a_call_is_done_once_it_is_answered(api: TeamApi, databases: Databases, digest: bytes) -> None:
    assert sent(api, digest) == (200, {})
    assert kept(databases, digest) == 1


@pytest.mark.parametrize(
    ("error", "status", "name"),
    [
        (NotFound("nothing"), 404, "not_found"),
        (UnknownHandoff("nothing"), 404, "not_found"),
        (NotGranted("no"), 403, "not_allowed"),
        (VersionConflict("later"), 409, "changed"),
        (HandoffUnavailable("taken"), 409, "wrong_state"),
        (UsageError("odd"), 422, "refused"),
        (LimitExceeded("long"), 422, "refused"),
        (StorageBusy("busy"), 503, "unavailable"),
        (ModelUnavailable("away"), 503, "unavailable"),
        (TeamDatabaseSlow("slow"), 503, "unavailable"),
        (TeamDatabaseUnavailable("at 10.1.2.3"), 503, "unavailable"),
        (SecretsLocked("/var/team/key is missing"), 503, "unavailable"),
    ],
)
def test_an_error_on_purpose_is_answered_and_undoes_all(
    api: TeamApi, databases: Databases, digest: bytes, raised: list[Exception], error: Exception, status: int, name: str
) -> None:
    raised.append(error)
    answered, told = sent(api, digest)
    assert (answered, told["error"]) == (status, name)
    assert "10.1.2.3" not in told["message"]
    assert "/var/team" not in told["message"]
    assert kept(databases, digest) == 0


def test_any_other_error_is_the_gate_s_to_answer_and_undoes_all(
    api: TeamApi, databases: Databases, digest: bytes, raised: list[Exception]
) -> None:
    raised.append(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        sent(api, digest)
    assert kept(databases, digest) == 0


def test_a_token_that_ends_behind_the_gate_does_nothing(api: TeamApi, databases: Databases, digest: bytes) -> None:
    databases.clock.now += timedelta(days=31)
    answered, told = sent(api, digest)
    assert (answered, told["error"]) == (401, "invalid_token")


def test_a_scope_that_a_role_lost_does_nothing(api: TeamApi, databases: Databases, digest: bytes) -> None:
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE member SET role = 'reader'")
    answered, told = sent(api, digest)
    assert (answered, told["error"]) == (403, "not_allowed")
    assert kept(databases, digest) == 0


def test_a_token_s_calls_count_together_with_those_of_mcp(served: ServedTeam) -> None:
    token = served.token()
    statuses = [served.api(token, "GET", "/me").status for _ in range(CALLS.burst)]
    assert statuses == [200] * CALLS.burst
    assert served.rpc(token, "ping").status == 429
    assert served.api(token, "GET", "/me").headers["retry-after"]


def test_a_call_is_its_member_s_from_the_header_alone(served: ServedTeam) -> None:
    token = served.token()
    assert served.ask("GET", f"/api/v1/me?token={token}").status == 400
    assert served.ask("GET", "/api/v1/me").json["error"] == "no_token"
    assert served.api(token, "GET", "/me", origin="https://evil.example").status == 403


@pytest.mark.parametrize("route", [one for one in ROUTES if one.person], ids=lambda one: one.name)
def test_a_token_hears_nothing_of_the_fields_of_what_is_a_persons(served: ServedTeam, route: ApiRoute) -> None:
    path = route.path.replace("{id}", "0" * 32)
    answer = served.api(served.token(), route.method, path, {"nosuch": 1} if route.method == "POST" else None)
    assert answer.status == 403
    assert "signed in" in answer.json["message"]
