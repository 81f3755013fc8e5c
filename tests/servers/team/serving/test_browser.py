"""A browser's request: whose session it brings, and that only this server's own pages may write with it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scrubjay_team.people.teams import Teams
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.browser import FORM, browser_objection, cookie_name, cookie_of
from scrubjay_team.serving.calls import TeamServices
from scrubjay_team.serving.gate import CALLER, CSRF, PERSON, entry
from scrubjay_team.serving.limits import VISITS
from scrubjay_team.serving.refusals import answer
from tests.servers.team.conftest import Databases
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving

HOST = "team.example"
OWN = f"https://{HOST}"


def pages(services: TeamServices) -> Any:
    """An application that says whose a request is, and how the database has it."""

    async def page(scope: Any, receive: Any, send: Any) -> None:
        said: dict[str, object] = {"person": scope[PERSON], "csrf": scope[CSRF], "method": scope["method"]}
        if CALLER in scope:
            with services.database.entered(**entry(scope)) as entered:
                row = entered.connection.execute("SELECT its_person() AS person").fetchone() or {}
                said |= {"name": scope[CALLER].member_name, "scopes": entered.caller.scopes, **row}
        await answer(send, 200, said, {"content-security-policy": "default-src 'none'"})

    return page


@pytest.fixture
def paged(databases: Databases, tmp_path: Path) -> Iterator[ServedTeam]:
    """The server of acme with pages."""
    with databases.owner.transaction() as connection:
        team, _ = Teams(connection, databases.clock).create("acme", "anna")
    with serving(databases, tmp_path, pages=pages) as (port, services, leave):
        yield ServedTeam(port, databases, services, team=team.id, leave=leave)


def test_a_session_makes_a_person_and_a_token_none(paged: ServedTeam) -> None:
    cookie, token = paged.person(), paged.token("anna", "search", "remember", "handoff", "export")
    said = paged.visit(cookie, "GET", "/").json
    assert (said["name"], said["person"]) == ("anna", True)
    assert set(said["scopes"]) == {"search", "remember", "handoff", "export"}
    for nobody in ({}, {"authorization": f"Bearer {token}"}, {"cookie": f"{cookie_name('')}={token}"}):
        assert paged.ask("GET", "/", **nobody).json == {"person": False, "csrf": "", "method": "GET"}


def test_a_cookie_never_speaks_to_mcp(paged: ServedTeam) -> None:
    cookie = paged.person()
    told = {"cookie": cookie, "content_type": "application/json", "origin": f"http://127.0.0.1:{paged.port}"}
    body = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
    assert paged.ask("POST", "/mcp", body, **told).json["error"] == "no_token"
    as_token = paged.ask("POST", "/mcp", body, **told, authorization=f"Bearer {cookie.partition('=')[2]}")
    assert as_token.json["error"] == "invalid_token"


def test_the_api_takes_a_session_where_no_token_is_given(paged: ServedTeam) -> None:
    cookie = paged.person()
    assert paged.visit(cookie, "GET", "/api/v1/me").json["member"]["name"] == "anna"
    both = paged.visit(cookie, "GET", "/api/v1/me", authorization="Bearer sj_pat_wrong")
    assert both.json["error"] == "invalid_token"
    ended = f"{cookie_name('')}={'sj_ses_' + 'A' * 43}"
    assert paged.visit(ended, "GET", "/api/v1/me").json["error"] == "no_session"


def test_a_session_ends_after_twelve_hours_and_with_its_member(paged: ServedTeam) -> None:
    cookie = paged.person()
    paged.databases.clock.now += timedelta(hours=11, minutes=59)
    assert paged.visit(cookie, "GET", "/").json["person"] is True
    paged.databases.clock.now += timedelta(minutes=1)
    assert paged.visit(cookie, "GET", "/").json["person"] is False
    paged.people(lambda members, _: members.add("ben", "owner"))
    second = paged.person("ben")
    assert paged.visit(second, "GET", "/").json["name"] == "ben"
    paged.people(lambda members, _: members.remove("ben"))
    assert paged.visit(second, "GET", "/").json["person"] is False


def forged(paged: ServedTeam, cookie: str, path: str, kind: str, **headers: str) -> Answered:
    told = {"cookie": cookie, "content_type": kind, "origin": f"http://127.0.0.1:{paged.port}", **headers}
    return paged.ask("POST", path, "{}", **{name: value for name, value in told.items() if value})


@pytest.mark.parametrize(("path", "kind"), [("/members", FORM), ("/api/v1/memories", "application/json")])
def test_another_site_s_form_changes_nothing(paged: ServedTeam, path: str, kind: str) -> None:
    cookie = paged.person()
    assert forged(paged, cookie, path, kind).status in (200, 422)
    refused: tuple[dict[str, str], ...] = (
        {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": ""}, {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"}, {"sec_fetch_site": "none"}, {"origin": f"http://localhost:{paged.port}"},
        {"origin": f"https://127.0.0.1:{paged.port}"}, {"origin": "http://127.0.0.1:1"},
    )  # fmt: skip
    for headers in refused:
        assert forged(paged, cookie, path, kind, **headers).status == 403, headers
    for other in ("text/plain", "multipart/form-data", ""):
        assert forged(paged, cookie, path, other).status == 415, other


def test_a_page_keeps_its_own_headers_and_gets_the_rest(paged: ServedTeam) -> None:
    headers = paged.visit("", "GET", "/").headers
    assert headers["content-security-policy"] == "default-src 'none'"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "no-store"
    assert paged.visit("", "PUT", "/").status == 405


def test_an_address_without_a_session_has_so_many_requests_and_persons_have_their_own(paged: ServedTeam) -> None:
    cookie, ended = paged.person(), f"{cookie_name('')}=sj_ses_{'A' * 43}"
    statuses = [paged.visit(ended, "GET", "/").status for _ in range(VISITS.burst + 30)]
    assert statuses[: VISITS.burst] == [200] * VISITS.burst
    assert statuses[-1] == 429
    assert paged.visit(cookie, "GET", "/").status == 200
    assert paged.rpc(paged.token(), "ping").status == 200


def scope(method: str = "POST", **headers: str) -> Any:
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "headers": listed}


def test_behind_a_proxy_the_public_address_alone_is_the_own_one() -> None:
    assert AllowedHosts.of("127.0.0.1", f"{OWN}:443").own_origin("") == OWN
    allowed = AllowedHosts.of("127.0.0.1", f"{OWN}/")
    for origin, good in ((OWN, True), (f"http://{HOST}", False), ("http://127.0.0.1:8737", False)):
        found = browser_objection(scope(host=HOST, origin=origin, content_type=FORM), allowed, FORM)
        assert (found is None) is good, origin
    assert browser_objection(scope("GET", host=HOST), allowed, FORM) is None


@pytest.mark.parametrize(
    ("line", "value"),
    [("a=1; scrubjay_team=x", "x"), ("scrubjay_team=x; scrubjay_team=y", ""), ("xscrubjay_team=x", ""), ("", "")],
)
def test_one_cookie_of_the_name_counts(line: str, value: str) -> None:
    assert cookie_of(scope(cookie=line), "scrubjay_team") == value


def test_over_https_no_other_host_of_the_domain_can_set_the_cookie() -> None:
    assert cookie_name(OWN).startswith("__Host-")
    assert cookie_name("http://127.0.0.1:8737") == "scrubjay_team"
