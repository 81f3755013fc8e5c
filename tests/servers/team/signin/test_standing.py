"""Whether a member still is somebody at their provider: its no ends what goes on, its silence doesn't."""

from datetime import timedelta
from uuid import UUID

import pytest

from scrubjay.extensions.kinds.identity import ProviderAway
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.teams import Teams
from scrubjay_team.signin.service import SignIn
from scrubjay_team.signin.standing import AGAIN, ASKED_EVERY, HOLDS
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_session
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.signin.conftest import Browser, invite
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
