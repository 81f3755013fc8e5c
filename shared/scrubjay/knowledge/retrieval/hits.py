"""Hits: what is shown of the passages that were found."""

import json
from collections.abc import Mapping, Sequence

from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.supersession import successors
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection


def read_hits(
    connection: Connection, scored: Sequence[Scored], arms: Mapping[str, Sequence[tuple[int, float]]]
) -> list[Hit]:
    """Read what is shown of each passage; one that left the scope between the two arms' snapshots is dropped."""
    if not scored:
        return []
    ids = json.dumps([candidate.passage for candidate in scored])
    rows = {row["id"]: row for row in connection.execute(Q.hits, {"passages": ids}) if row["path"]}
    scores = {arm: {item: round(score, 6) for item, score in ranking} for arm, ranking in arms.items()}
    ranks = {arm: {item: n for n, (item, _) in enumerate(ranking, 1)} for arm, ranking in arms.items()}
    close = sorted(
        (-candidate.reranker, place) for place, candidate in enumerate(scored) if candidate.reranker is not None
    )
    ranks["reranker"] = {scored[place].passage: n for n, (_, place) in enumerate(close, 1)}
    return [
        Hit(
            passage=candidate.passage,
            content=row["content_id"],
            path=row["path"],
            blob=row["blob"],
            heading=row["heading"],
            start_line=row["start_line"],
            end_line=row["end_line"],
            title=row["title"],
            text=row["text"],
            changed_at=row["changed_at"],
            score=candidate.score,
            scores=_scores(candidate, scores),
            ranks={
                arm: by_passage[candidate.passage]
                for arm, by_passage in ranks.items()
                if candidate.passage in by_passage
            },
            kind=kind_of(row["format"]),
            format=row["format"],
        )
        for candidate in scored
        if (row := rows.get(candidate.passage)) is not None
    ]


def hits_with_name(connection: Connection, match: str, limit: int) -> list[Hit]:
    """What holds an exact name: documents and commits by their words, then code."""
    params = {"match": match, "limit": limit}
    rows = connection.execute(Q.passages_with_name, params).fetchall()
    if connection.execute(Q.any_code).fetchone()[0]:
        rows += connection.execute(Q.code_with_name, params).fetchall()
    return read_hits(connection, [Scored(row["id"], 0, -round(row["score"], 6)) for row in rows], {})


def _scores(candidate: Scored, arms: Mapping[str, Mapping[int, float]]) -> dict[str, float]:
    """By arm and stage; the cosine also where the vector arm brought a passage that no pool holds."""
    by_arm = {arm: scores[candidate.passage] for arm, scores in arms.items() if candidate.passage in scores}
    told = {"vector": candidate.cosine, "reranker": candidate.reranker}
    return by_arm | {name: value for name, value in told.items() if value is not None}


def first_passages_of_successors(
    connection: Connection, superseded_by: Mapping[str, tuple[str, ...]], hits: Sequence[Hit]
) -> list[int]:
    """The first passages of decisions that replace found ones, where neither arm found them."""
    newer = successors({hit.path for hit in hits}, superseded_by)
    rows = connection.execute(Q.first_passages_of_paths, {"paths": json.dumps(newer)}) if newer else ()
    return [row["id"] for row in rows]
