"""A question to a team's memories: candidates by words and by meaning among what a member sees, ranked as at home."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.retrieval.memories import CANDIDATES, PER_MEMORY
from scrubjay.knowledge.retrieval.recipes import MEMORIES
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.knowledge.retrieval.scoring import Features, blended
from scrubjay.model.encoded import EncodedQuery
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import Hit
from scrubjay_team.database.queries import load
from scrubjay_team.memories.filters import NOTHING, filter_params, phrases_stand
from scrubjay_team.memories.memory import FoundMemory, Row, TeamMemory
from scrubjay_team.memories.pieces import vector_text
from scrubjay_team.memories.store import MemoryStore
from scrubjay_team.memories.words import area_of, asked_keys

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

LONGEST: Final = 2_000
"""Characters of a question that are read."""

Arm = dict[int, float]
"""The passages that one way of looking found, best first, each with its score."""


@dataclass(frozen=True, slots=True)
class ScoredPassage:
    """A passage with its scores by words and by meaning; None where one has none."""

    row: Row
    score: float
    words: float | None
    cosine: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuestion:
    """A question to memories: how many are wanted, of which project besides the team's own, and the moment.

    `encoded` is the question where it is embedded already; `filters` are those of memories.
    """

    words: str
    limit: int
    at: datetime
    project: UUID | None = None
    encoded: EncodedQuery | None = None
    filters: Filters = NOTHING


def find(
    entered: "Entered", store: MemoryStore, asked: MemoryQuestion, embedder: Embedder | None
) -> tuple[FoundMemory, ...]:
    """The memories that fit a question best, each once; without a question the newest."""
    question = asked.words[:LONGEST]
    params: dict[str, object] = {"at": asked.at, "project": asked.project, "most": max(CANDIDATES, asked.limit)}
    params |= filter_params(asked.filters)
    if not question:
        arms: dict[str, Arm] = {"bm25": _arm(entered, Q.newest, params)}
        vector, model = "", ""
    else:
        areas = [area_of(entered.caller.team, scope) for scope in ("team", "global")]
        keys, terms = asked_keys(areas, question)
        by_words = _arm(entered, Q.by_words, params | {"keys": keys, "terms": terms}) if keys else {}
        vector, model = _meaning(question, embedder, asked.encoded)
        meant = params | {"vector": vector, "embedder": model}
        arms = {"bm25": by_words, "vector": _arm(entered, Q.nearest, meant) if vector else {}}
    ids = list(dict.fromkeys(passage for arm in arms.values() for passage in arm))
    read = {"ids": ids, "embedder": model, "vector": vector or None}
    rows = entered.connection.execute(Q.passages, read).fetchall() if ids else []
    best = ranked(rows, arms["bm25"])[: PER_MEMORY * asked.limit]
    memories = store.of_ids({one.row["memory"] for one in best})
    found: dict[UUID, FoundMemory] = {}
    for one in best:
        memory = memories.get(one.row["memory"])
        if memory is not None and phrases_stand(memory, asked.filters):
            found.setdefault(one.row["memory"], FoundMemory(_hit(one, memory, arms), memory))
    return tuple(found.values())[: asked.limit]


def _arm(entered: "Entered", statement: str, params: Mapping[str, object]) -> Arm:
    rows = entered.connection.execute(statement, params).fetchall()
    return {row["passage"]: row["score"] for row in rows}


def _meaning(question: str, embedder: Embedder | None, encoded: EncodedQuery | None) -> tuple[str, str]:
    """A question's vector as pgvector reads it, and the model's key; both empty where there is none."""
    if embedder is None:
        return "", ""
    try:
        encoded = encoded or embedder.embed_query(question)
    except ModelUnavailable:
        return "", ""
    return (vector_text(encoded.vector), embedder.fingerprint.key) if encoded.vector.any() else ("", "")


def ranked(rows: Iterable[Row], words: Arm) -> list[ScoredPassage]:
    """The passages by the core's blend for memories, best first; without vectors the order of words stays. Pure."""
    kept = list(rows)
    features = [
        Features(words.get(row["id"]), row["cosine"], row["cosine"], None, seen=row["cosine"] is not None)
        for row in kept
    ]
    if not any(feature.judged for feature in features):
        scores = [round(words.get(row["id"], 0.0), 6) for row in kept]
    else:
        scores = blended(features, MEMORIES)
    candidates = [
        ScoredPassage(row, score, feature.bm25, feature.cosine)
        for row, feature, score in zip(kept, features, scores, strict=True)
    ]
    return sorted(candidates, key=lambda one: (-one.score, -one.row["id"]))


def _hit(one: ScoredPassage, memory: TeamMemory, arms: Mapping[str, Arm]) -> Hit:
    """A passage as a search's hit."""
    row, scores = one.row, {"bm25": one.words, "vector": one.cosine}
    ranks = {name: list(arm).index(row["id"]) + 1 for name, arm in arms.items() if row["id"] in arm}
    return Hit(
        passage=row["id"], content=memory.number, path=f"memory:{memory.id}", blob=memory.id, heading="",
        start_line=row["start_line"], end_line=row["end_line"], title="", text=row["text"],
        changed_at=memory.recorded_at, score=one.score, kind="memory", format="memory", ranks=ranks,
        scores={name: round(score, 6) for name, score in scores.items() if score is not None},
    )  # fmt: skip
