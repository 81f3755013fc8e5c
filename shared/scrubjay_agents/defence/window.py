"""What did a session ask in the last ten minutes? Its signals, its queries, whose memories it was shown, and which."""

import threading
from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from scrubjay.model.frozen import dataclass
from scrubjay_agents.defence.asking import Signal, single_place

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
    """One query: when, the signals of its text, its place in a series (-1: none), and who wrote what it was shown.

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
        """What a session's last ten minutes show."""
        with self._lock:
            return signals_of_session(recent_of(self._asked.get(session, ()), now))

    def cut(self, session: str, found: Sequence[str], most: int, now: datetime) -> frozenset[str]:
        """Which of some memories a session may see whose last query is cut: so many different ones in ten minutes."""
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
