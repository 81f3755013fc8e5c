"""A person signs in at a provider, in a browser; and what an attacker tries with cookies, states and addresses."""

from datetime import timedelta
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest

from scrubjay_team.serving.browser import cookie_name
from scrubjay_team.serving.gate import JSON
from scrubjay_team.signin.attempts import cookie_of_sign_in
from scrubjay_team.signin.service import TRIES
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.signin.conftest import Browser, invite, link
from tests.servers.team.signin.provider import Person, RealProvider

SESSION = cookie_name("")


@pytest.fixture
def anna(served: ServedTeam, there: RealProvider) -> Browser:
    """The browser of anna, the owner, who came in by a link once and is known by the provider since."""
    browser = Browser(served)
    page = browser.ask("POST", "/invitation", {"invitation": link(served, "anna")})
    to = page.body.partition('href="http')[2].partition('"')[0].replace("&amp;", "&")
    back = urlsplit(there.sent_back(f"http{to}"))
    assert browser.ask("GET", f"{back.path}?{back.query}").status == 303
    return browser


def test_a_member_signs_in_at_the_provider_and_goes_where_they_wanted(
    anna: Browser, served: ServedTeam, there: RealProvider
) -> None:
    assert anna.who == "anna"
    fresh = Browser(served)
    assert fresh.ask("GET", "/sessions?a=b").headers["location"] == "/sign-in?next=%2Fsessions%3Fa%3Db"
    assert "Sign in with Acme" in fresh.ask("GET", "/sign-in?next=%2Fsessions").body
    answer = fresh.through(there, next="%2Fsessions%3Fa%3Db")
    assert (answer.status, answer.headers["location"]) == (303, "/sessions?a=b")
    assert fresh.who == "anna"
    assert list(fresh.cookies) == [SESSION]


def test_the_session_s_cookie_is_out_of_reach_of_scripts_and_other_sites(anna: Browser, there: RealProvider) -> None:
    line = next(one for one in Browser(anna.served).through(there).cookies if one.startswith(SESSION))
    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43200"} <= set(line.split("; "))


def test_somebody_whom_the_provider_knows_and_no_team_stays_outside(served: ServedTeam, there: RealProvider) -> None:
    there.person = Person("sub-stranger", {"email": "anna@acme.example", "email_verified": True, "name": "anna"})
    browser = Browser(served)
    answer = browser.through(there)
    assert answer.status == 403
    assert "an invitation" in answer.body
    assert browser.who == ""


def test_a_session_is_new_at_each_sign_in_and_the_old_one_ends(anna: Browser, there: RealProvider) -> None:
    before = anna.cookies[SESSION]
    anna.through(there)
    assert anna.cookies[SESSION] != before
    assert anna.who == "anna"
    stale = Browser(anna.served)
    stale.cookies[SESSION] = before
    assert stale.who == ""


def test_a_cookie_that_an_attacker_planted_is_never_anybody_s_session(anna: Browser, there: RealProvider) -> None:
    planted = "sj_ses_" + "A" * 43
    victim = Browser(anna.served)
    victim.cookies[SESSION] = planted
    victim.through(there)
    assert victim.cookies[SESSION] != planted
    attacker = Browser(anna.served)
    attacker.cookies[SESSION] = planted
    assert attacker.who == ""


def answer_of(browser: Browser, there: RealProvider) -> str:
    """The path of an answer that a browser has yet to bring."""
    back = urlsplit(there.sent_back(browser.ask("GET", "/sign-in/provider").headers["location"]))
    return f"{back.path}?{back.query}"


def test_an_answer_counts_once_and_in_the_browser_that_began(anna: Browser, there: RealProvider) -> None:
    browser, attacker = Browser(anna.served), Browser(anna.served)
    path = answer_of(browser, there)
    assert attacker.ask("GET", path).status == 403
    attacker.ask("GET", "/sign-in/provider")
    assert attacker.ask("GET", path).status == 403
    cookie = dict(browser.cookies)
    assert browser.ask("GET", path).status == 303
    browser.cookies |= cookie
    assert browser.ask("GET", path).status == 403
    assert attacker.who == ""


def test_a_victim_can_t_be_signed_in_as_somebody_else(anna: Browser, there: RealProvider) -> None:
    attacker, victim = Browser(anna.served), Browser(anna.served)
    path = answer_of(attacker, there)
    victim.ask("GET", "/sign-in/provider")
    assert victim.ask("GET", path).status == 403
    assert victim.who == ""


def test_an_answer_that_comes_too_late_is_none(anna: Browser, there: RealProvider) -> None:
    browser = Browser(anna.served)
    path = answer_of(browser, there)
    anna.served.databases.clock.now += timedelta(minutes=10)
    assert browser.ask("GET", path).status == 403


def test_two_tabs_sign_in_side_by_side(anna: Browser, there: RealProvider) -> None:
    browser = Browser(anna.served)
    first, second = answer_of(browser, there), answer_of(browser, there)
    cookies = dict(browser.cookies)
    assert browser.ask("GET", first).status == 303
    browser.cookies |= cookies
    assert browser.ask("GET", second).status == 303


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"iss": "https://evil.example"}, "another identity provider"),
        ({"iss": ""}, "another identity provider"),
        ({"code": ""}, "sign you in"),
        ({"code": "", "error": "access_denied"}, "access_denied"),
        ({"error": "<script>"}, "sign you in"),
        ({"code": "stolen"}, "used before"),
        ({"state": "x" * 43}, "No sign-in"),
    ],
)
def test_an_answer_that_was_changed_signs_nobody_in(
    anna: Browser, there: RealProvider, answer: dict[str, str], told: str
) -> None:
    there.answer = answer
    browser = Browser(anna.served)
    page = browser.through(there)
    assert page.status == 403
    assert told in page.body
    assert "<script>" not in page.body.partition("<main")[2]
    assert browser.who == ""


