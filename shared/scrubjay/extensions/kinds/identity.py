"""Protocol of an identity provider: what says who somebody is who signs in on a team's server."""

from collections.abc import Mapping
from typing import Final, Protocol

from scrubjay.errors import PermissionDenied, ScrubjayError
from scrubjay.model.frozen import dataclass, field

LONGEST_ISSUER: Final = 500
LONGEST_SUBJECT: Final = 255
"""Characters that name a provider, and somebody there."""


class IdentityRefused(PermissionDenied):
    """You aren't signed in: the identity provider, or a check of its answer, said no. Sign in again: /sign-in."""


class ProviderAway(ScrubjayError):
    """The identity provider doesn't answer, so nobody can sign in by it at this moment. Try again in a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInTry:
    """One sign-in that began in a browser, the same when it comes back; each text is new and random, but `redirect`.

    `state` comes back with the answer; `nonce` and `verifier` are known to the server and, by what is made of them, to
    the provider alone.
    """

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)
    redirect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenIdentity:
    """Who somebody is: a `subject` of an `issuer`, which is never given to anybody else.

    `email` only where the provider says that the address is verified, `handle` is what they are called there; both in
    small letters and empty for none. `refresh` is what the provider may be asked with later; empty: it can't be.
    """

    issuer: str
    subject: str
    email: str = ""
    handle: str = ""
    refresh: str = field(default="", repr=False)


class IdentityProvider(Protocol):
    """Says who somebody is. Thread-safe; each method may wait for the provider, some seconds.

    It fails closed: what can't be checked is refused. Raises IdentityRefused where the provider or a check says no, and
    ProviderAway where it doesn't answer; no message holds a secret. A server without one signs people in by invitations
    and links of its owner; one whose provider can't be made signs nobody in.
    """

    @property
    def name(self) -> str:
        """What people call it, such as "Google"."""
        ...

    @property
    def issuer(self) -> str:
        """What it is called in `ProvenIdentity`; it never changes."""
        ...

    def address(self, attempt: SignInTry) -> str:
        """Where the browser goes to sign in; it comes back to `redirect` with `state` in the query."""
        ...

    def identity(self, attempt: SignInTry, answer: Mapping[str, str]) -> ProvenIdentity:
        """Who came back with this query. An answer proves somebody once, to the attempt that it was given to."""
        ...

    def confirm(self, subject: str, refresh: str) -> str:
        """Ask whether somebody still is there; returns what it may be asked with next, instead of `refresh`."""
        ...
