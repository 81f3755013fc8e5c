"""What was prepared for a worktree, and what was each session told? Rows of session.db; light enough for a hook."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from scrubjay.errors import ScrubjayError
from scrubjay.model.clock import Clock, iso
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay.storage.queries import load

Q = load("scrubjay.briefing")

KEPT = 1000
"""Sessions whose last briefing is remembered."""

AGAIN_S = 10.0
"""Two hooks of one event, of the plugin and of `init`, fire within this time; later it is another event."""

FORGOTTEN = frozenset({"clear", "compact"})
"""After these events the session no longer knows what it was told."""

ONCE = "(once)"
"""Stands where a session's name does, for what is said once to whichever session comes next."""

MOST_SAID = 500
"""Keys that are remembered, the last ones."""

ANSWERS = "(answers)"
"""Stands where a worktree does, for the memories that a session was shown in answers."""

_ID = re.compile(r"\b[0-9a-f]{12}\b")
"""How an answer names a memory."""

LIVE = "live"
"""How the state of a text begins that was told before any briefing was prepared: no more than the working set."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A briefing without its first line and live parts; ages are marks. `state` names what it tells.

    `hidden` are ids of memories that its commit doesn't show, or that are worth too little there.
    """

    worktree: str
    branch: str
    head: str
    task_version: int
    state: str
    knowledge: str
    text: str
    at: str = ""
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What a session was told in a worktree, and when."""

    state: str
    text: str
    at: str


class Ledger:
    """The rows of one project. Every method is one transaction."""

    def __init__(self, session: Database, clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def prepare(self, prepared: Prepared) -> None:
        """Keep a worktree's prepared briefing in place of its last one."""
        row = {name: getattr(prepared, name) for name in Prepared.__dataclass_fields__}
        row |= {"at": iso(self._clock()), "hidden": json.dumps(list(prepared.hidden))}
        self._session.write(lambda c: c.execute(Q.put_prepared, row))

    def clear(self) -> None:
        """Drop every text that is kept, since it may repeat a memory that was forgotten."""

        def drop(connection: Connection) -> None:
            connection.execute(Q.clear_prepared)
            connection.execute(Q.clear_told)

        self._session.write(drop)
        self._session.empty_log()

    def prepared(self, worktree: str, branch: str) -> Prepared | None:
        """What was prepared for a worktree on its branch, as long as the branch's task is the one it tells of."""
        row = self._session.read(lambda c: c.execute(Q.prepared, {"worktree": worktree, "branch": branch}).fetchone())
        if row is None:
            return None
        values = {name: row[name] for name in Prepared.__dataclass_fields__}
        return Prepared(**(values | {"hidden": tuple(json.loads(values["hidden"]))}))

    def told(self, session: str, worktree: str) -> Told | None:
        """What a session was last told in a worktree."""
        key = {"session": session, "worktree": worktree}
        row = self._session.read(lambda c: c.execute(Q.told, key).fetchone())
        return None if row is None else Told(row["state"], row["text"], row["at"])

    def tell(self, session: str, worktree: str, state: str, text: str) -> None:
        """Note what a session is told."""
        self._session.write(lambda c: self._put(c, session, worktree, state, text, ""))

    def told_here(self, worktree: str) -> str:
        """What sessions of a worktree were told, the last ones."""
        rows = self._session.read(lambda c: c.execute(Q.told_here, {"worktree": worktree}).fetchall())
        return "\n".join(row["text"] for row in reversed(rows))

    def said(self, worktree: str) -> frozenset[str]:
        """The keys of what is said once and was said in a worktree."""
        row = self.told(ONCE, worktree)
        return frozenset(row.text.split("\n")) - {""} if row is not None else frozenset()

    def say(self, worktree: str, keys: Sequence[str]) -> None:
        """Note that some of it is said."""

        def put(connection: Connection) -> None:
            key = {"session": ONCE, "worktree": worktree}
            row = connection.execute(Q.told, key).fetchone()
            known = row["text"].split("\n") if row is not None else []
            every = list(dict.fromkeys([*known, *keys]))[-MOST_SAID:]
            self._put(connection, ONCE, worktree, "", "\n".join(every), "")

        self._session.write(put)

    def add(self, session: str, worktree: str, lines: Sequence[str]) -> None:
        """Note that a session was told some more lines."""
        text = "\n".join(lines)
        self._session.write(lambda c: c.execute(Q.add_told, {"session": session, "worktree": worktree, "text": text}))

    def show(self, session: str, answer: str) -> None:
        """Note which memories an answer showed to a session that is known; the answer holds if that can't be kept."""
        ids = "\n".join(dict.fromkeys(_ID.findall(answer)))
        if not session or not ids:
            return

        def put(connection: Connection) -> None:
            if not connection.execute(Q.add_told, {"session": session, "worktree": ANSWERS, "text": ids}).rowcount:
                self._put(connection, session, ANSWERS, "", ids, "")

        with suppress(ScrubjayError):
            self._session.write(put)

    def shown(self, session: str) -> str:
        """Everything that a session was told, in whichever worktree, and the ids of what answers showed it."""
        rows = self._session.read(lambda c: c.execute(Q.all_told, {"session": session}).fetchall())
        return "\n".join(row["text"] for row in rows)

    def claim(self, session: str, worktree: str, state: str, text: str, source: str) -> tuple[bool, str]:
        """Whether this event of a client shall tell `text`, and what the session knows already; notes that it is told.

        Of several hooks that ask at once for one event, one gets True. After a compaction the text is told again.
        """

        def decide(connection: Connection) -> tuple[bool, str]:
            key = {"session": session, "worktree": worktree}
            row = connection.execute(Q.told, key).fetchone()
            if row is None and source == "fork":
                row = connection.execute(Q.told_in, {"worktree": worktree, "state": state}).fetchone()
                if row is not None:
                    self._put(connection, session, worktree, state, text, source)
                    return False, str(row["text"])
            if row is not None:
                fresh = abs(_since(row["at"], self._clock())) <= timedelta(seconds=AGAIN_S)
                doubled = fresh and row["source"] == source
                if row["state"] == state and (source not in FORGOTTEN or doubled):
                    return False, str(row["text"])
            known = str(row["text"]) if row is not None and source not in FORGOTTEN else ""
            self._put(connection, session, worktree, state, text, source)
            return True, known

        return self._session.write(decide)

    def _put(self, connection: Connection, session: str, worktree: str, state: str, text: str, source: str) -> None:
        row = {"session": session, "worktree": worktree, "state": state, "text": text, "source": source}
        row |= {"at": iso(self._clock())}
        connection.execute(Q.bring_back, row)
        connection.execute(Q.put_told, row)
        connection.execute(Q.drop_old_told, {"kept": KEPT})


def _since(moment: str, now: datetime) -> timedelta:
    try:
        return now - datetime.fromisoformat(moment)
    except ValueError:
        return timedelta.max
