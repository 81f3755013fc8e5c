"""A token is kept as its SHA-256, is bounded by role, grants and days, and ends when it is revoked."""

from datetime import timedelta

import pytest

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.people.values import MOST_TOKENS
from tests.servers.team.conftest import Databases
from tests.servers.team.people.conftest import InTeam


def test_a_token_lets_its_member_in_and_its_text_is_nowhere(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        made, text = people.tokens.create("olga", TokenRequest())
        rows = people.connection.execute("SELECT * FROM access_token").fetchall()
    assert text not in repr(rows) + repr(made)
    assert rows[0]["digest"] == digest_of(text)
    with databases.app.entered(digest_of(text)) as entered:
        caller = entered.caller
    assert (caller.member_name, caller.team_name, caller.role, caller.scopes) == ("olga", "acme", "owner", ("search",))


def test_its_last_use_is_shown(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        made, text = people.tokens.create("olga", TokenRequest())
    assert made.last_used_at is None
    databases.clock.now += timedelta(minutes=5)
    with databases.app.entered(digest_of(text)):
        pass
    with acme() as people:
        (token,) = people.tokens.all("olga")
    assert token.last_used_at == databases.clock.now


def test_a_revoked_token_opens_nothing_and_stays_in_the_list(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        _, text = people.tokens.create("olga", TokenRequest(name="laptop"))
        people.tokens.revoke("olga", "LAPTOP")
        assert [one.state(databases.clock.now) for one in people.tokens.all()] == ["revoked"]
        with pytest.raises(NotFound, match="no valid token 'laptop'"):
            people.tokens.revoke("olga", "laptop")
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass


@pytest.mark.parametrize("days", [1, 90, 366])
def test_a_token_ends_by_itself(databases: Databases, acme: InTeam, days: int) -> None:
    with acme() as people:
        _, text = people.tokens.create("olga", TokenRequest(days=days))
    databases.clock.now += timedelta(days=days) - timedelta(seconds=1)
    with databases.app.entered(digest_of(text)):
        pass
    with acme() as people:
        assert [one.state(databases.clock.now) for one in people.tokens.all()] == ["ends soon"]
    databases.clock.now += timedelta(seconds=1)
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass
    with acme() as people:
        assert [one.state(databases.clock.now) for one in people.tokens.all()] == ["expired"]


@pytest.mark.parametrize("days", [0, -1, 367, 10**9])
def test_days_out_of_bounds_make_no_token(acme: InTeam, days: int) -> None:
    with acme() as people, pytest.raises(UsageError, match="1 to 366 days"):
        people.tokens.create("olga", TokenRequest(days=days))


def test_a_reader_gets_no_token_that_writes(acme: InTeam) -> None:
    with acme() as people:
        people.members.add("anna", "reader")
        for scope in ("remember", "handoff", "export"):
            with pytest.raises(UsageError, match=f"may not {scope}"):
                people.tokens.create("anna", TokenRequest(scopes=("search", scope)))
        assert people.tokens.all() == ()


def test_a_narrowed_token_opens_only_what_it_names_and_its_member_is_granted(
    databases: Databases, acme: InTeam
) -> None:
    with acme() as people:
        people.members.add("anna", "writer")
        shop = people.projects.add("shop", "https://git.example/shop.git")
        people.projects.add("wiki", "https://git.example/wiki.git")
        people.projects.add("secret", "https://git.example/secret.git", ["olga"])
        with pytest.raises(UsageError, match="anna isn't granted secret"):
            people.tokens.create("anna", TokenRequest(projects=("shop", "secret")))
        made, text = people.tokens.create("anna", TokenRequest(projects=("SHOP", "shop")))
        assert made.projects == ("shop",)
    with databases.app.entered(digest_of(text)) as entered:
        assert entered.caller.projects == (shop.id,)
    with acme() as people:
        people.projects.take_back("shop", [], everybody=True)
    with databases.app.entered(digest_of(text)) as entered:
        assert entered.caller.projects == ()
    with acme() as people:
        people.projects.remove("shop")
        assert [one.projects for one in people.tokens.all("anna")] == [()]


def test_names_are_given_where_none_is_and_are_free_again_after_the_end(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        names = [people.tokens.create("olga", TokenRequest(name))[0].name for name in ("", "laptop", "")]
        assert names == ["token 1", "laptop", "token 2"]
        with pytest.raises(UsageError, match="a token 'Laptop' already"):
            people.tokens.create("olga", TokenRequest("Laptop"))
        people.tokens.revoke("olga", "token 1")
        assert people.tokens.create("olga", TokenRequest())[0].name == "token 1"


def test_a_member_has_twenty_valid_ones_at_most(acme: InTeam) -> None:
    with acme() as people:
        for _ in range(MOST_TOKENS):
            people.tokens.create("olga", TokenRequest())
        with pytest.raises(LimitExceeded, match="scrubjay team token revoke"):
            people.tokens.create("olga", TokenRequest())
        people.tokens.revoke("olga", "token 7")
        assert people.tokens.create("olga", TokenRequest())[0].name == "token 7"


def test_what_fails_midway_leaves_nothing(acme: InTeam) -> None:
    def make_two() -> None:
        with acme() as people:
            people.tokens.create("olga", TokenRequest())
            people.tokens.create("nobody", TokenRequest())

    with pytest.raises(NotFound):
        make_two()
    with acme() as people:
        assert people.tokens.all() == ()
