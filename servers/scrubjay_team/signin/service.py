"""Signs people in: by an identity provider or, without one, by an invitation of the server's owner."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from scrubjay.errors import NotFound
from scrubjay.extensions.kinds.identity import IdentityProvider, IdentityRefused, ProvenIdentity, ProviderAway
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load
from scrubjay_team.errors import TooManyTries
from scrubjay_team.mirrors.sealing import Sealer
from scrubjay_team.people.secret import INVITATION, SESSION, digest_of
from scrubjay_team.serving.limits import Rate, RateLimit
from scrubjay_team.signin.attempts import MINUTES, SignInBrowser, digest_of_text, new_state
from scrubjay_team.signin.paths import HOME, local_path
from scrubjay_team.signin.sessions import OpenedSession, end_session, open_session
from scrubjay_team.signin.standing import Standings

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, TeamDatabase

TRIES: Final = Rate(60, 60)
"""Sign-ins, invitations and answers of providers that an address may try."""

_NOT_VALID: Final = (
    "This invitation isn't valid: it was used, taken back, or is older than its time. "
    "Ask an owner for a new one: `scrubjay team invite NAME`, or `scrubjay team member sign-in NAME`."
)
_WHY_NOT: Final[Mapping[str, str]] = {
    "gone": _NOT_VALID,
    "email": "This invitation is for another e-mail address than the one that your provider says is verified.",
    "taken": "Somebody of the invitation's name is in the team already. Ask an owner for one of another name.",
    "full": "The team has as many members as it may have. Ask an owner to remove somebody.",
    "bound": "You are another member of this team already, so the invitation stays. Sign in: /sign-in.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """What an invitation is for; `member` is None for somebody new, `email` None for whoever has it."""

    team_name: str
    name: str
    role: str
    member: UUID | None
    email: str | None
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A person who came in: their new session, and the path where they wanted to go."""

    session: OpenedSession
    next: str


