"""Summaries of conversations that the user's own model made: its words, marked as such wherever they are shown."""

import json
from typing import Final

from scrubjay.model.clock import Clock, iso
from scrubjay.session.conversations.model import RECENT_TURNS, HistorySummary, SummaryPoint, Turn
from scrubjay.session.conversations.store import Q
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.storage.database import Database

LATEST: Final = 3
"""Sessions that are summed up: those that went on last."""

LEAST_NEW: Final = 10
"""Turns that a model is asked for at least: a summary of every word would cost more than it saves."""

MOST_TURNS: Final = 60


class Summaries:
    """Reads and writes the summaries of one project's sessions."""

    def __init__(self, session_database: Database, clock: Clock) -> None:
        self._database = session_database
        self._clock = clock

    def of(self, session: str) -> HistorySummary | None:
        """The summary of a session; None where there is none."""
        row = self._database.read(lambda c: c.execute(Q.read_summary, {"session": session}).fetchone())
        if row is None:
            return None
        points = tuple(SummaryPoint(kind, text) for kind, text in json.loads(row["points"]))
        return HistorySummary(row["model"], row["read_to"], points, row["at"])

    def put(self, session: str, summary: HistorySummary) -> None:
        """Store a session's summary in place of an older one; ignored for a session that is gone."""
        params = {
            "session": session, "model": summary.model, "read_to": summary.read_to, "at": iso(self._clock()),
            "points": json.dumps([[point.kind, point.text] for point in summary.points], ensure_ascii=False),
        }  # fmt: skip
        self._database.write(lambda c: c.execute(Q.put_summary, params))

    def waiting(self) -> tuple[str, ...]:
        """The sessions with enough turns since their summary, the latest first."""
        params = {"latest": LATEST, "least": RECENT_TURNS + LEAST_NEW}
        return tuple(row["session"] for row in self._database.read(lambda c: c.execute(Q.unsummed, params).fetchall()))

    def unread(self, session: str) -> tuple[Turn, ...]:
        """The turns of a session since its summary, the oldest first, without the newest ones."""
        before = self.of(session)
        turns = TurnReader(self._database).newest(session, MOST_TURNS)[RECENT_TURNS:]
        return tuple(turn for turn in reversed(turns) if before is None or turn.number > before.read_to)
