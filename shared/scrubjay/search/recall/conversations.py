"""Search of conversations: turns by words and by meaning, each with its neighbours, its session and its date."""

import json
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.errors import StorageError, UsageError
from scrubjay.git.head import head, replaced_note
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.decision import is_date
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit
from scrubjay.model.later import Later
from scrubjay.model.view import View
from scrubjay.search.recall.asked import LONGEST_QUERY
from scrubjay.search.recall.conversation_values import (
    ConversationAnswer,
    ConversationHit,
    ConversationRequest,
    FoundSession,
    SaidTurn,
)
from scrubjay.session.conversations import store
from scrubjay.session.conversations.model import clean_name
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import FarConversations
    from scrubjay.search.recall import archived
else:
    archived = Later("scrubjay.search.recall.archived")

NEIGHBOURS = 1
"""Turns shown before a hit and after it."""

MOST_SESSIONS = 3
EVERY_S = 60.0
"""The worker is asked so often at most."""


class ConversationSearch:
    """Searches the conversations of one project.

    `later` asks the worker for vectors and, where transcripts are followed (`grows`), for what is new in them. `far`
    are servers that keep conversations of this user, asked beside the home.
    """

    def __init__(
        self,
        git: Git,
        repository: Repository,
        database: Database,
        retriever: HybridRetriever,
        later: Callable[[], None],
        *,
        grows: bool = False,
        far: "Sequence[FarConversations]" = (),
    ) -> None:
        self._git = git
        self._repository = repository
        self._database = database
        self._retriever = retriever
        self._later = later
        self._grows = grows
        self._far = far
        self._asked = float("-inf")

    def search(self, request: ConversationRequest) -> ConversationAnswer:
        """Answer a question. Raises UsageError."""
        self._check(request)
        started = time.monotonic()
        begun = archived.begun(self._far, request) if self._far else ()
        view = self._view()
        counts = self._database.read(lambda c: c.execute(store.Q.counts).fetchone())
        roles = (clean_name(request.role).lower(),) if request.role else ()
        filters = Filters(kinds=roles, since=request.since, until=request.until)
        # Of a long turn several passages may be found.
        asked = SearchRequest(
            query=request.query,
            view=view,
            limit=2 * request.limit,
            filters=filters,
            recipe=request.recipe,
            weights=dict(request.weights),
        )
        found = self._retriever.search(asked)
        sessions = self._sessions(request, view) if counts["turns"] else ()
        if self._grows or found.embedded < 1:
            self._ask_later()
        hits = self._database.read(lambda c: _read_hits(c, found.hits))[: request.limit]
        degraded = found.degraded
        if begun:
            hits, away = archived.with_far(self._database, request, hits, begun, started)
            degraded += away
        return ConversationAnswer(
            request=request,
            view=view,
            hits=hits,
            sessions=sessions,
            degraded=degraded,
            embedded=found.embedded,
            turns=counts["turns"],
            milliseconds=found.milliseconds,
            candidates=found.candidates,
            notes=found.notes,
            steps=found.steps,
        )

    def nothing(self, request: ConversationRequest, why: str) -> ConversationAnswer:
        """An answer without hits, which says why the question can't be asked."""
        return ConversationAnswer(
            request=request,
            view=self._view(),
            hits=(),
            sessions=(),
            degraded=(why,) if why else (),
            embedded=1.0,
            turns=0,
        )

    def _view(self) -> View:
        """A view of HEAD without files, as a place for turns."""
        at = head(self._git)
        return View(
            key=store.TURNS,
            worktree=self._repository.worktree,
            branch=at.branch,
            commit=at.commit,
            tree="",
            committed_at="",
            as_of="",
            files=(),
            replaced=replaced_note(self._git, self._repository),
        )

    def _check(self, request: ConversationRequest) -> None:
        """Raises UsageError for an empty or overlong question, or a date that is none."""
        if not request.query.strip():
            raise UsageError("The query is empty. Ask what was said, such as: why did we drop Redis?")
        if len(request.query) > LONGEST_QUERY:
            raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Ask a shorter question.")
        for name, value in (("since", request.since), ("until", request.until)):
            if value and not is_date(value):
                raise UsageError(f"{name} is no date: {value[:40]!r}. Give a date such as 2026-03-01, or 2026-03.")

    def _sessions(self, request: ConversationRequest, view: View) -> tuple[FoundSession, ...]:
        """Sessions whose title or first turns hold the words of the question."""
        filters = Filters(since=request.since, until=request.until)
        found = self._retriever.search(
            SearchRequest(
                query=request.query,
                view=replace(view, key=store.SESSIONS),
                limit=MOST_SESSIONS,
                filters=filters,
                recipe="keyword",
            )
        )
        unique = {hit.blob: FoundSession(hit.blob, hit.title, hit.changed_at[:10]) for hit in found.hits}
        return tuple(unique.values())

    def _ask_later(self) -> None:
        """Ask the worker for vectors, at most once in a while."""
        if time.monotonic() < self._asked + EVERY_S:
            return
        self._asked = time.monotonic()
        try:
            self._later()
        except StorageError:
            return  # a home that can't be written now is no reason not to answer


def _read_hits(connection: Connection, hits: tuple[Hit, ...]) -> tuple[ConversationHit, ...]:
    """The hits of turns with their sessions and neighbours, each turn once."""
    asked = json.dumps([hit.content for hit in hits])
    rows = {row["content"]: row for row in connection.execute(store.Q.turns_of, {"contents": asked})}
    best: dict[int, Hit] = {}
    for hit in hits:
        best.setdefault(hit.content, hit)
    return tuple(
        _hit_with_neighbours(connection, hit, rows[content]) for content, hit in best.items() if content in rows
    )


def _hit_with_neighbours(connection: Connection, hit: Hit, row: Row) -> ConversationHit:
    """A hit with its session and the turns before and after it."""
    asked = {"conversation": row["conversation"], "number": row["number"], "limit": NEIGHBOURS}
    before = [_turn_of_row(one) for one in connection.execute(store.Q.before, asked)]
    after = [_turn_of_row(one) for one in connection.execute(store.Q.after, asked)]
    return ConversationHit(
        session=row["session"],
        title=row["title"],
        turn=_turn_of_row(row),
        passage=hit.text,
        before=tuple(reversed(before)),
        after=tuple(after),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def _turn_of_row(row: Row) -> SaidTurn:
    """The turn in a row."""
    return SaidTurn(row["number"], row["key"], row["role"], row["speaker"], row["at"], row["text"])
