"""Members who wait for changes: woken by what may concern them, without a connection or a thread while they wait."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import anyio
import anyio.to_thread

from scrubjay.errors import ScrubjayError
from scrubjay.model.frozen import dataclass
from scrubjay_team.changes.listening import listen
from scrubjay_team.changes.reading import Q, position
from scrubjay_team.changes.values import OutboxPosition
from scrubjay_team.errors import TokenRefused

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import TeamCaller, TeamDatabase

LOOK_S: Final = 1.0
"""Seconds between two looks while somebody waits and nothing is heard: a server may end before it tells others."""

LEAST_S: Final = 0.2
"""Seconds between two looks, however much is heard."""

SPOKEN_S: Final = 1.0
"""Seconds between two times that this process tells others that something changed."""

ENTITLED_S: Final = 2.0
"""Seconds between two looks at the tokens of those who wait."""

TRIMMED_S: Final = 3_600.0

PACE_S: Final = 1.0
"""Seconds that a request which waits takes at least, so that a change is told of at most once a second."""

MOST_WAITING: Final = 500
"""Requests that wait at once in a process; one more is answered after PACE_S."""

CHECKS: Final = 2
"""Connections to the database that those who wait use at once, each for as long as it takes to look."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entitled:
    """What a token stood for when it was looked up last."""

    member: UUID
    team: UUID
    role: str
    scopes: tuple[str, ...]
    projects: tuple[UUID, ...]


