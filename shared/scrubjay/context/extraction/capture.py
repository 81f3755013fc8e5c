"""Automatic capture of a worktree's sessions: each transcript that a hook reported is read again when it has grown.

What a person typed to be kept is told where it stands so in the transcript; what a command printed is shown beside it.
What neither of them shows isn't kept, whoever says it.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from scrubjay.context.extraction.noticed import Noticed, States, noticed_candidates
from scrubjay.context.extraction.read_marks import ReadMarks, session_reader
from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.observer import Observer, ReadSession, observation_of
from scrubjay.memory.transcript.said import NOBODY, TAKEN_BACK, said, sentence_of_person
from scrubjay.memory.transcript.session import RecordedSession
from scrubjay.memory.transcript.shown import PrintedLine, Sight
from scrubjay.memory.transcript.words import is_telling
from scrubjay.model.evidence import Act, Observation, Origin
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Known, Memory, MemoryStatus, Stored
from scrubjay.storage.database import Database

MOST: Final = 5
"""Memories of a session that hold."""

MOST_LESSONS: Final = 2
"""Of them what its commands taught, so that room is left for what people say until its end."""

NO_ROOM: Final = f"{MOST} later statements of its session took its place"

NOTICED: Final = "noticed:"
"""How the keys of what is kept unasked begin; the mark of its session follows."""


@dataclass(frozen=True, slots=True)
class Captured:
    """Counts of a capture: sessions read, memories stored, and memories that their person took back.

    `left_out` are the claims for which a session had no more room: a person's last words take that of earlier ones.
    """

    sessions: int = 0
    stored: int = 0
    taken_back: int = 0
    left_out: tuple[str, ...] = ()


class Capture:
    """Reads the sessions of one project. `reported` tells what hooks said of a session, `observer` looks into it.

    `stated` tells what a person's text states. `heard` is given each session that was read, None for one that can't be.
    """

    def __init__(
        self,
        session: Database,
        memories: Memories,
        author: str,
        reported: Callable[[str], ReportedSession | None],
        observer: Callable[[ReportedSession], Observer],
        stated: States,
        heard: Callable[[str, RecordedSession | None], object] = lambda *_: None,
    ) -> None:
        self._heard = heard
        self._marks = ReadMarks(session)
        self._memories = memories
        self._author = author
        self._reported = reported
        self._observer = observer
        self._stated = stated

    def read_sessions(self, worktree: Path, stop: Callable[[], bool] = lambda: False) -> Captured:
        """Read what has grown of the sessions that worked in a worktree. Raises ScrubjayError."""
        total = Captured()
        for session, size in self._marks.grown_sessions(worktree, self._reported):
            if stop():
                break
            total = self._read(session, total)
            self._marks.note(session_reader(session.session), size)
        return total

    def _read(self, reported: ReportedSession, total: Captured) -> Captured:
        """Read one session, store what it teaches, and end what its person took back; returns the new total."""
        observer = self._observer(reported)
        session_read = observer.look()
        total = replace(total, sessions=total.sessions + 1)
        self._heard(reported.session, None if isinstance(session_read, str) else session_read.session)
        if isinstance(session_read, str):
            return total
        before = self._memories.keyed(_key_prefix(reported.session))
        ended = self._take_back(session_read, before)
        total = replace(total, taken_back=total.taken_back + len(ended))
        holding = {
            memory.content: memory.id
            for memory in before
            if memory.status is MemoryStatus.ACTIVE and memory.id not in ended
        }
        judged = {memory.content for memory in before}
        items = noticed_candidates(session_read.session, is_same_claim, self._stated)
        lessons = sum(item.run is not None and item.candidate.content in holding for item in items)
        for place, item in enumerate(items):
            if item.candidate.content in judged or self._marks.of(_claim_key(reported.session, item)):
                continue
            request = _request(item, session_read, observer, self._author)
            if request is None:
                continue
            over = item.run is not None and lessons >= MOST_LESSONS
            full = len(holding) >= MOST and item.run is None
            earlier = _first_noticed(self._unlooked_at(holding), items, place) if full else ""
            if over or (len(holding) >= MOST and not earlier):
                total = replace(total, left_out=(*total.left_out, request.content))
                continue
            outcome = self._memories.remember(request)
            if isinstance(outcome, Stored):
                total, lessons = replace(total, stored=total.stored + 1), lessons + (item.run is not None)
                if earlier:
                    self._memories.invalidate(holding.pop(earlier), self._author, NO_ROOM, authority=True)
                    total = replace(total, left_out=(*total.left_out, earlier))
                holding[request.content] = outcome.id
            elif isinstance(outcome, Known):
                self._marks.note(_claim_key(reported.session, item), 1)
        return total

    def _take_back(self, session_read: ReadSession, before: Iterable[Memory]) -> frozenset[str]:
        """End what was kept as a person's word and was taken back later in the session; returns which."""
        ended = set()
        for memory in before:
            holds = memory.status is MemoryStatus.ACTIVE
            words = holds and said(session_read.session, memory.content, is_same_claim)
            if words == NOBODY and memory.quote:
                words = sentence_of_person(session_read.session, memory.quote, is_same_claim)
            if words == TAKEN_BACK:
                self._memories.invalidate(memory.id, self._author, f"{TAKEN_BACK} in the session", authority=True)
                ended.add(memory.id)
        return frozenset(ended)

    def _unlooked_at(self, holding: Mapping[str, str]) -> list[str]:
        """The claims of `holding`, memory ids by claim, on which no person acted since they were kept."""
        evidence = self._memories.evidence(holding.values())
        return [
            claim for claim, id in holding.items() if all(record.act is Act.NONE for record in evidence.get(id, ()))
        ]


def _first_noticed(holding: Collection[str], items: Sequence[Noticed], place: int) -> str:
    """The claim of `holding` that was noticed first before the item at `place`; empty if there is none."""
    order = [item.candidate.content for item in items]
    forgotten = [content for content in holding if content not in order]
    return next((content for content in (*forgotten, *reversed(order[place + 1 :])) if content in holding), "")


def _request(item: Noticed, session_read: ReadSession, observer: Observer, author: str) -> RememberRequest | None:
    """The claim with what shows it; None where nothing does."""
    candidate, session = item.candidate, session_read.session.name
    request = RememberRequest(
        content=candidate.content,
        kind=candidate.kind,
        scope=candidate.scope,
        quote=candidate.quote,
        key=_claim_key(session, item),
        author=author,
        origin=Origin.SCRIPT,
        session=session,
    )
    if item.run is None:
        turn = observer.judged(session_read, candidate.content, candidate.quote).turn
        return replace(request, turn=turn) if turn else None
    observation = _supporting_output(item, session_read, observer)
    return replace(request, observation=observation) if observation else None


def _supporting_output(item: Noticed, session_read: ReadSession, observer: Observer) -> Observation | None:
    """The machine output that supports an item: its quoted error, else the command that ran; None if neither."""
    if is_telling(item.candidate.quote):
        return observer.judged(session_read, "", item.candidate.quote).observation
    run = item.run
    sight = run and Sight(run.event, run.call, run.answer, PrintedLine(""))
    return observation_of(session_read.session, sight) if sight else None


def _claim_key(session: str, item: Noticed) -> str:
    return f"{_key_prefix(session)}{_digest(item.candidate.content)}"


def _key_prefix(session: str) -> str:
    return f"{NOTICED}{_digest(session)}:"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
