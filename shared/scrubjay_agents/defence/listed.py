"""The guard of the list of agents: a look at it counts with what the session asked of pools in the last ten minutes."""

from collections.abc import Collection

from scrubjay.model.clock import Clock
from scrubjay.model.guard_verdict import GuardVerdict
from scrubjay_agents.defence.asking import signals_of
from scrubjay_agents.defence.score import QueryOutcome, suspicion
from scrubjay_agents.defence.window import SessionWindows


class WindowGuard:
    """A `list_guard` over what sessions asked lately."""

    def __init__(self, session_windows: SessionWindows, clock: Clock) -> None:
        self._windows = session_windows
        self._clock = clock

    def attempted(self, session: str, query: str) -> None:
        """A session asked for another user's agents."""
        self._windows.add(session, query, self._clock(), signals_of(query))

    def judge(self, session: str, authors: Collection[str]) -> GuardVerdict:
        """How many agents a session may see after what it asked in the last ten minutes."""
        self._windows.add(session, "", self._clock(), (), authors)
        judged = suspicion((), self._windows.earlier(session, self._clock()))
        if judged.outcome is QueryOutcome.ANSWERED:
            return GuardVerdict(most=judged.most)
        return GuardVerdict(judged.outcome is QueryOutcome.REFUSED, judged.most, str(judged))
