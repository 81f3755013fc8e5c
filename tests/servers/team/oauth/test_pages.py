"""A person sees who asks for what before anything is handed on, and decides for their own browser alone."""

from datetime import timedelta

import pytest

from scrubjay_team.people.members import Members
from scrubjay_team.people.projects import Projects
from scrubjay_team.people.teams import Teams
from tests.servers.team.oauth.conftest import CALLBACK, OAuthTeam, Program, query_of


def test_the_consent_names_the_program_its_address_and_for_whom(web: OAuthTeam) -> None:
    program = web.program(client_name="<b>Claude</b>\u202e  Code" + "x" * 100)
    page = web.opened(web.cookie, program.asks())
    assert page.status == 200
    assert "&lt;b&gt;Claude&lt;/b&gt;" in page.body
    assert "\u202e" not in page.body
    assert "x" * 60 not in page.body
    for told in ("this computer (127.0.0.1:53127)", CALLBACK, "acme", "anna", "owner", "search: search and read"):
        assert told in page.body
    assert "handoff: leave" not in page.body  # it wasn't asked for
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' http://127.0.0.1:53127;" in policy
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in page.headers


def test_a_person_may_say_no(web: OAuthTeam) -> None:
    page = web.opened(web.cookie, web.program().asks())
    told = query_of(web.decided(web.cookie, page))
    assert told == {"error": "access_denied", "state": "its-state", "iss": web.base}


def test_a_decision_counts_once_and_the_answer_names_its_issuer(web: OAuthTeam) -> None:
    program = web.program()
    page = web.opened(web.cookie, program.asks())
    told = query_of(web.decided(web.cookie, page, "search"))
    assert (told["state"], told["iss"]) == ("its-state", web.base)
    id = page.body.partition('name="request" value="')[2][:36]
    again = web.served.visit(
        web.cookie, "POST", "/oauth/consent", {"request": id, "decision": "allow", "scope": "search"}
    )
    assert again.status == 404
    assert program.redeem(told["code"]).status == 200


def test_what_is_posted_beside_the_decision_changes_nothing(web: OAuthTeam) -> None:
    program = web.program()
    page = web.opened(web.cookie, program.asks(scope="search"))
    sent = {
        "redirect_uri": "https://evil.example/",
        "state": "other",
        "resource": "https://other.example/",
        "client_id": "x",
    }
    led = web.decided(web.cookie, page, "search", **sent)
    assert led.startswith(f"{CALLBACK}?")
    assert query_of(led)["state"] == "its-state"
    assert program.redeem(query_of(led)["code"]).json["scope"] == "search"


@pytest.mark.parametrize(
    ("asked", "chosen", "role"),
    [("search", "remember", "owner"), ("search remember", "remember", "reader"), ("search", "admin", "owner")],
)
def test_nobody_allows_more_than_was_asked_or_than_they_may(web: OAuthTeam, asked: str, chosen: str, role: str) -> None:
    web.served.people(lambda members, _: members.add("ben", role))
    cookie = web.served.person("ben")
    page = web.opened(cookie, web.program().asks(scope=asked))
    id = page.body.partition('name="request" value="')[2][:36]
    form = {"request": id, "decision": "allow", "scope": chosen}
    answer = web.served.visit(cookie, "POST", "/oauth/consent", form)
    assert answer.status == 422
    assert "location" not in answer.headers
    assert web.served.visit(cookie, "POST", "/oauth/consent", form | {"scope": "search"}).status == 303


def test_a_decision_without_a_tick_shows_the_page_again(web: OAuthTeam) -> None:
    page = web.opened(web.cookie, web.program().asks())
    id = page.body.partition('name="request" value="')[2][:36]
    answer = web.served.visit(web.cookie, "POST", "/oauth/consent", {"request": id, "decision": "allow"})
    assert answer.status == 200
    assert "Tick at least one" in answer.body


