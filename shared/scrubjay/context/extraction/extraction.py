"""Extraction service: each turn is read once, and every candidate goes through grounding."""

import hashlib
from collections.abc import Callable, Sequence

from scrubjay.context.extraction.noticed import States
from scrubjay.context.extraction.read_marks import MODEL, RULES, ReadMarks
from scrubjay.context.extraction.reader import ModelReader, portions
from scrubjay.context.extraction.rules import kind_of
from scrubjay.context.extraction.text import Candidate, Extracted, Judged
from scrubjay.errors import AllowanceSpent, ModelUnavailable, ScrubjayError
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act
from scrubjay.model.evidence import Origin as Words
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import BY_MODEL, Blocked, Held, Known, Outcome, Stored
from scrubjay.session.conversations.model import Turn
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.storage.database import Database

BATCH = 100
"""Turns read at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateOrigin:
    """The origin of candidates: author, session, branch and commit, and how a person stands behind them.

    `agent` is the label of the agent that does, if one does.
    """

    author: str
    session: str = ""
    branch: str = ""
    commit: str = ""
    words: Words = Words.AGENT
    act: Act = Act.NONE
    agent: str = ""


class Extraction:
    """Turns what was said in one project into memories, as far as grounding lets it.

    `stated` tells what a turn states, `reader` reads with a language model what that has read. `off`: turns are not
    read at all. `captured` says of which sessions the client's own transcript is read (`capture`): their turns are
    left to that.
    """

    def __init__(
        self,
        database: Database,
        turn_reader: TurnReader,
        memories: Memories,
        author: str,
        stated: States,
        reader: ModelReader | None = None,
        *,
        off: bool = False,
        captured: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._marks = ReadMarks(database)
        self._turn_reader = turn_reader
        self._memories = memories
        self._author = author
        self._stated = stated
        self._reader = reader
        self._off = off
        self._captured = captured

    def judge(self, claims: Sequence[str], origin: CandidateOrigin) -> tuple[Judged, ...]:
        """Let grounding judge the claims that an agent hands in; the same claim again stores nothing new."""
        candidates = [Candidate(claim, kind_of(claim)) for claim in dict.fromkeys(map(str.strip, claims)) if claim]
        return tuple(self._judged(candidate, _request_of_agent(candidate, origin)) for candidate in candidates)

    def read_turns(self, stop: Callable[[], bool] = lambda: False) -> Extracted:
        """Read what was said since the last time: for explicit statements, then by the language model if there is one.

        What was said in a transcript counts as the user's word; an import without one waits for review, and so does
        what a model words anew. Where the review queue is full, the model doesn't answer or has used up its allowance,
        reading ends and goes on there the next time.
        """
        if self._off:
            return Extracted()
        total = self._by_rules(stop)
        if self._reader is None or total.stopped or stop():
            return total
        return self._by_model(self._reader, total, stop)

    def _by_rules(self, stop: Callable[[], bool]) -> Extracted:
        """Read new turns for explicit statements, and let grounding judge each of them."""
        total, after = Extracted(), self._marks.of(RULES)
        while turns := self._turn_reader.turns_after(after, BATCH):
            for number, turn in turns:
                if stop():
                    return total
                for candidate in () if self._captured(turn.session) else self._stated(turn.text):
                    judged = self._judged(candidate, _request_of_turn(candidate, turn, self._author))
                    if judged.error:
                        return replace(total, stopped=judged.error)
                    total = _counted_outcome(total, judged.outcome)
                self._marks.note(RULES, number)
                total, after = replace(total, turns=total.turns + 1), number
        return total

    def _by_model(self, reader: ModelReader, total: Extracted, stop: Callable[[], bool]) -> Extracted:
        """Read new turns by a language model, and let grounding judge what it finds; continues `total`."""
        after = self._marks.of(MODEL)
        while turns := self._turn_reader.turns_after(after, BATCH, agents=True):
            for portion in portions(turns):
                if stop():
                    return total
                try:
                    candidates = reader.read([turn for _, turn in portion])
                except (ModelUnavailable, AllowanceSpent) as error:
                    return replace(total, stopped=str(error))
                for candidate in candidates:
                    request = _request_of_model(candidate, portion[-1][1].session, self._author, reader.name)
                    judged = self._judged(candidate, request)
                    if judged.error:
                        return replace(total, stopped=judged.error)
                    total = _counted_outcome(total, judged.outcome)
                after = portion[-1][0]
                self._marks.note(MODEL, after)
        return total

    def _judged(self, candidate: Candidate, request: RememberRequest) -> Judged:
        try:
            return Judged(candidate, self._memories.remember(request))
        except ScrubjayError as error:  # a full queue, a busy database: nothing else is lost by it
            return Judged(candidate, None, str(error))


def _request_of_agent(candidate: Candidate, origin: CandidateOrigin) -> RememberRequest:
    return RememberRequest(
        content=candidate.content,
        kind=candidate.kind,
        scope=candidate.scope,
        key=_key("candidate", candidate.content),
        author=origin.author,
        origin=origin.words,
        act=origin.act,
        session=origin.session,
        agent=origin.agent,
        branch=origin.branch,
        commit=origin.commit,
    )


def _request_of_turn(candidate: Candidate, turn: Turn, author: str) -> RememberRequest:
    return RememberRequest(
        content=candidate.content,
        kind=candidate.kind,
        scope=candidate.scope,
        quote=candidate.quote,
        key=_key("turn", turn.session, turn.key, candidate.content),
        author=author,
        session=turn.session,
    )


def _request_of_model(candidate: Candidate, session: str, author: str, model: str) -> RememberRequest:
    return RememberRequest(
        content=candidate.content,
        kind=candidate.kind,
        scope=candidate.scope,
        quote=candidate.quote,
        key=_key("model", session, candidate.content),
        author=author,
        session=session,
        agent=f"{BY_MODEL}{model}",
    )


def _key(*parts: str) -> str:
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
    return f"{parts[0]}:{digest[:32]}"


def _counted_outcome(total: Extracted, outcome: Outcome | None) -> Extracted:
    match outcome:
        case Stored():
            return replace(total, stored=total.stored + 1)
        case Known():
            return replace(total, known=total.known + 1)
        case Held():
            return replace(total, held=total.held + 1)
        case Blocked():
            return replace(total, blocked=total.blocked + 1)
        case None:
            return total
