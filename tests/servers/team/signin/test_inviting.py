"""An invitation lets one person in, once: by the provider where there is one, else by itself."""

from datetime import timedelta
from urllib.parse import quote, urlsplit

import pytest

from scrubjay_team.people.secret import new_invitation
from scrubjay_team.people.values import INVITATION_HOURS, LINK_MINUTES
from tests.servers.team.serving.conftest import Answered, ServedTeam
from tests.servers.team.signin.conftest import Browser, invite, link
from tests.servers.team.signin.provider import Person, RealProvider


def open_page(browser: Browser, text: str) -> Answered:
    return browser.ask("POST", "/invitation", {"invitation": text})


def join(browser: Browser, text: str) -> Answered:
    return browser.ask("POST", "/invitation", {"invitation": text, "join": "yes"})


def by_provider(browser: Browser, there: RealProvider, text: str) -> Answered:
    """Open an invitation, go to the provider, and come back."""
    page = open_page(browser, text)
    assert page.status == 200, page.body
    to = page.body.partition('href="http')[2].partition('"')[0].replace("&amp;", "&")
    back = urlsplit(there.sent_back(f"http{to}"))
    return browser.ask("GET", f"{back.path}?{back.query}")


def test_without_a_provider_an_invitation_makes_a_member_who_is_signed_in(alone: ServedTeam) -> None:
    ben = Browser(alone)
    assert "by a link of an owner" in ben.ask("GET", "/sign-in").body
    assert 'name="invitation"' in ben.ask("GET", "/invitation").body
    text = invite(alone, "ben", "writer")
    page = open_page(ben, f"http://127.0.0.1/invitation#{text}")
    assert "as <bdi>ben</bdi>, writer" in page.body
    assert ben.who == ""
    assert join(ben, text).headers["location"] == "/"
    assert ben.who == "ben"
    assert alone.people(lambda members, _: members.found("ben")).role == "writer"


def test_whoever_had_to_sign_in_first_comes_to_what_they_had_opened(alone: ServedTeam) -> None:
    aim = "/oauth/consent?request=1&x=a%20b"
    sent = quote(aim, safe="")
    anna = Browser(alone)
    assert f'href="/invitation?next={sent}"' in anna.ask("GET", f"/sign-in?next={sent}").body
    opened = anna.ask("GET", "/invitation").body  # by the address of the link, in the same browser
    assert 'name="next" value="/oauth/consent?request=1&amp;x=a%20b"' in opened
    page = anna.ask("POST", "/invitation", {"invitation": link(alone, "anna"), "next": aim})
    assert 'name="next" value="/oauth/consent?request=1&amp;x=a%20b"' in page.body
    assert join(anna, link(alone, "anna")).headers["location"] == aim
    assert list(anna.cookies) == ["scrubjay_team"]
    other = Browser(alone)
    other.ask("GET", "/sign-in?next=https%3A%2F%2Fevil.example")
    form = {"invitation": link(alone, "anna"), "join": "yes", "next": "//evil.example/"}
    assert other.ask("POST", "/invitation", form).headers["location"] == "/"


def test_by_the_provider_as_well(served: ServedTeam, there: RealProvider) -> None:
    there.person = Person("sub-anna")
    anna = Browser(served)
    anna.ask("GET", "/sign-in?next=%2Fdevice")
    assert by_provider(anna, there, link(served, "anna")).headers["location"] == "/device"


def test_it_works_once_and_not_after_its_time(alone: ServedTeam) -> None:
    first, second = Browser(alone), Browser(alone)
    text = invite(alone, "ben")
    assert join(first, text).status == 303
    assert join(second, text).status == 403
    assert open_page(second, text).status == 404
    late = invite(alone, "cleo")
    alone.databases.clock.now += timedelta(hours=INVITATION_HOURS)
    assert join(second, late).status == 403
    assert second.who == ""


def test_a_link_lets_a_member_in_again_for_a_quarter_of_an_hour(alone: ServedTeam) -> None:
    anna = Browser(alone)
    older, text = link(alone, "anna"), link(alone, "anna")
    assert join(anna, older).status == 403
    assert "You come in as <bdi>anna</bdi>, owner" in open_page(anna, text).body
    assert join(anna, text).status == 303
    assert anna.who == "anna"
    late = link(alone, "anna")
    alone.databases.clock.now += timedelta(minutes=LINK_MINUTES)
    assert join(Browser(alone), late).status == 403


def test_a_link_of_a_member_who_left_lets_nobody_in(alone: ServedTeam) -> None:
    alone.people(lambda members, _: members.add("ben"))
    text = link(alone, "ben")
    alone.remove("ben")
    assert join(Browser(alone), text).status == 403


