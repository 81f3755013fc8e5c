"""A machine joins by a code that a person types: it waits, is let in once, and nobody finds it by trying."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_team.oauth.device import LETTERS, typed_code
from tests.servers.team.oauth.conftest import OAuthTeam
from tests.servers.team.serving.conftest import Answered

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def begun(web: OAuthTeam, **fields: str) -> dict[str, Any]:
    answer = web.form("/oauth/device", **({"client_id": "scrubjay", "machine": "laptop"} | fields))
    assert answer.status == 200, answer.body
    said: dict[str, Any] = answer.json
    return said


def polled(web: OAuthTeam, machine: dict[str, Any], *, after_s: float = 6) -> Answered:
    web.served.databases.clock.now += timedelta(seconds=after_s)
    return web.form("/oauth/token", grant_type=GRANT, client_id="scrubjay", device_code=machine["device_code"])


def typed(web: OAuthTeam, code: str, cookie: str = "") -> Answered:
    return web.served.visit(cookie or web.cookie, "POST", "/device", {"code": code})


def decided(web: OAuthTeam, page: Answered, cookie: str = "", **fields: str) -> Answered:
    id = page.body.partition('name="machine" value="')[2][:36]
    return web.served.visit(cookie or web.cookie, "POST", "/device/confirm", {"machine": id, **fields})


def test_a_machine_waits_until_its_code_is_typed_and_gets_one_token(web: OAuthTeam) -> None:
    machine = begun(web, machine="anna's <laptop>")
    assert (machine["expires_in"], machine["interval"]) == (600, 5)
    assert machine["verification_uri"] == f"{web.base}/device"
    assert "verification_uri_complete" not in machine
    assert polled(web, machine).json["error"] == "authorization_pending"
    page = typed(web, machine["user_code"].lower().replace("-", " "))
    assert "anna&#39;s &lt;laptop&gt;" in page.body
    assert "127.0.0.1" in page.body
    assert decided(web, page, decision="allow", scope="search").status == 303
    answer = polled(web, machine)
    assert (answer.status, answer.json["scope"]) == (200, "search")
    assert "Let anna&#39;s &lt;laptop&gt; in no more" in web.served.visit(web.cookie, "GET", "/tokens").body
    me = web.served.api(answer.json["access_token"], "GET", "/me").json
    assert (me["member"]["name"], me["scopes"]) == ("anna", ["search"])
    assert polled(web, machine).json["error"] == "invalid_grant"
    web.served.databases.clock.now += timedelta(days=89)
    assert web.served.api(answer.json["access_token"], "GET", "/me").status == 200


def test_a_machine_that_asks_too_often_waits_longer(web: OAuthTeam) -> None:
    machine = begun(web)
    assert polled(web, machine, after_s=0).json["error"] == "authorization_pending"
    assert polled(web, machine, after_s=3).json["error"] == "slow_down"
    assert polled(web, machine, after_s=6).json["error"] == "slow_down"
    assert polled(web, machine, after_s=20).json["error"] == "authorization_pending"


def test_a_person_turns_a_machine_away(web: OAuthTeam) -> None:
    machine = begun(web)
    assert decided(web, typed(web, machine["user_code"]), decision="deny").status == 303
    assert polled(web, machine).json["error"] == "access_denied"
    assert typed(web, machine["user_code"]).status == 404


def test_a_code_is_for_ten_minutes(web: OAuthTeam) -> None:
    machine, late = begun(web), begun(web)
    page = typed(web, late["user_code"])
    web.served.databases.clock.now += timedelta(minutes=11)
    assert polled(web, machine).json["error"] == "expired_token"
    assert typed(web, machine["user_code"]).status == 404
    assert decided(web, page, decision="allow", scope="search").status == 404


def test_a_machine_belongs_to_the_browser_in_which_its_code_was_typed_first(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("eve", "writer"))
    eve, machine = web.served.person("eve"), begun(web)
    page = typed(web, machine["user_code"])
    assert typed(web, machine["user_code"], eve).status == 404
    assert decided(web, page, eve, decision="allow", scope="search").status == 404
    assert decided(web, page, decision="allow", scope="search").status == 303


def test_a_machine_gets_no_more_than_its_person_may(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("ben", "reader"))
    ben, machine = web.served.person("ben"), begun(web, scope="search remember")
    page = typed(web, machine["user_code"], ben)
    assert "remember:" not in page.body
    assert decided(web, page, ben, decision="allow", scope="remember").status == 422
    assert decided(web, page, ben, decision="allow").status == 422
    assert decided(web, page, ben, decision="allow", scope="search").status == 303


def test_a_machine_gets_no_more_than_it_asked_for(web: OAuthTeam) -> None:
    machine = begun(web, scope="search remember")
    page = typed(web, machine["user_code"])
    answer = decided(web, page, decision="allow", scope="export")
    assert (answer.status, "Choose one or more of: search, remember." in answer.body) == (422, True)
    assert polled(web, machine).json["error"] == "authorization_pending"


def test_codes_that_are_tried_are_limited_and_none_is_in_an_address(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("eve", "reader"))
    eve, machine = web.served.person("eve"), begun(web)
    assert [typed(web, "BBBB-BBBB", eve).status for _ in range(11)] == [404] * 10 + [429]
    assert typed(web, machine["user_code"], eve).status == 429
    page = web.served.visit(web.cookie, "GET", f"/device?code={machine['user_code']}&user_code={machine['user_code']}")
    assert machine["user_code"] not in page.body  # it is typed by hand: no link brings it


def test_a_foreign_page_and_a_token_let_no_machine_in(web: OAuthTeam) -> None:
    machine = begun(web)
    page = typed(web, machine["user_code"])
    id = page.body.partition('name="machine" value="')[2][:36]
    fields = [("machine", id), ("decision", "allow"), ("scope", "search")]
    assert web.post(web.cookie, "/device/confirm", fields).status == 403
    assert web.post(web.cookie, "/device/confirm", fields, origin="https://evil.example").status == 403
    token = web.served.token("anna", "search", "remember", "handoff", "export")
    assert web.post("", "/device/confirm", fields, authorization=f"Bearer {token}").status == 401
    assert polled(web, machine).json["error"] == "authorization_pending"


@pytest.mark.parametrize("path", ["/oauth/device", "/oauth/token"])
def test_the_way_is_for_joining_alone(web: OAuthTeam, path: str) -> None:
    answer = web.form(path, client_id=web.program().id, grant_type=GRANT, device_code="x")
    assert (answer.status, answer.json["error"]) == (401, "unauthorized_client")


@given(st.text(alphabet=LETTERS, min_size=8, max_size=8))
def test_a_code_is_read_as_people_type_it(code: str) -> None:
    for text in (code, code.lower(), f"{code[:4]}-{code[4:]}", f" {code[:2]} {code[2:]} "):
        assert typed_code(text) == code
    assert typed_code(code[1:]) == typed_code(f"{code}B") == typed_code(f"A{code[1:]}") == ""