class SignIn:
    """The ways in. Thread-safe; `clock` gives UTC, `ticks` seconds for rates. Without a `provider`: by invitation.

    `off` says why nobody can sign in: a provider that is configured and can't be made.
    """

    def __init__(
        self,
        database: "TeamDatabase",
        clock: Clock,
        provider: IdentityProvider | None = None,
        sealer: Sealer | None = None,
        *,
        off: str = "",
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._clock = clock
        self._standings = Standings(database, clock, provider, sealer)
        self._tries = RateLimit(TRIES, ticks)
        self._off = off
        self.provider = provider

    def begin(self, browser: SignInBrowser, url: str, next: str, address: str, invitation: str = "") -> str:
        """Where a browser goes to sign in at the provider.

        Raises ProviderAway, TooManyTries, and NotFound for an invitation that isn't valid.
        """
        self._count(address)
        provider = self._needed()
        if invitation:
            self.invited(invitation)
        now, state = self._clock(), new_state()
        target = provider.address(browser.attempt(state, url))
        values = {
            "state": digest_of_text(state), "browser": browser.digest, "issuer": provider.issuer,
            "next": local_path(next), "invitation": digest_of(invitation, INVITATION) or None, "at": now,
            "until": now + timedelta(minutes=MINUTES),
        }  # fmt: skip
        with self._database.plain() as connection:
            row = connection.execute(Q.begin_sign_in, values).fetchone() or {}
        if not row.get("begun"):
            raise TooManyTries("Too many people sign in at this moment. Try again in some minutes.")
        return target

    def finish(
        self, browser: SignInBrowser, url: str, answer: Mapping[str, str], *, address: str, agent: str, old: str = ""
    ) -> SignedIn:
        """Take a browser's answer from the provider, once. `agent` is its header, `old` the session that it had.

        Raises IdentityRefused, ProviderAway, TooManyTries.
        """
        self._count(address)
        provider, state, now = self._needed(), answer.get("state", ""), self._clock()
        taken = {"state": digest_of_text(state), "browser": browser.digest, "at": now}
        with self._database.plain() as connection:
            row = connection.execute(Q.take_sign_in, taken).fetchone()
        if row is None or row["issuer"] != provider.issuer:
            raise IdentityRefused(
                "No sign-in of this browser waits for this answer: it was used, began in another browser, or is older "
                f"than {MINUTES} minutes. Sign in again: /sign-in."
            )
        proven = provider.identity(browser.attempt(state, url), answer)
        if proven.issuer != provider.issuer or not proven.subject:
            raise IdentityRefused
        with self._database.plain() as connection:
            member = self._member(connection, proven, row["invitation"])
            self._standings.keep(connection, member, proven.refresh)
            return SignedIn(session=self._opened(connection, member, agent, old), next=local_path(row["next"]))

    def invited(self, invitation: str, address: str = "") -> Invited:
        """What an invitation is for. Raises NotFound where it isn't valid, and TooManyTries for an `address`."""
        if address:
            self._count(address)
        asked = {"digest": digest_of(invitation, INVITATION), "at": self._clock()}
        with self._database.plain() as connection:
            row = connection.execute(Q.invited, asked).fetchone()
        if row is None:
            raise NotFound(_NOT_VALID)
        return from_row(Invited, row)

    def join(self, invitation: str, *, address: str, agent: str, old: str = "") -> SignedIn:
        """Let somebody in by an invitation alone. Raises NotFound, IdentityRefused, TooManyTries.

        Only where no provider is configured: with one, who has the invitation has to prove who they are.
        """
        self._count(address)
        if self.provider is not None or self._off:
            raise IdentityRefused("This server asks an identity provider who you are. Open the invitation again.")
        with self._database.plain() as connection:
            member = _redeemed(connection, digest_of(invitation, INVITATION), None, self._clock())
            return SignedIn(session=self._opened(connection, member, agent, old), next=HOME)

    def leave(self, session: str) -> None:
        """End the session of a cookie."""
        with self._database.plain() as connection:
            end_session(connection, digest_of(session, SESSION), self._clock())

    def still_valid(self, member: UUID) -> bool:
        """Whether a member still is somebody at their provider: see `Standings.still_valid`."""
        return self._standings.still_valid(member)

    def ask_due(self) -> int:
        """Ask the provider about members who weren't asked about lately: see `Standings.ask_due`."""
        return self._standings.ask_due()

    def _member(self, connection: "Connection", proven: ProvenIdentity, invitation: bytes | None) -> UUID:
        """Who a proven person is here. Raises IdentityRefused for nobody."""
        now = self._clock()
        if invitation is not None:
            _redeemed(connection, bytes(invitation), proven, now)
        who = {"issuer": proven.issuer, "subject": proven.subject, "email": proven.email or None,
               "handle": proven.handle or None, "at": now}  # fmt: skip
        found = connection.execute(Q.identified, who).fetchone()
        if found is None and proven.email:
            row = connection.execute(Q.invited_by_email, {"email": proven.email, "at": now}).fetchone() or {}
            if row.get("digest") is not None:
                _redeemed(connection, bytes(row["digest"]), proven, now)
                found = connection.execute(Q.identified, who).fetchone()
        if found is None:
            raise IdentityRefused(
                "You are nobody in a team of this server yet. Ask an owner of the team for an invitation, and open it."
            )
        member: UUID = found["member"]
        return member

    def _opened(self, connection: "Connection", member: UUID, agent: str, old: str) -> OpenedSession:
        """A new session in the place of the one that the browser had, whoever put that there."""
        now = self._clock()
        end_session(connection, digest_of(old, SESSION), now)
        return open_session(connection, member, agent, now)

    def _needed(self) -> IdentityProvider:
        if self.provider is None:
            raise ProviderAway(self._off or "This server has no identity provider. Open an invitation of its owner.")
        return self.provider

    def _count(self, address: str) -> None:
        if wait := self._tries.take(address):
            raise TooManyTries(f"Too many tries to sign in from this address. Try again in {max(1, int(wait))} s.")


Q = load(__package__)


def _redeemed(connection: "Connection", digest: bytes, proven: ProvenIdentity | None, now: datetime) -> UUID:
    """The member of an invitation, which is used up then. Raises IdentityRefused."""
    by: dict[str, Any] = {"issuer": None, "subject": None, "email": None}
    if proven is not None:
        by = {"issuer": proven.issuer, "subject": proven.subject, "email": proven.email or None}
    row = connection.execute(Q.redeem, {"digest": digest, "member": uuid4(), "at": now, **by}).fetchone()
    if row is None or row["outcome"] != "joined":
        raise IdentityRefused(_WHY_NOT[row["outcome"] if row else "gone"])
    member: UUID = row["member"]
    return member