def test_a_request_belongs_to_the_browser_that_opened_it(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("eve", "writer"))
    eve, path = web.served.person("eve"), web.served.visit("", "GET", web.program().asks()).headers["location"]
    assert web.served.visit(web.cookie, "GET", path).status == 200
    assert web.served.visit(eve, "GET", path).status == 404
    assert web.served.visit(web.served.person("anna"), "GET", path).status == 404  # another browser of hers
    form = {"request": path.partition("=")[2], "decision": "allow", "scope": "search"}
    assert web.served.visit(eve, "POST", "/oauth/consent", form).status == 404
    assert web.served.visit(web.cookie, "POST", "/oauth/consent", form).status == 303


def test_a_request_waits_ten_minutes(web: OAuthTeam) -> None:
    path = web.served.visit("", "GET", web.program().asks()).headers["location"]
    web.served.databases.clock.now += timedelta(minutes=11)
    assert web.served.visit(web.cookie, "GET", path).status == 404


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "https://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"},
        {"content_type": "text/plain"},
    ],
)  # fmt: skip
def test_a_foreign_page_decides_nothing(web: OAuthTeam, changed: dict[str, str]) -> None:
    path = web.served.visit("", "GET", web.program().asks()).headers["location"]
    web.served.visit(web.cookie, "GET", path)
    form = {"request": path.partition("=")[2], "decision": "allow", "scope": "search"}
    answer = web.served.visit(web.cookie, "POST", "/oauth/consent", form, **changed)
    assert answer.status in (403, 415)
    assert "location" not in answer.headers


def test_without_the_forms_own_field_or_by_a_token_nothing_is_decided(web: OAuthTeam) -> None:
    program = web.program()
    path = web.served.visit("", "GET", program.asks()).headers["location"]
    web.served.visit(web.cookie, "GET", path)
    fields = [("request", path.partition("=")[2]), ("decision", "allow"), ("scope", "search")]
    assert web.post(web.cookie, "/oauth/consent", fields).status == 403
    assert web.post(web.cookie, "/oauth/consent", [*fields, ("csrf", "A" * 43)]).status == 403
    by_token = web.served.token("anna", "search", "remember", "handoff", "export")
    answer = web.post("", "/oauth/consent", fields, authorization=f"Bearer {by_token}")
    assert answer.status == 401
    assert 'href="/sign-in?next=%2Foauth%2Fconsent"' in answer.body


def test_a_program_is_narrowed_to_the_repositories_that_were_ticked(web: OAuthTeam) -> None:
    clock = web.served.databases.clock
    with web.served.databases.owner.transaction() as connection:
        projects = Projects(connection, clock, Teams(connection, clock).found("acme"))
        shop, _ = (projects.add(name, f"https://git.example/{name}") for name in ("shop", "till"))
    program = web.program()
    page = web.opened(web.cookie, program.asks())
    led = web.decided(web.cookie, page, "search", repositories="some", project=str(shop.id))
    token = program.redeem(query_of(led)["code"]).json["access_token"]
    assert [one["name"] for one in web.served.api(token, "GET", "/me").json["projects"]] == ["shop"]


def test_a_repository_that_isnt_granted_cant_be_allowed(web: OAuthTeam) -> None:
    clock = web.served.databases.clock
    with web.served.databases.owner.transaction() as connection:
        team = Teams(connection, clock).found("acme")
        Members(connection, clock, team).add("ben", "writer")
        vault = Projects(connection, clock, team).add("vault", "https://git.example/vault", ["anna"])
    cookie = web.served.person("ben")
    page = web.opened(cookie, web.program().asks())
    assert "vault" not in page.body
    id = page.body.partition('name="request" value="')[2][:36]
    form = {"request": id, "decision": "allow", "scope": "search", "repositories": "some", "project": str(vault.id)}
    assert web.served.visit(cookie, "POST", "/oauth/consent", form).status == 422


def test_a_known_program_is_said_to_be_known(web: OAuthTeam) -> None:
    program: Program = web.program()
    assert "You have allowed it nothing so far" in web.opened(web.cookie, program.asks()).body
    program.allowed()
    assert "You allowed it something before" in web.opened(web.cookie, program.asks()).body
