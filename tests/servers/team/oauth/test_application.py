"""The endpoints that programs call: what a client reads first, registration, revocation, origins, bounds and rates."""

import base64
import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay_team.oauth.application import OAuthApplication
from scrubjay_team.oauth.store import OAuthStore
from tests.servers.team.conftest import Databases
from tests.servers.team.oauth.conftest import CALLBACK, FORM, OAuthTeam
from tests.servers.team.serving.conftest import ServedTeam, serving

ABROAD = "https://inspector.example"


def test_a_401_leads_a_client_to_what_it_needs(web: OAuthTeam) -> None:
    for headers in ({}, {"authorization": "Bearer sj_oat_" + "x" * 43}):
        answer = web.served.ask("POST", "/mcp", "{}", **headers)
        said = answer.headers["www-authenticate"]
        assert (answer.status, said.startswith('Bearer realm="scrubjay team"')) == (401, True)
        metadata = said.partition('resource_metadata="')[2].rstrip('"')
        assert metadata == f"{web.base}/.well-known/oauth-protected-resource/mcp"
    assert "resource_metadata" not in web.served.ask("GET", "/api/v1/me").headers["www-authenticate"]
    for path in ("/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"):
        said = web.served.ask("GET", path).json
        assert (said["resource"], said["authorization_servers"]) == (web.served.url, [web.base])
    server = web.served.ask("GET", "/.well-known/oauth-authorization-server").json
    assert server["issuer"] == web.base
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["authorization_response_iss_parameter_supported"] is True


def test_each_name_of_this_machine_is_an_issuer_of_its_own(web: OAuthTeam) -> None:
    here = web.base.replace("127.0.0.1", "localhost")
    host = here.removeprefix("http://")
    assert web.served.ask("GET", "/.well-known/oauth-authorization-server", host=host).json["issuer"] == here
    for foreign in ("evil.example", "127.0.0.1.evil.example"):
        assert web.served.ask("GET", "/.well-known/oauth-authorization-server", host=foreign).status == 421


def test_a_public_address_is_the_issuer_whatever_a_request_says(databases: Databases, tmp_path: Path) -> None:
    url = "https://memory.example.org"
    with serving(
        databases, tmp_path,
        oauth=lambda services: OAuthApplication(OAuthStore(services.database, services.clock), lambda _: True, url),
    ) as (port, services, _):  # fmt: skip
        served = ServedTeam(port, databases, services)
        said = served.ask("GET", "/.well-known/oauth-protected-resource/mcp").json
        assert (said["resource"], said["authorization_servers"]) == (f"{url}/mcp", [url])


def test_browsers_clients_of_any_origin_may_call_but_with_no_cookie(web: OAuthTeam) -> None:
    for method, path, body in (
        ("GET", "/.well-known/oauth-authorization-server", ""), ("OPTIONS", "/oauth/token", ""),
        ("OPTIONS", "/oauth/register", ""), ("POST", "/oauth/token", "grant_type=refresh_token"),
    ):  # fmt: skip
        answer = web.served.ask(method, path, body, origin=ABROAD, cookie=web.cookie, content_type=FORM)
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        assert "set-cookie" not in answer.headers
    assert web.served.ask("OPTIONS", "/oauth/token", origin=ABROAD).status == 204
    for path in ("/oauth/consent?request=x", "/oauth/authorize", "/device", "/mcp"):
        assert web.served.ask("GET", path, origin=ABROAD, cookie=web.cookie).status == 403


@pytest.mark.parametrize(
    "told",
    [
        {"redirect_uris": []}, {"redirect_uris": ["http://evil.example/cb"]}, {"redirect_uris": [CALLBACK] * 11},
        {"redirect_uris": [f"{CALLBACK}#x"]}, {"redirect_uris": ["javascript:alert(1)"]}, {"redirect_uris": None},
        {"token_endpoint_auth_method": "private_key_jwt"}, {"grant_types": ["client_credentials"]},
        {"redirect_uris": [f"https://a.example/{'a' * 500}"]},
    ],
)  # fmt: skip
def test_a_registration_that_isnt_right_is_refused(web: OAuthTeam, told: dict[str, object]) -> None:
    answer = web.register(**told)
    assert answer.status == 400, answer.body
    assert answer.json["error"] in ("invalid_redirect_uri", "invalid_client_metadata")


def test_a_registration_is_bounded_in_size_and_by_its_type(web: OAuthTeam) -> None:
    assert web.register(client_name="x" * 20_000).status == 413
    assert web.served.ask("POST", "/oauth/register", "{}", content_type=FORM).status == 415
    assert web.served.ask("POST", "/oauth/register", "[", content_type="application/json").status == 400
    said = web.register(client_name="a\n\u202eb" + "c" * 100, scope="search admin offline_access").json
    assert len(said["client_name"]) <= 60
    assert "\n" not in said["client_name"]
    assert said["scope"] == "search"


