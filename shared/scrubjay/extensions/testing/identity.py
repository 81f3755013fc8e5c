"""The suite of identity providers: what each must do before anybody is let in by its word."""

import secrets
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from scrubjay.extensions.kinds.identity import (
    LONGEST_ISSUER,
    LONGEST_SUBJECT,
    IdentityProvider,
    IdentityRefused,
    ProvenIdentity,
    SignInTry,
)
from scrubjay.extensions.testing.expecting import expect

REDIRECT: Final = "http://127.0.0.1:8737/sign-in/callback"


def new_try() -> SignInTry:
    """A sign-in that begins now."""
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    return SignInTry(state=state, nonce=nonce, verifier=verifier, redirect=REDIRECT)


def check_identity_provider(provider: IdentityProvider, browse: Callable[[str], Mapping[str, str]]) -> None:
    """Check that a provider proves who somebody is, once and to one sign-in, and refuses all else.

    `browse` goes to an address as the browser of one person does who has an account there, and gives the query with
    which that is sent back to `redirect`.
    """
    expect(bool(provider.name) and "\n" not in provider.name, "it has a name of one line")
    expect(1 <= len(provider.issuer) <= LONGEST_ISSUER, f"its issuer has 1 to {LONGEST_ISSUER} characters")
    begun, again = new_try(), new_try()
    address = provider.address(begun)
    expect(urlsplit(address).scheme in ("http", "https"), "a browser goes to an address of the web")
    expect(begun.verifier not in address, "the verifier stays with the server")
    answer = browse(address)
    expect(answer.get("state") == begun.state, "the answer brings the state back")
    _refuses(lambda: provider.identity(again, answer), "an answer to one sign-in proves nothing to another")
    for name in ("state", "code"):
        _refuses(
            lambda name=name: provider.identity(begun, {**answer, name: ""}),  # type: ignore[misc]
            f"an answer without its {name} proves nothing",
        )
    _refuses(lambda: provider.identity(begun, {**answer, "error": "access_denied"}), "an error proves nothing")
    proven = provider.identity(begun, answer)
    expect(isinstance(proven, ProvenIdentity), f"identity() gives a ProvenIdentity, not a {type(proven).__name__}")
    expect(proven.issuer == provider.issuer, "it speaks for its own issuer alone")
    expect(1 <= len(proven.subject) <= LONGEST_SUBJECT, f"a subject has 1 to {LONGEST_SUBJECT} characters")
    expect(proven.email == proven.email.lower().strip(), "an address is in small letters")
    _refuses(lambda: provider.identity(begun, answer), "an answer proves somebody once")
    other = provider.identity(again, browse(provider.address(again)))
    expect((other.issuer, other.subject) == (proven.issuer, proven.subject), "the same person is the same subject")
    if other.refresh:
        expect(bool(provider.confirm(other.subject, other.refresh)), "confirm() gives what is asked with next")
    _refuses(lambda: provider.confirm(proven.subject, "forged"), "what it never gave confirms nobody")


def _refuses(act: Callable[[], object], promise: str) -> None:
    try:
        act()
    except IdentityRefused:
        return
    expect(holds=False, promise=promise)
