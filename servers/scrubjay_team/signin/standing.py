"""Whether a member still is somebody at their identity provider: asked now and then, and what its no ends."""

import logging
import time
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.extensions.kinds.identity import IdentityProvider, IdentityRefused, ProviderAway
from scrubjay.model.clock import Clock
from scrubjay_team.database.queries import load
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.sealing import Sealer

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, TeamDatabase

REFRESH_USE: Final = "sign-in"
"""What a refresh token is sealed for."""

ASKED_EVERY: Final = timedelta(hours=12)
AGAIN: Final = timedelta(minutes=5)
"""After which it is asked again where it was away."""

HOLDS: Final = timedelta(hours=24)
"""How long the provider's last yes holds while it is away."""

MOST_DUE: Final = 20
DUE_S: Final = 30.0
"""Members who are asked about in one run of the worker's chore, and the seconds after which no further one begins."""

Q = load(__package__)

_log = logging.getLogger(__name__)


class Standings:
    """Asks the provider about members. Thread-safe; `clock` gives UTC."""

    def __init__(
        self, database: "TeamDatabase", clock: Clock, provider: IdentityProvider | None, sealer: Sealer | None
    ) -> None:
        self._database = database
        self._clock = clock
        self._provider = provider
        self._sealer = sealer

    def keep(self, connection: "Connection", member: UUID, refresh: str) -> None:
        """Keep what a member's provider may be asked with; without a key to seal it with, nothing is kept."""
        sealed = self._sealed(member, refresh) if refresh else None
        connection.execute(Q.keep_refresh, {"member": member, "refresh": sealed, "at": self._clock()})

    def still_valid(self, member: UUID) -> bool:
        """Whether a member is still somebody at their provider, asked at most every 12 hours.

        True for one who is bound to none, or who it can't be asked about. False: it says no; their sessions have ended,
        and no token of theirs enters until they sign in again. Raises ProviderAway where it doesn't answer and its last
        yes is older than a day.
        """
        now = self._clock()
        with self._database.plain() as connection:
            row = connection.execute(Q.standing, {"member": member}).fetchone()
            if row is None or self._provider is None or row["issuer"] != self._provider.issuer:
                return True
            if row["refused_at"] is not None:
                return False
            asked = {"member": member, "before": now - ASKED_EVERY, "at": now}
            turn = connection.execute(Q.turn_to_ask, asked).fetchone()
        sealed = turn["refresh"] if turn else None
        if sealed is not None:
            return self._ask(member, row["subject"], bytes(sealed), holds=now - row["confirmed_at"] < HOLDS)
        if row["asks"] and now - row["confirmed_at"] >= HOLDS:
            raise ProviderAway
        return True

    def ask_due(self) -> int:
        """Ask about members who hold something and weren't asked about for 12 hours, whether they come or not.

        Returns how many; a provider that is away is asked again later.
        """
        now, until = self._clock(), time.monotonic() + DUE_S
        if self._provider is None:
            return 0
        wanted = {"issuer": self._provider.issuer, "before": now - ASKED_EVERY, "at": now, "most": MOST_DUE}
        with self._database.plain() as connection:
            due = [row["member"] for row in connection.execute(Q.due_to_ask, wanted)]
        asked = 0
        for member in due:
            if time.monotonic() > until:
                break
            with suppress(ProviderAway):
                self.still_valid(member)
            asked += 1
        return asked

    def _ask(self, member: UUID, subject: str, sealed: bytes, *, holds: bool) -> bool:
        """Ask now, outside of any transaction; nobody else asks meanwhile."""
        if self._provider is None or self._sealer is None:
            return True
        try:
            refresh = self._provider.confirm(subject, self._sealer.open(member, REFRESH_USE, sealed))
        except IdentityRefused:
            with self._database.plain() as connection:
                connection.execute(Q.refused_by_provider, {"member": member, "at": self._clock()})
            return False
        except (ProviderAway, SecretsLocked) as error:
            _log.warning("the identity provider wasn't asked about a member: %s", error)
            soon = self._clock() - ASKED_EVERY + AGAIN
            with self._database.plain() as connection:
                connection.execute(Q.ask_again, {"member": member, "asked": soon})
            if not holds:
                raise ProviderAway from error
            return True
        with self._database.plain() as connection:
            self.keep(connection, member, refresh)
        return True

    def _sealed(self, member: UUID, refresh: str) -> bytes | None:
        if self._sealer is None:
            return None
        try:
            return self._sealer.seal(member, REFRESH_USE, refresh)
        except SecretsLocked as error:
            _log.warning("what an identity provider may be asked with later wasn't kept: %s", error)
            return None
