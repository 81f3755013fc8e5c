"""Turns that servers keep for the user, beside those of the home: asked meanwhile, and put between them by rank."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.model.far import ARCHIVE_S, FarTurn
from scrubjay.search.recall.conversation_values import ConversationHit, ConversationRequest, SaidTurn
from scrubjay.session.conversations import store
from scrubjay.session.conversations.model import clean_name

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import FarConversations, PendingFarTurns
    from scrubjay.storage.database import Database

RANKED: Final = 60
"""The constant of reciprocal rank, as elsewhere."""

Begun = tuple[tuple["FarConversations", "PendingFarTurns"], ...]


def begun(far: "Sequence[FarConversations]", request: ConversationRequest) -> Begun:
    """Begin to ask each server; twice as many turns are asked for as are shown, since some are here as well."""
    asked = ((one, one.begin(request.query, 2 * request.limit)) for one in far)
    return tuple((one, pending) for one, pending in asked if pending is not None)


def with_far(
    database: "Database", request: ConversationRequest, hits: tuple[ConversationHit, ...], asked: Begun, started: float
) -> tuple[tuple[ConversationHit, ...], tuple[str, ...]]:
    """The home's hits with those of servers between them, and what is degraded. Sessions that are here come from here.

    A server has the time that `ARCHIVE_S` leaves since `started`, by `time.monotonic`; none that is late is waited for.
    """
    scored = [(1 / (RANKED + rank), hit) for rank, hit in enumerate(hits, 1)]
    degraded: list[str] = []
    here: frozenset[str] | None = None
    for one, pending in asked:
        answer = pending.result(max(0.0, ARCHIVE_S - (time.monotonic() - started)))
        degraded += answer.degraded
        if answer.turns and here is None:
            rows = database.read(lambda c: c.execute(store.Q.all_sessions).fetchall())
            here = frozenset(one.known_as(row["session"]) for row in rows)
        wanted = [turn for turn in answer.turns if turn.session not in (here or ()) and _fits(request, turn)]
        scored += [(1 / (RANKED + rank), _hit(turn, 1 / (RANKED + rank))) for rank, turn in enumerate(wanted, 1)]
    best = sorted(scored, key=lambda each: -each[0])  # stable: of equals the home's first
    return tuple(hit for _, hit in best[: request.limit]), tuple(degraded)


def _fits(request: ConversationRequest, turn: FarTurn) -> bool:
    """Whether a turn is of the days and the role that are asked for."""
    role = clean_name(request.role).lower()
    since, until = turn.at[: len(request.since)], turn.at[: len(request.until)]
    return (not role or turn.role == role) and since >= request.since and (not request.until or until <= request.until)


def _hit(turn: FarTurn, score: float) -> ConversationHit:
    said = SaidTurn(turn.number, "", turn.role, turn.role, turn.at, turn.text)
    return ConversationHit(
        session=turn.session, title=turn.where, turn=said, passage=turn.text, before=(), after=(), score=score,
        scores={}, ranks={},
    )  # fmt: skip