def test_a_code_of_another_sign_in_is_of_no_use(anna: Browser, there: RealProvider) -> None:
    victim, attacker = Browser(anna.served), Browser(anna.served)
    stolen = dict(parse_qsl(urlsplit(answer_of(victim, there)).query))["code"]
    query = dict(parse_qsl(urlsplit(answer_of(attacker, there)).query)) | {"code": stolen}
    assert attacker.ask("GET", f"/sign-in/callback?{urlencode(query)}").status == 403
    assert attacker.who == ""


OUTSIDE = (
    "https://evil.example", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/%5Cevil.example", "/%2Fevil.example", "/%252Fevil.example", "javascript:alert(1)", "/a//b", " /x", "/\tx",
    "/x\r\nset-cookie: a=b", "evil.example", "/@evil.example#", "/sign-in", "", "/é", "/x%0d%0ay",
)  # fmt: skip


@pytest.mark.parametrize("next", OUTSIDE)
def test_a_sign_in_leads_to_no_other_place(anna: Browser, there: RealProvider, next: str) -> None:
    answer = Browser(anna.served).through(there, next=quote(next, safe=""))
    assert answer.headers["location"] == "/"
    assert anna.ask("GET", f"/sign-in?next={quote(next, safe='')}").headers["location"] == "/"


def test_signing_out_ends_the_session_at_the_server_too(anna: Browser) -> None:
    value, field = anna.cookies[SESSION], anna.csrf
    assert anna.ask("POST", "/sign-out", {"csrf": "wrong"}).status == 403
    assert anna.who == "anna"
    assert anna.ask("POST", "/sign-out", field).headers["location"] == "/sign-in"
    assert anna.cookies == {}
    anna.cookies[SESSION] = value
    assert anna.who == ""


def test_a_person_sees_their_sessions_and_ends_one_or_all(anna: Browser, there: RealProvider) -> None:
    other = Browser(anna.served)
    other.through(there)
    page = anna.ask("GET", "/sessions").body
    assert page.count("<td>a browser") == 2
    assert page.count("(this one)") == 1
    ids = [part.partition('"')[0] for part in page.split('name="id" value="')[1:]]
    mine = page.partition("(this one)")[2].partition('name="id" value="')[2].partition('"')[0]
    foreign = next(one for one in ids if one != mine)
    assert anna.ask("POST", "/sessions", anna.csrf | {"id": foreign}).status == 303
    assert (other.who, anna.who) == ("", "anna")
    assert anna.ask("POST", "/sessions", anna.csrf | {"id": "x"}).status == 422
    assert anna.ask("POST", "/sessions", anna.csrf | {"all": "yes"}).status == 303
    assert anna.who == ""


def test_a_member_who_is_removed_is_out_at_once_and_can_t_come_back(anna: Browser, there: RealProvider) -> None:
    served = anna.served
    there.person = Person("sub-ben")
    ben = Browser(served)
    to = ben.ask("POST", "/invitation", {"invitation": invite(served, "ben")})
    address = to.body.partition('href="http')[2].partition('"')[0].replace("&amp;", "&")
    back = urlsplit(there.sent_back(f"http{address}"))
    ben.ask("GET", f"{back.path}?{back.query}")
    assert ben.who == "ben"
    served.people(lambda members, _: members.remove("ben"))
    assert ben.who == ""
    assert ben.through(there).status == 403


def test_a_provider_that_is_away_is_said_and_nobody_comes_in(anna: Browser, there: RealProvider) -> None:
    browser = Browser(anna.served)
    path = answer_of(browser, there)
    there.secret = "another"
    answer = browser.ask("GET", path)
    assert answer.status == 503
    assert "invalid_client" in answer.body
    assert anna.who == "anna"


def test_an_address_may_try_so_often(anna: Browser) -> None:
    statuses = [Browser(anna.served).ask("GET", "/sign-in/provider").status for _ in range(TRIES.burst + 1)]
    assert statuses[-1] == 429
    assert anna.who == "anna"


def test_nothing_secret_stands_in_an_address_or_an_answer(anna: Browser, there: RealProvider) -> None:
    browser = Browser(anna.served)
    to = browser.ask("GET", "/sign-in/provider").headers["location"]
    cookie = browser.cookies[cookie_of_sign_in("")]
    query = dict(parse_qsl(urlsplit(to).query))
    assert query["code_challenge_method"] == "S256"
    assert there.secret not in to
    assert cookie not in to
    page = browser.ask("GET", "/sign-in/callback?" + urlencode({"state": query["state"], "code": "c" * 40}))
    assert "c" * 40 not in page.body
    assert query["state"] not in page.body
    body = anna.ask("POST", "/api/v1/memories", content_type=JSON).body
    assert anna.cookies[SESSION] not in body
