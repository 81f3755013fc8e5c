"""What did a session ask in the last ten minutes? Its signals, its queries, and whose memories it was shown."""

import threading
from collections import OrderedDict, deque
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from itertools import pairwise

from scrubjay.defence.asking import Signal, single_place
from scrubjay.model.frozen import dataclass

LENGTH = timedelta(minutes=10)

MANY_AUTHORS = 5
MANY_QUERIES = 60
STEPS = 4
"""Authors, queries, and queries that follow each other like 1, 2, 3, of one session in that time."""

MOST_SESSIONS = 1_000
"""Sessions that a process remembers; the one that was quiet longest goes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One query: when, the signals of its text, its place in a series (-1: none), and who wrote what it was shown."""

    at: datetime
    signals: frozenset[Signal]
    place: int = -1
    authors: frozenset[str] = frozenset()


def signals_of_session(asked: Iterable[Asked], now: datetime) -> frozenset[Signal]:
    """What the queries of the last ten minutes show together; a clock that was set back forgets none of them."""
    recent = [query for query in asked if now - query.at <= LENGTH]
    found = {signal for query in recent for signal in query.signals}
    if len({author for query in recent for author in query.authors}) >= MANY_AUTHORS:
        found.add(Signal.AUTHORS)
    if len(recent) >= MANY_QUERIES:
        found.add(Signal.RATE)
    places = [query.place for query in recent if query.place >= 0]
    if sum(later - earlier == 1 for earlier, later in pairwise(places)) >= STEPS - 1:
        found.add(Signal.SERIES)
    return frozenset(found)


class SessionWindows:
    """The last queries of each session of this process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: OrderedDict[str, deque[Asked]] = OrderedDict()

    def earlier(self, session: str, now: datetime) -> frozenset[Signal]:
        """What a session's last ten minutes show."""
        with self._lock:
            return signals_of_session(self._asked.get(session, ()), now)

    def add(
        self, session: str, query: str, now: datetime, signals: Collection[Signal], authors: Collection[str] = ()
    ) -> None:
        """Remember a query, and whose memories it was shown."""
        asked = Asked(now, frozenset(signals), single_place(query), frozenset(authors))
        with self._lock:
            queries = self._asked.setdefault(session, deque(maxlen=MANY_QUERIES))
            queries.append(asked)
            self._asked.move_to_end(session)
            while len(self._asked) > MOST_SESSIONS:
                self._asked.popitem(last=False)
