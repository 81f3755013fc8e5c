"""What does the reranker say of passages? With the texts or token states that it asks for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.reranking.reranker import RerankCandidate, Reranker
from scrubjay.knowledge.retrieval.meaning import Meaning
from scrubjay.knowledge.retrieval.recipes import Recipe
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.model.counted import counted
from scrubjay.model.encoded import passage_prefix
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from scrubjay.knowledge.index.vectors import VectorIndex


def reranked(
    connection: Connection,
    recipe: Recipe,
    passages: Mapping[int, bool],
    query: str,
    meaning: Meaning,
    index: VectorIndex,
    reranker: Reranker,
) -> tuple[dict[int, float | None], str]:
    """What the reranker says of some passages, and why it says nothing of some or all.

    `passages` says of each whether it has a vector.
    """
    nothing: dict[int, float | None] = dict.fromkeys(passages)
    if not recipe.reranker or not reranker.name:
        return nothing, "" if not recipe.reranker else "not reranked: switched off"
    texts: dict[int, str] = {}
    states: dict[int, bytes] = {}
    if reranker.wants_text:
        rows = connection.execute(Q.texts_of, {"passages": json.dumps(list(passages))})
        texts = {r["id"]: f"{passage_prefix(r['title'], r['heading'])}{r['text']}" for r in rows}
    elif meaning.encoded is None or meaning.encoded.states is None:
        return nothing, "" if meaning.encoded is None else "not reranked: the embedder gives no token states"
    else:
        states = index.states_of(connection, list(passages))
    candidates = [RerankCandidate(passage, texts.get(passage, ""), states.get(passage)) for passage in passages]
    try:
        scores = reranker.score(query, meaning.encoded, candidates)
    except ModelUnavailable as error:
        return nothing, f"not reranked: {error}"
    close = dict(zip(passages, scores, strict=True))
    if reranker.wants_text:
        return close, ""
    lacking = sum(embedded and passage not in states for passage, embedded in passages.items())
    return close, f"{lacking} of {counted(len(passages), 'passage')} ranked without token states" if lacking else ""
