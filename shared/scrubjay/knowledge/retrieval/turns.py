"""Turns of conversations as they are ranked: by words, by meaning, and by their neighbours.

Chosen on one half of the conversations of BEAM 100K and of LoCoMo, reported on the other and on BEAM 500K (ADR 0065).
Who said a turn counts only where a question names that person: that a set labels the user's turns says nothing of
other talks. Short turns heard two further on raise LoCoMo's and leave BEAM's, whose turns are long.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.talk import (
    Talk,
    TurnPosition,
    asks_for_now,
    best_first,
    by_named,
    latest_first,
    smoothed,
    tells_other_figures,
)
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from scrubjay.knowledge.index.vectors import VectorIndex
    from scrubjay.model.encoded import Vector


def heard(
    connection: Connection,
    talk: Talk,
    query: str,
    turns: Sequence[tuple[int, int | None]],
    scores: Sequence[float],
    index: VectorIndex,
) -> list[float]:
    """The scores of some turns as a recipe hears them. A turn is its content and its passage nearest to the query."""
    ids = json.dumps([content for content, _ in turns])
    rows = {row["content_id"]: row for row in connection.execute(Q.places_of, {"contents": ids})}

    def place(content: int) -> TurnPosition:
        row = rows.get(content)
        if not row or not row["path"]:  # what has no path stands alone
            return TurnPosition(content, 0)
        return TurnPosition(row["path"].rpartition("/")[0], row["number"], row["bytes"], row["following"])

    spread = smoothed(scores, [place(content) for content, _ in turns], talk.adjacent, talk.beyond)
    turn_rows = [rows.get(content) for content, _ in turns]
    speakers = [row["speaker"] if row else "" for row in turn_rows]
    named = by_named(spread, speakers, query, talk.named)
    if not asks_for_now(query):
        return named
    head = {turn: passage for turn in best_first(named) if (passage := turns[turn][1]) is not None}
    said = _said(connection, head, index)

    def updates(newer: int, older: int) -> bool:
        if newer not in said or older not in said or speakers[newer] != speakers[older]:
            return False
        (text, vector), (text_before, vector_before) = said[newer], said[older]
        return float(vector @ vector_before) >= talk.alike and tells_other_figures(text, text_before)

    moments = [(row["said"], row["number"]) if row else ("", 0) for row in turn_rows]
    return latest_first(named, moments, talk.latest, updates)


def _said(connection: Connection, passages: Mapping[int, int], index: VectorIndex) -> dict[int, tuple[str, Vector]]:
    """The text and the vector of the passage by which each turn was found, where it has a vector."""
    rows = connection.execute(Q.texts_of, {"passages": json.dumps(list(passages.values()))})
    texts = {row["id"]: row["text"] for row in rows}
    ids, vectors = index.vectors_of(connection, list(passages.values()))
    by_passage = dict(zip(ids.tolist(), vectors, strict=True))
    return {turn: (texts[passage], by_passage[passage]) for turn, passage in passages.items() if passage in by_passage}
