"""Who calls: a digest is looked up at each request; failures are counted, and strangers wait for members."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread

from scrubjay_team.errors import TeamDatabaseLost, TokenRefused
from scrubjay_team.serving import refusals
from scrubjay_team.serving.limits import CALLS, FAILURES, RateLimit, Recent
from scrubjay_team.serving.refusals import HttpRefusal, limited

if TYPE_CHECKING:
    from starlette.types import Scope

    from scrubjay_team.database.connecting import TeamCaller
    from scrubjay_team.serving.behind import ProcessBehind

LOOK_UP_S: Final = 5.0
"""Seconds after which a look-up finds the database away, however it hangs."""

KNOWN_S: Final = 3600.0
"""Seconds that a token counts as known after it was valid."""

REFUSED_S: Final = 30.0
"""Seconds that a token isn't looked up again after it wasn't valid."""

LOOKED_UP: Final = 4
"""Tokens of strangers, and messages of forges, that the database is asked about at once: fewer than its connections."""

MOST_WAITING: Final = 64
"""Tokens of strangers from one address that wait to be looked up."""

_log = logging.getLogger(__name__)


class GateCallers:
    """Those who call this process; `clock` is in seconds."""

    def __init__(self, behind: "ProcessBehind", clock: Callable[[], float]) -> None:
        self._behind = behind
        self._failures = RateLimit(FAILURES, clock)
        self._calls = RateLimit(CALLS, clock)
        self._known = Recent(KNOWN_S, clock)
        self._invalid = Recent(REFUSED_S, clock)
        self._running: Counter[bytes] = Counter()
        self.strangers = anyio.CapacityLimiter(LOOKED_UP)

    async def of(
        self, scope: "Scope", digest: bytes, refusal: HttpRefusal, *, person: bool
    ) -> "TeamCaller | HttpRefusal":
        """Whose a request is, by a token or a `person` by the session of their browser; `refusal`: for no valid one.

        Failures are counted after the look-up: a valid token never waits for those of others. A session that has ended
        is no failure: whoever asks is counted as nobody then.
        """
        address = address_of(scope)
        if not digest or digest in self._invalid:
            return refusal if person else self.failed(address, refusal)
        known = digest in self._known
        if known and (wait := self._calls.take(digest)):
            return limited(wait, "requests with this token")
        try:
            with anyio.fail_after(LOOK_UP_S):
                return await self._looked_up(address, digest, known=known, person=person)
        except TimeoutError:
            _log.warning("a request wasn't answered: the database didn't answer within %s s", LOOK_UP_S)
            return refusals.UNAVAILABLE
        except TeamDatabaseLost as error:
            _log.warning("a request wasn't answered: %s", error)
            return refusals.UNAVAILABLE
        except TokenRefused:
            self._known.drop(digest)
            self._invalid.add(digest)
            return refusal if person else self.failed(address, refusal)

    async def _looked_up(self, address: str, digest: bytes, *, known: bool, person: bool) -> "TeamCaller | HttpRefusal":
        """Whom a digest stands for. Raises TokenRefused, TeamDatabaseUnavailable."""
        caller: TeamCaller
        if known:
            caller = await in_thread(self._behind.caller, digest, person)
            return caller
        with self.slot(f"address {address}".encode(), MOST_WAITING) as free:
            if not free:
                return limited(1, "tokens at once from this address")
            caller = await in_thread(self._behind.caller, digest, person, limiter=self.strangers)
        self._known.add(digest)
        self._calls.take(digest)
        return caller

    def failed(self, who: str, refusal: HttpRefusal, what: str = "requests without a valid token") -> HttpRefusal:
        """Why a request isn't let in; one of too many of an address is told to wait."""
        wait = self._failures.take(who)
        return limited(wait, what) if wait else refusal

    @contextmanager
    def slot(self, who: bytes, most: int) -> Iterator[bool]:
        """Whether one more of these may run at once; it counts until the block ends."""
        self._running[who] += 1
        try:
            yield self._running[who] <= most
        finally:
            self._running[who] -= 1
            if not self._running[who]:
                del self._running[who]


def address_of(scope: "Scope") -> str:
    """The IP address that a request comes from."""
    return str((scope.get("client") or ("", 0))[0])


async def in_thread(function: Callable[..., Any], *values: object, limiter: anyio.CapacityLimiter | None = None) -> Any:
    """What a function gives that waits for the database, in a thread of its own."""
    return await anyio.to_thread.run_sync(function, *values, limiter=limiter, abandon_on_cancel=True)
