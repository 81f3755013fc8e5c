"""Hits: what is shown of the passages that were found."""

import json
from collections.abc import Mapping, Sequence

from scrubjay.index.kinds import MEMORY, kind_of
from scrubjay.model.hit import Hit
from scrubjay.retrieval.pool import Scored
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection


def read_hits(
    connection: Connection, scored: Sequence[Scored], arms: Mapping[str, Sequence[tuple[int, float]]]
) -> list[Hit]:
    """Read what is shown of each passage; one that left the scope between the two arms' snapshots is dropped."""
    asked = json.dumps([one.passage for one in scored])
    rows = {row["id"]: row for row in connection.execute(Q.hits, {"passages": asked}) if row["path"]}
    scores = {arm: {item: round(score, 6) for item, score in found} for arm, found in arms.items()}
    ranks = {arm: {item: n for n, (item, _) in enumerate(found, 1)} for arm, found in arms.items()}
    close = sorted((-one.reranker, place) for place, one in enumerate(scored) if one.reranker is not None)
    ranks["reranker"] = {scored[place].passage: n for n, (_, place) in enumerate(close, 1)}
    return [
        Hit(
            passage=one.passage,
            content=row["content_id"],
            path=row["path"],
            blob=row["blob"],
            heading=row["heading"],
            start_line=row["start_line"],
            end_line=row["end_line"],
            title=row["title"],
            text=row["text"],
            changed_at=row["changed_at"],
            score=one.score,
            scores=_scores(one, scores),
            ranks={arm: found[one.passage] for arm, found in ranks.items() if one.passage in found},
            kind=kind_of(row["format"]),
            feedback=one.feedback if kind_of(row["format"]) == MEMORY else 0.0,
        )
        for one in scored
        if (row := rows.get(one.passage)) is not None
    ]


def told(one: Scored) -> dict[str, float]:
    """What vector and reranker say of a passage."""
    every = {"vector": one.cosine, "reranker": one.reranker}
    return {name: value for name, value in every.items() if value is not None}


def _scores(one: Scored, arms: Mapping[str, Mapping[int, float]]) -> dict[str, float]:
    """By arm and stage; the cosine also where the vector arm brought a passage that no pool holds."""
    found = {arm: scores[one.passage] for arm, scores in arms.items() if one.passage in scores}
    return found | told(one)