def test_a_program_with_a_secret_needs_it(web: OAuthTeam) -> None:
    program = web.program(token_endpoint_auth_method="client_secret_post")
    code, secret = program.code(), program.secret
    for wrong in ("", "x", secret[:-1]):
        program.secret = wrong
        assert program.redeem(code).status == 401
    program.secret = ""
    coded = base64.b64encode(f"{program.id}:{secret}".encode()).decode()
    form = f"grant_type=authorization_code&code={code}&code_verifier={program.verifier}&redirect_uri={CALLBACK}"
    answer = web.served.ask("POST", "/oauth/token", form, content_type=FORM, authorization=f"Basic {coded}")
    assert answer.status == 200


def test_a_program_ends_what_it_was_allowed_and_another_one_doesnt(web: OAuthTeam) -> None:
    program, other = web.program(), web.program()
    for kind in ("access_token", "refresh_token"):
        given = program.allowed()
        assert web.form("/oauth/revoke", client_id=other.id, token=given[kind]).status == 200
        assert web.served.rpc(given["access_token"], "tools/list").status == 200
        assert web.form("/oauth/revoke", client_id=program.id, token=given[kind]).status == 200
        assert web.served.rpc(given["access_token"], "tools/list").status == 401
        assert program.refresh(given["refresh_token"]).status == 400
    assert web.form("/oauth/revoke", client_id=program.id, token="unknown").status == 200
    assert web.form("/oauth/revoke", token="unknown").status == 401


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/oauth/token", "{}", "application/json"), ("/oauth/token", "a=1&a=2", FORM), ("/oauth/token", "%ff", FORM),
        ("/oauth/token", "&".join(f"a{number}=1" for number in range(50)), FORM), ("/oauth/token", "", FORM),
        ("/oauth/token", "grant_type=password&username=a&password=b", FORM), ("/oauth/token", "client_id=%00", FORM),
        ("/oauth/revoke", "token", FORM), ("/oauth/device", "client_id=other", FORM),
        ("/oauth/token", "x" * 17_000, FORM),
        ("/oauth/token", "client_id=0f0f0f0f-0000-4000-8000-000000000000&grant_type=authorization_code", FORM),
    ],
)  # fmt: skip
def test_what_isnt_a_form_of_oauth_is_refused(web: OAuthTeam, path: str, body: str, kind: str) -> None:
    answer = web.served.ask("POST", path, body, content_type=kind)
    assert answer.status in (400, 401, 413), answer.body
    assert "error" in answer.json


def test_unknown_paths_and_methods_are_refused(web: OAuthTeam) -> None:
    assert web.served.ask("GET", "/.well-known/other").status == 404
    assert web.served.ask("GET", "/oauth/token").status == 405
    assert web.served.ask("POST", "/.well-known/oauth-authorization-server").status == 405
    head = web.served.ask("HEAD", "/.well-known/oauth-authorization-server")
    assert (head.status, head.body) == (200, "")


@pytest.fixture
def still(databases: Databases, tmp_path: Path) -> Iterator[OAuthTeam]:
    """A server whose rates' clock stands still."""
    with serving(
        databases, tmp_path,
        oauth=lambda services: OAuthApplication(
            OAuthStore(services.database, services.clock), lambda _: True, "", lambda: 0.0
        ),
    ) as (port, services, _):  # fmt: skip
        yield OAuthTeam(ServedTeam(port, databases, services))


def test_registrations_machines_and_wrong_requests_of_an_address_are_limited(still: OAuthTeam) -> None:
    assert [still.register().status for _ in range(41)] == [201] * 40 + [429]
    begun = [still.form("/oauth/device", client_id="scrubjay").status for _ in range(21)]
    assert begun == [200] * 20 + [429]
    wrong = [still.form("/oauth/token", client_id="nobody").status for _ in range(31)]
    assert wrong == [401] * 30 + [429]


def test_nothing_secret_reaches_a_log(web: OAuthTeam, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    program = web.program(token_endpoint_auth_method="client_secret_post")
    code = program.code()
    given = program.redeem(code).json
    program.refresh(given["refresh_token"] + "x")
    program.redeem(code)
    web.served.databases.clock.now += timedelta(minutes=5)
    for text in (program.secret, code, given["access_token"], given["refresh_token"], program.verifier):
        assert text not in caplog.text
    assert json.dumps(program.redeem(code).json).count(code) == 0