class Waiter:
    """One request that waits."""

    def __init__(self, digest: bytes, entitled: Entitled) -> None:
        self.digest = digest
        self.entitled = entitled
        self._heard = asyncio.Event()
        self._over = asyncio.Event()
        self._failure: ScrubjayError | None = None

    def wake(self) -> None:
        """Let it look what it may be told."""
        self._heard.set()

    def end(self, failure: ScrubjayError | None = None) -> None:
        """Let it wait no longer, because of a failure where there is one."""
        self._failure = self._failure or failure
        self._over.set()
        self._heard.set()

    async def until(self, moment: float, *, woken: bool = True) -> bool:
        """Wait until a moment of the loop's clock, or until it is woken; False where it waits no longer.

        Raises the failure that ended it: TokenRefused, TeamDatabaseUnavailable and the like.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout_at(moment):
                await (self._heard if woken else self._over).wait()
        if self._failure is not None:
            raise self._failure
        if woken:
            self._heard.clear()
        return not self._over.is_set() and (not woken or asyncio.get_running_loop().time() < moment)


class ChangeHub:
    """Those who wait in this process, and what wakes them. `run` is its life; the rest is called while that runs."""

    def __init__(self, database: "TeamDatabase", clock: Callable[[], datetime], listen_dsn: str = "") -> None:
        """`listen_dsn` reaches the database without a pooler; empty: `database` does."""
        self._database = database
        self._clock = clock
        self._listen_dsn = listen_dsn or database.dsn
        self._waiters: set[Waiter] = set()
        self._somebody, self._due, self._wrote = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._changed = 0
        self._ended = False
        self.checks = anyio.CapacityLimiter(CHECKS)
        """Of the threads in which those who wait look."""

    @contextmanager
    def waiting(self, digest: bytes, caller: "TeamCaller") -> Iterator[Waiter]:
        """One more who waits, by their token, until the block ends; where too many wait, for PACE_S alone."""
        entitled = Entitled(caller.member, caller.team, caller.role, caller.scopes, caller.projects)
        waiter = Waiter(digest, entitled)
        if self._ended:
            waiter.end()
        elif len(self._waiters) >= MOST_WAITING:
            asyncio.get_running_loop().call_later(PACE_S, waiter.end)
        self._waiters.add(waiter)
        self._somebody.set()
        try:
            yield waiter
        finally:
            self._waiters.discard(waiter)
            if not self._waiters:
                self._somebody.clear()

    async def run(self) -> None:
        """Hear, look and tell others, until cancelled."""
        loop = asyncio.get_running_loop()

        def changed(number: int) -> None:
            with suppress(RuntimeError):  # the loop is over
                loop.call_soon_threadsafe(self._on_change, number)

        self._database.on_change = changed
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(listen(self._listen_dsn, self._due.set))
            tasks.create_task(self._looking())
            tasks.create_task(self._again(self._speak, SPOKEN_S, self._wrote))
            tasks.create_task(self._again(self._entitle, ENTITLED_S, self._somebody))
            tasks.create_task(self._again(self._trim, TRIMMED_S))

    def end(self) -> None:
        """Let nobody wait any longer: the server ends."""
        self._ended = True
        for waiter in self._waiters:
            waiter.end()

    def _on_change(self, number: int) -> None:
        self._changed = number
        self._wrote.set()
        self._due.set()

    async def _looking(self) -> None:
        """Look at the outbox while somebody waits, and wake whom a change may concern."""
        last: OutboxPosition | None = None
        while True:
            if not self._waiters:
                last = None
            await self._somebody.wait()
            self._due.clear()
            there = tuple(self._waiters)
            concerned: Collection[bytes] | None = None
            try:
                last, concerned = await self._in_thread(self._look, last, {one.digest for one in there})
            except ScrubjayError as error:
                _log.warning("members who wait for changes are sent away: %s", error)
                last = None
                for waiter in self._waiters:
                    waiter.end(error)
            except Exception:
                _log.exception("a look at the outbox failed")
                last = None
            for waiter in self._waiters:
                if concerned is None or waiter.digest in concerned or waiter not in there:
                    waiter.wake()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), LOOK_S)
            await asyncio.sleep(LEAST_S)

    def _look(
        self, last: OutboxPosition | None, digests: Collection[bytes]
    ) -> tuple[OutboxPosition, Collection[bytes] | None]:
        """Where the outbox is now, and the tokens that what is new since may concern: None: any."""
        with self._database.plain() as connection:
            upto = position(connection)
            if last is None or last.epoch != upto.epoch:
                return upto, None
            if (last.snapshot, last.last) == (upto.snapshot, upto.last):
                return upto, ()
            params = {"since": last.snapshot, "since_last": last.last, "upto": upto.snapshot, "at": self._clock()}
            rows = connection.execute(Q.concerned, {**params, "digests": list(digests)}).fetchall()
            return upto, {bytes(row["digest"]) for row in rows}

    async def _again(
        self, work: Callable[[], Awaitable[None]], pause: float, asked: asyncio.Event | None = None
    ) -> None:
        """Do something once it is asked for, again and again with a pause, whatever fails."""
        while True:
            if asked is not None:
                await asked.wait()
            try:
                await work()
            except ScrubjayError as error:
                _log.warning("the database didn't answer who waits for changes: %s", error)
            except Exception:
                _log.exception("work for members who wait for changes failed")
            await asyncio.sleep(pause)

    async def _speak(self) -> None:
        """Tell other servers, by a number alone, that something changed."""
        self._wrote.clear()
        await self._in_thread(self._executed, Q.notify, {"generation": str(self._changed)})

    async def _trim(self) -> None:
        await self._in_thread(self._executed, Q.trim, {"at": self._clock()})

    async def _entitle(self) -> None:
        """End whose token is valid no longer, and wake whose grants or role changed."""
        there = tuple(self._waiters)
        found = await self._in_thread(self._entitled, tuple({one.digest for one in there}))
        for one in there:
            now = found.get(one.digest)
            if now is None:
                one.end(TokenRefused())
            elif now != one.entitled:
                one.entitled = now
                one.wake()

    def _entitled(self, digests: tuple[bytes, ...]) -> Mapping[bytes, Entitled]:
        params = {"digests": list(digests), "at": self._clock()}
        with self._database.plain() as connection:
            rows = connection.execute(Q.entitled, params).fetchall()
        return {
            bytes(row["digest"]): Entitled(
                row["member"], row["team"], row["role"], tuple(row["scopes"]), tuple(row["projects"])
            )
            for row in rows
        }

    def _executed(self, statement: str, params: Mapping[str, object]) -> None:
        with self._database.plain() as connection:
            connection.execute(statement, params)

    async def _in_thread(self, function: Callable[..., Any], *values: object) -> Any:
        return await anyio.to_thread.run_sync(function, *values, abandon_on_cancel=True)
