"""What of the sessions here is kept unasked? Each transcript that a hook reported is read again when it has grown.

What a person typed to be kept is told where it stands so in the transcript; what a command showed is observed there.
What neither of them shows isn't kept, whoever says it.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from scrubjay.extraction.noticed import Noticed, noticed
from scrubjay.grounding.printed import speaks_of
from scrubjay.grounding.same import same
from scrubjay.memories import Memories, RememberRequest
from scrubjay.model.evidence import Observation, Origin
from scrubjay.model.memory import Memory, MemoryStatus, Stored
from scrubjay.observed.observer import Look, Observer, observation_of
from scrubjay.observed.said import TAKEN_BACK, said
from scrubjay.presence.clients import Reported
from scrubjay.storage import Database, load

Q = load(__package__)

MOST: Final = 5
"""Memories of a session."""

NOTICED: Final = "noticed:"
"""How the keys of what is kept unasked begin; the mark of its session follows."""


@dataclass(frozen=True, slots=True)
class Captured:
    """How many sessions were read, what was kept of them, and what their person took back since it was kept."""

    sessions: int = 0
    kept: int = 0
    taken_back: int = 0


class Capture:
    """Reads the sessions of one project. `reported` tells what hooks said of a session, `observer` looks into it."""

    def __init__(
        self,
        session: Database,
        memories: Memories,
        author: str,
        reported: Callable[[str], Reported | None],
        observer: Callable[[Reported], Observer],
    ) -> None:
        self._session = session
        self._memories = memories
        self._author = author
        self._reported = reported
        self._observer = observer

    def read_sessions(self, worktree: Path, stop: Callable[[], bool] = lambda: False) -> Captured:
        """Read what has grown of the sessions that worked in a worktree. Raises ScrubjayError."""
        total = Captured()
        for name in self._names(worktree):
            if stop():
                break
            reported = self._reported(name)
            size = _size(reported.transcript) if reported else 0
            if reported is None or size <= self._read_to(name):
                continue
            total = self._read(reported, total)
            self._session.write(lambda c, n=name, s=size: c.execute(Q.put_read_to, {"reader": _reader(n), "turn": s}))  # type: ignore[misc]
        return total

    def _read(self, reported: Reported, total: Captured) -> Captured:
        observer = self._observer(reported)
        look = observer.look()
        total = replace(total, sessions=total.sessions + 1)
        if isinstance(look, str):
            return total
        before = self._memories.keyed(_prefix(reported.session))
        total = replace(total, taken_back=total.taken_back + self._take_back(look, before))
        left = MOST - len(before)
        known = {memory.content for memory in before}
        for one in noticed(look.session, same):
            if left <= 0:
                break
            if one.candidate.content in known:
                continue
            request = _request(one, look, observer, self._author)
            if request is not None and isinstance(self._memories.remember(request), Stored):
                total, left = replace(total, kept=total.kept + 1), left - 1
        return total

    def _take_back(self, look: Look, before: Iterable[Memory]) -> int:
        """End what was kept as a person's word and was taken back later in the session; returns how many."""
        count = 0
        for memory in before:
            holds = memory.status is MemoryStatus.ACTIVE
            if holds and said(look.session, memory.content, memory.quote, speaks_of, same) == TAKEN_BACK:
                self._memories.invalidate(memory.id, self._author, f"{TAKEN_BACK} in the session", authority=True)
                count += 1
        return count

    def _names(self, worktree: Path) -> list[str]:
        rows = self._session.read(lambda c: c.execute(Q.sessions_in, {"worktree": str(worktree)}).fetchall())
        return [row["session"] for row in rows]

    def _read_to(self, session: str) -> int:
        row = self._session.read(lambda c: c.execute(Q.read_to, {"reader": _reader(session)}).fetchone())
        return row["turn"] if row else 0


def _request(one: Noticed, look: Look, observer: Observer, author: str) -> RememberRequest | None:
    """The claim with what shows it; None where nothing does."""
    candidate, session = one.candidate, look.session.name
    request = RememberRequest(
        candidate.content, candidate.kind, candidate.scope, candidate.quote,
        key=f"{_prefix(session)}{_digest(candidate.content)}", author=author, origin=Origin.SCRIPT, session=session,
    )  # fmt: skip
    if one.run is None:
        turn = observer.judged(look, candidate.content, candidate.quote, speaks_of).turn
        return replace(request, turn=turn) if turn else None
    seen = _shown(one, look, observer)
    return replace(request, observation=seen) if seen else None


def _shown(one: Noticed, look: Look, observer: Observer) -> Observation | None:
    """What the machine said: the error, in words that no agent gave; of a claim without one, how its command ended."""
    if not one.candidate.quote:
        return observation_of(look.session, one.run) if one.run else None
    return observer.judged(look, one.candidate.quote, one.candidate.quote, lambda *_: True).observation


def _prefix(session: str) -> str:
    return f"{NOTICED}{_digest(session)}:"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def _reader(session: str) -> str:
    return f"session {session}"


def _size(transcript: str) -> int:
    try:
        return Path(transcript).stat().st_size
    except (OSError, ValueError):
        return 0