@pytest.mark.parametrize("text", ["", "sj_inv_", "sj_inv_" + "A" * 43, "' OR 1=1", "x" * 5_000, "\0"])
def test_what_is_no_invitation_lets_nobody_in(alone: ServedTeam, text: str) -> None:
    browser = Browser(alone)
    assert join(browser, text).status in (400, 403, 404)
    assert open_page(browser, text).status in (400, 404)
    assert browser.who == ""


def test_another_site_can_t_open_or_take_one(alone: ServedTeam) -> None:
    text, browser = invite(alone, "ben"), Browser(alone)
    for headers in ({"origin": "https://evil.example"}, {"sec_fetch_site": "cross-site"}):
        assert browser.ask("POST", "/invitation", {"invitation": text, "join": "yes"}, **headers).status == 403
    assert join(browser, text).status == 303


def test_a_token_in_an_address_is_refused_before_anything_reads_it(alone: ServedTeam) -> None:
    text = invite(alone, "ben")
    assert Browser(alone).ask("GET", f"/invitation?i={text}").json["error"] == "token_in_address"
    assert Browser(alone).ask("GET", f"/{text}").json["error"] == "token_in_address"


def test_with_a_provider_who_opens_it_proves_who_they_are(served: ServedTeam, there: RealProvider) -> None:
    there.person = Person("sub-ben")
    ben, text = Browser(served), invite(served, "ben")
    assert join(ben, text).status == 403
    assert by_provider(ben, there, text).status == 303
    assert ben.who == "ben"
    again = Browser(served)
    again.through(there)
    assert again.who == "ben"
    assert open_page(again, text).status == 404


def test_one_for_an_address_is_for_whom_the_provider_says_that_it_is_theirs(
    served: ServedTeam, there: RealProvider
) -> None:
    text = invite(served, "ben", email="Ben@Acme.example")
    for subject, email, verified in (
        ("sub-1", "eve@acme.example", True), ("sub-2", "ben@acme.example", False),
        ("sub-3", "ben@acme.example", "true"), ("sub-4", "", True),
    ):  # fmt: skip
        there.person = Person(subject, {"email": email, "email_verified": verified})
        browser = Browser(served)
        assert by_provider(browser, there, text).status == 403
        assert browser.through(there).status == 403
        assert browser.who == ""
    there.person = Person("sub-ben", {"email": "BEN@acme.example", "email_verified": True})
    ben = Browser(served)
    assert ben.through(there).status == 303
    assert ben.who == "ben"


def test_an_address_of_a_member_opens_nothing_for_another_account(served: ServedTeam, there: RealProvider) -> None:
    there.person = Person("sub-ben", {"email": "ben@acme.example", "email_verified": True})
    by_provider(Browser(served), there, invite(served, "ben", email="ben@acme.example"))
    there.person = Person("sub-eve", {"email": "ben@acme.example", "email_verified": True})
    eve = Browser(served)
    assert eve.through(there).status == 403
    assert eve.who == ""


def test_who_is_a_member_can_t_become_a_second_one(served: ServedTeam, there: RealProvider) -> None:
    there.person = Person("sub-ben")
    by_provider(Browser(served), there, invite(served, "ben"))
    text, ben = invite(served, "boss", "owner"), Browser(served)
    answer = by_provider(ben, there, text)
    assert answer.status == 403
    assert "another member of this team already" in answer.body
    assert ben.who == ""
    there.person = Person("sub-cleo")
    assert by_provider(Browser(served), there, text).status == 303


def test_a_link_binds_a_member_to_a_new_account_and_the_old_one_is_nobody(
    served: ServedTeam, there: RealProvider
) -> None:
    there.person = Person("sub-old")
    by_provider(Browser(served), there, link(served, "anna"))
    there.person = Person("sub-new")
    anna = Browser(served)
    assert by_provider(anna, there, link(served, "anna")).status == 303
    assert anna.who == "anna"
    there.person = Person("sub-old")
    assert Browser(served).through(there).status == 403


def test_a_name_that_was_given_meanwhile_is_said(alone: ServedTeam) -> None:
    text = invite(alone, "Ben")
    alone.people(lambda members, _: members.add("ben"))
    answer = join(Browser(alone), text)
    assert answer.status == 403
    assert "in the team already" in answer.body


def test_nothing_of_an_invitation_is_kept_but_its_digest(alone: ServedTeam) -> None:
    text, _ = new_invitation()
    page = open_page(Browser(alone), text)
    assert text not in page.body
    assert page.headers["cache-control"] == "no-store"
