"""Suspicion that a store is being taken out: a score of questions in a session's window."""

import threading
from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from math import prod
from types import MappingProxyType
from typing import Final

from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.of_extensions import GuardVerdict
from scrubjay_agents.query_forms import Signal, signals_of, single_place

WEIGHTS: Final[Mapping[Signal, float]] = MappingProxyType({
    Signal.EVERYTHING: 0.6, Signal.VALUES: 0.6, Signal.SERIES: 0.6, Signal.AUTHORS: 0.3, Signal.RATE: 0.2,
})  # fmt: skip
"""How far each signal alone goes; see ADR 75 for how they were fitted."""

CUT_ABOVE = 0.5
REFUSED_ABOVE = 0.8

CUT_TO = 5
MOST = 100
"""Memories in an answer that was cut, and in any."""

EARLIER = 0.5
"""What each attempt of the session's last ten minutes counts for in a query: two are cut, five refused."""

ATTEMPTS = frozenset({Signal.EVERYTHING, Signal.VALUES, Signal.SERIES})
"""What a query asks for; the other signals are its session's."""


class QueryOutcome(StrEnum):
    """What is done with a query: it is answered, answered in part, or refused."""

    ANSWERED = "answered"
    CUT = "cut"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The score of a query with the signals that made it."""

    score: float
    signals: tuple[Signal, ...]

    @property
    def outcome(self) -> QueryOutcome:
        """What is done with a query of this score."""
        if self.score > REFUSED_ABOVE:
            return QueryOutcome.REFUSED
        return QueryOutcome.CUT if self.score > CUT_ABOVE else QueryOutcome.ANSWERED

    @property
    def most(self) -> int:
        """How many memories an answer to a query of this score may show."""
        return {QueryOutcome.ANSWERED: MOST, QueryOutcome.CUT: CUT_TO, QueryOutcome.REFUSED: 0}[self.outcome]

    def __str__(self) -> str:
        return ", ".join(self.signals)


def suspicion(shown: Collection[Signal], earlier: Collection[Signal] = ()) -> Suspicion:
    """The noisy-or of what a query shows and of what its session showed before, each attempt as often as it did."""
    weights = [WEIGHTS[signal] for signal in {*shown, *earlier} - ATTEMPTS]
    weights += [WEIGHTS[signal] for signal in ATTEMPTS.intersection(shown)]
    weights += [WEIGHTS[signal] * EARLIER for signal in earlier if signal in ATTEMPTS]
    return Suspicion(
        round(1 - prod(1 - weight for weight in weights), 4),
        tuple(signal for signal in Signal if signal in {*shown, *earlier}),
    )


LENGTH = timedelta(minutes=10)

MANY_AUTHORS = 5
MANY_QUERIES = 60
STEPS = 4
"""Authors, queries, and queries that follow each other like 1, 2, 3, of one session in that time."""

MOST_QUERIES = 1_000
"""Queries of a session that are remembered: more than its rate allows in that time, so that none pushes another out."""

MOST_SESSIONS = 1_000
"""Sessions that a process remembers; the one that was quiet longest goes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query of a session: time, signals, place in a series (-1: none), and authors of what it returned.

    `handed` are the memories that it was shown although it was cut.
    """

    at: datetime
    signals: frozenset[Signal]
    place: int = -1
    authors: frozenset[str] = frozenset()
    handed: frozenset[str] = frozenset()


def recent_of(asked: Iterable[Asked], now: datetime) -> list[Asked]:
    """The queries of the last ten minutes; a clock that was set back forgets none of them."""
    return [query for query in asked if now - query.at <= LENGTH]


def signals_of_session(recent: Sequence[Asked]) -> tuple[Signal, ...]:
    """What some queries show together: each attempt as often as one was made, the others once."""
    attempts = tuple(signal for query in recent for signal in sorted(query.signals))
    found = set()
    if len({author for query in recent for author in query.authors}) >= MANY_AUTHORS:
        found.add(Signal.AUTHORS)
    if len(recent) >= MANY_QUERIES:
        found.add(Signal.RATE)
    places = [query.place for query in recent if query.place >= 0]
    if sum(later - earlier == 1 for earlier, later in pairwise(places)) >= STEPS - 1:
        found.add(Signal.SERIES)
    return (*attempts, *sorted(found))


class SessionWindows:
    """The last queries of each session of this process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: OrderedDict[str, deque[Asked]] = OrderedDict()

    def earlier(self, session: str, now: datetime) -> tuple[Signal, ...]:
        """The signals of what a session asked in the last ten minutes."""
        with self._lock:
            return signals_of_session(recent_of(self._asked.get(session, ()), now))

    def cut(self, session: str, found: Sequence[str], most: int, now: datetime) -> frozenset[str]:
        """The memories of an answer that a session may see, if limited to `most` different ones in ten minutes."""
        with self._lock:
            queries = self._asked.setdefault(session, deque([Asked(now, frozenset())], maxlen=MOST_QUERIES))
            handed = {id for query in recent_of(queries, now) for id in query.handed}
            fresh = [id for id in found if id not in handed][: max(0, most - len(handed))]
            allowed = frozenset(found) & {*handed, *fresh}
            queries[-1] = replace(queries[-1], handed=queries[-1].handed | allowed)
            return allowed

    def add(
        self, session: str, query: str, now: datetime, signals: Collection[Signal], authors: Collection[str] = ()
    ) -> tuple[Signal, ...]:
        """Remember a query, and whose memories it was shown.

        Returns what the session showed before, and what the queries show together since this one.
        """
        asked = Asked(now, frozenset(signals), single_place(query), frozenset(authors))
        with self._lock:
            queries = self._asked.setdefault(session, deque(maxlen=MOST_QUERIES))
            before = signals_of_session(recent_of(queries, now))
            queries.append(asked)
            together = {*signals_of_session(recent_of(queries, now))} - {*before, *signals}
            self._asked.move_to_end(session)
            while len(self._asked) > MOST_SESSIONS:
                self._asked.popitem(last=False)
        return (*before, *together)


class WindowGuard:
    """Limits lists of agents by what a session asked lately, as a `list_guard`."""

    def __init__(self, session_windows: SessionWindows, clock: Clock) -> None:
        self._windows = session_windows
        self._clock = clock

    def attempted(self, session: str, query: str) -> None:
        """Note that a session asked for another user's agents."""
        self._windows.add(session, query, self._clock(), signals_of(query))

    def judge(self, session: str, authors: Collection[str]) -> GuardVerdict:
        """How many agents a session may see after what it asked in the last ten minutes."""
        self._windows.add(session, "", self._clock(), (), authors)
        judged = suspicion((), self._windows.earlier(session, self._clock()))
        if judged.outcome is QueryOutcome.ANSWERED:
            return GuardVerdict(most=judged.most)
        return GuardVerdict(judged.outcome is QueryOutcome.REFUSED, judged.most, str(judged))
