"""Our provider against a real one that misbehaves: what it says is believed only where every check holds."""

import pytest

from scrubjay.extensions.kinds.identity import IdentityRefused, ProviderAway, SignInTry
from scrubjay.extensions.testing.identity import check_identity_provider
from tests.servers.team.conftest import SetClock
from tests.servers.team.signin.conftest import attempt, ours, through
from tests.servers.team.signin.provider import Person, RealProvider


def test_our_provider_keeps_what_every_one_promises(there: RealProvider, clock: SetClock) -> None:
    check_identity_provider(ours(there, clock), there.browse)


def test_who_somebody_is_comes_from_the_id_token(there: RealProvider, clock: SetClock) -> None:
    there.person = Person(
        "sub-1", {"email": " Anna@Acme.example ", "email_verified": True, "preferred_username": "Anna"}
    )
    found = through(ours(there, clock), there)
    assert (found.issuer, found.subject) == (there.issuer, "sub-1")
    assert (found.email, found.handle) == ("anna@acme.example", "anna")
    assert found.refresh in there.refresh_tokens
    assert found.refresh not in repr(found)


@pytest.mark.parametrize("verified", [False, None, "true", 1, "yes"])
def test_an_address_counts_only_where_the_provider_says_that_it_is_verified(
    there: RealProvider, clock: SetClock, verified: object
) -> None:
    there.person = Person("sub-1", {"email": "anna@acme.example", "email_verified": verified})
    assert through(ours(there, clock), there).email == ""


def test_an_address_that_stands_in_the_userinfo_alone_counts_with_what_is_said_there(
    there: RealProvider, clock: SetClock
) -> None:
    there.person = Person("sub-1", {"email": "anna@acme.example", "email_verified": True})
    there.claims = {"email": None, "email_verified": None}
    assert through(ours(there, clock), there).email == "anna@acme.example"
    there.claims = {"email": None}
    there.person = Person("sub-1", {"email": "anna@acme.example", "email_verified": False})
    there.claims |= {"email_verified": True}
    assert through(ours(there, clock), there).email == ""


def test_an_answer_proves_somebody_once(there: RealProvider, clock: SetClock) -> None:
    provider, begun = ours(there, clock), attempt()
    answer = there.browse(provider.address(begun))
    assert provider.identity(begun, answer).subject == "sub-anna"
    with pytest.raises(IdentityRefused, match="used before"):
        provider.identity(begun, answer)


def test_a_code_without_its_verifier_is_of_no_use(there: RealProvider, clock: SetClock) -> None:
    provider, begun = ours(there, clock), attempt()
    answer = there.browse(provider.address(begun))
    other = SignInTry(state=begun.state, nonce=begun.nonce, verifier="v" * 43, redirect=begun.redirect)
    with pytest.raises(IdentityRefused):
        provider.identity(other, answer)


def test_mix_up_an_answer_of_another_provider_never_gets_our_code(there: RealProvider, clock: SetClock) -> None:
    provider, begun = ours(there, clock), attempt()
    answer = there.browse(provider.address(begun))
    asked = there.asked.count("/token")
    for iss in ("https://evil.example", there.issuer + "/", ""):
        with pytest.raises(IdentityRefused, match="another identity provider"):
            provider.identity(begun, answer | {"iss": iss})
    assert there.asked.count("/token") == asked


def test_a_provider_that_never_names_itself_need_not(there: RealProvider, clock: SetClock) -> None:
    there.document = {"authorization_response_iss_parameter_supported": False}
    there.answer = {"iss": ""}
    assert through(ours(there, clock), there).subject == "sub-anna"


def test_offline_access_is_asked_for_where_the_provider_knows_it(there: RealProvider, clock: SetClock) -> None:
    assert "offline_access" in ours(there, clock).address(attempt())
    there.document = {"scopes_supported": ["openid", "email"]}
    assert "offline_access" not in ours(there, clock).address(attempt())


def test_the_provider_is_asked_later_with_a_token_that_changes(there: RealProvider, clock: SetClock) -> None:
    provider = ours(there, clock)
    first = through(provider, there)
    second = provider.confirm(first.subject, first.refresh)
    assert second != first.refresh
    with pytest.raises(IdentityRefused):
        provider.confirm(first.subject, first.refresh)
    with pytest.raises(IdentityRefused, match="somebody else"):
        provider.confirm("sub-other", second)


def test_a_secret_stands_in_no_error_and_no_repr(there: RealProvider, clock: SetClock) -> None:
    provider = ours(there, clock)
    client, there.secret = there.secret, "another"
    with pytest.raises(ProviderAway) as raised:
        through(provider, there)
    assert client not in str(raised.value) + repr(vars(provider))
