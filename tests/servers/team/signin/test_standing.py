"""Whether a member still is somebody at their provider: its no ends what goes on, its silence doesn't."""

from datetime import timedelta
from uuid import UUID

import pytest

from scrubjay.extensions.kinds.identity import ProviderAway
from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.teams import Teams
from scrubjay_team.signin.service import SignIn
from scrubjay_team.signin.standing import AGAIN, ASKED_EVERY, HOLDS
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_session
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.signin.conftest import Browser, invite, link
from tests.servers.team.signin.provider import Person, RealProvider, failing
from tests.servers.team.signin.test_inviting import by_provider


@pytest.fixture
def ben(served: ServedTeam, there: RealProvider) -> Browser:
    """The browser of ben, who signed in at the provider."""
    there.person = Person("sub-ben")
    browser = Browser(served)
    by_provider(browser, there, invite(served, "ben"))
    assert browser.who == "ben"
    return browser


def id_of(served: ServedTeam, name: str = "ben") -> UUID:
    found: UUID = served.people(lambda members, _: members.found(name)).id
    return found


def test_it_is_asked_once_in_twelve_hours(ben: Browser, sign_in: SignIn, there: RealProvider) -> None:
    member, asked = id_of(ben.served), there.asked.count("/token")
    began = ben.served.databases.clock.now
    for hours, times in ((0, 0), (11, 0), (12, 1), (12, 1), (23, 1), (24, 2)):
        ben.served.databases.clock.now = began + timedelta(hours=hours)
        assert sign_in.still_valid(member)
        assert there.asked.count("/token") - asked == times, hours


def test_its_no_ends_the_member_s_sessions_until_they_sign_in_again(
    ben: Browser, sign_in: SignIn, there: RealProvider
) -> None:
    databases, member = ben.served.databases, id_of(ben.served)
    databases.clock.now += ASKED_EVERY
    value = make_session(databases.owner, member, databases.clock())
    there.refresh_tokens.clear()
    assert not sign_in.still_valid(member)
    assert not sign_in.still_valid(member)
    ben.cookies = {"scrubjay_team": value}
    assert ben.who == ""
    assert sign_in.still_valid(id_of(ben.served, "anna"))
    ben.through(there)
    assert ben.who == "ben"
    assert sign_in.still_valid(member)


def test_the_worker_asks_about_who_holds_something_and_a_no_ends_their_tokens_and_grants(
    ben: Browser, sign_in: SignIn, there: RealProvider
) -> None:
    served = ben.served
    databases, of_anna, token = served.databases, served.token("anna"), served.token("ben")
    waits = served.token("ben", days=2)
    assert sign_in.ask_due() == 0
    databases.clock.now += ASKED_EVERY
    asked = there.asked.count("/token")
    assert [sign_in.ask_due(), sign_in.ask_due()] == [1, 0]
    assert there.asked.count("/token") == asked + 1
    assert served.api(token, "GET", "/me").status == 200
    there.refresh_tokens.clear()
    databases.clock.now += ASKED_EVERY
    assert sign_in.ask_due() == 1
    for one in (token, waits):
        assert served.api(one, "GET", "/me").status == served.rpc(one, "tools/list").status == 401
    value = make_session(databases.owner, id_of(served), databases.clock())
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(value), person=True):
        pass
    assert served.api(of_anna, "GET", "/me").status == 200
    ben.cookies = {}
    ben.through(there)
    with databases.app.entered(digest_of(token)) as entered:
        assert entered.caller.member_name == "ben"


def test_nobody_is_asked_about_who_holds_nothing_and_one_that_is_away_is_asked_later(
    ben: Browser, sign_in: SignIn, there: RealProvider
) -> None:
    databases = ben.served.databases
    databases.clock.now += timedelta(hours=13)  # the session has ended by itself
    assert sign_in.ask_due() == 0
    token, there.reply["/token"] = ben.served.token("ben"), failing
    assert sign_in.ask_due() == 1
    databases.clock.now += HOLDS
    assert sign_in.ask_due() == 1
    assert ben.served.api(token, "GET", "/me").status == 200


def test_an_owner_s_link_lets_in_again_where_no_provider_is_asked_any_more(
    ben: Browser, sign_in: SignIn, there: RealProvider
) -> None:
    databases, token = ben.served.databases, ben.served.token("ben")
    databases.clock.now += ASKED_EVERY
    there.refresh_tokens.clear()
    assert not sign_in.still_valid(id_of(ben.served))
    SignIn(databases.app, databases.clock).join(link(ben.served, "ben"), address="a", agent="")
    with databases.app.entered(digest_of(token)) as entered:
        assert entered.caller.member_name == "ben"


def test_an_account_that_is_gone_from_the_userinfo_is_a_no(ben: Browser, sign_in: SignIn, there: RealProvider) -> None:
    ben.served.databases.clock.now += ASKED_EVERY
    there.reply["/userinfo"] = lambda handler: handler.give(401, {})  # type: ignore[attr-defined]
    assert not sign_in.still_valid(id_of(ben.served))


def test_while_it_is_away_its_last_yes_holds_for_a_day(ben: Browser, sign_in: SignIn, there: RealProvider) -> None:
    databases, member = ben.served.databases, id_of(ben.served)
    there.reply["/token"] = failing
    databases.clock.now += ASKED_EVERY
    value = make_session(databases.owner, member, databases.clock(), hours=12)
    assert sign_in.still_valid(member)
    databases.clock.now += HOLDS - ASKED_EVERY - timedelta(minutes=1)
    assert sign_in.still_valid(member)
    databases.clock.now += timedelta(minutes=1)
    with pytest.raises(ProviderAway):
        sign_in.still_valid(member)
    with pytest.raises(ProviderAway):
        sign_in.still_valid(member)
    databases.clock.now += AGAIN
    asked = there.asked.count("/token")
    with pytest.raises(ProviderAway):
        sign_in.still_valid(member)
    assert there.asked.count("/token") == asked + 1
    databases.clock.now -= AGAIN + timedelta(minutes=2)
    with databases.app.entered(digest_of(value), person=True) as entered:
        assert entered.caller.member == member
    databases.clock.now += 2 * AGAIN + timedelta(minutes=2)
    del there.reply["/token"]
    assert sign_in.still_valid(member)


def test_who_is_bound_to_no_provider_is_who_they_are(databases: Databases, sign_in: SignIn) -> None:
    with databases.owner.transaction() as connection:
        _, anna = Teams(connection, databases.clock).create("acme", "anna")
    assert sign_in.still_valid(anna.id)


def test_without_a_refresh_token_nobody_is_asked(ben: Browser, sign_in: SignIn, there: RealProvider) -> None:
    there.refreshing = False
    ben.through(there)
    asked = len(there.asked)
    ben.served.databases.clock.now += timedelta(days=3)
    assert sign_in.still_valid(id_of(ben.served))
    assert len(there.asked) == asked


def test_what_it_is_asked_with_lies_sealed(ben: Browser, there: RealProvider) -> None:
    with ben.served.databases.owner.transaction() as connection:
        row = connection.execute("SELECT refresh FROM identity").fetchone()
    assert row is not None
    (token,) = there.refresh_tokens
    assert token.encode() not in bytes(row["refresh"])
