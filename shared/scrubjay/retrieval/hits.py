"""What is shown of the passages that were found?"""

import json
from collections.abc import Mapping, Sequence

from scrubjay.model.hit import Hit
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection


def read_hits(
    connection: Connection,
    fused: Sequence[tuple[int, float]],
    arms: Mapping[str, Sequence[tuple[int, float]]],
) -> list[Hit]:
    """Read what is shown of each passage; one that left the scope between the two arms' snapshots is dropped."""
    asked = json.dumps([passage for passage, _ in fused])
    rows = {row["id"]: row for row in connection.execute(Q.hits, {"passages": asked}) if row["path"]}
    scores = {arm: dict(found) for arm, found in arms.items()}
    ranks = {arm: {item: n for n, (item, _) in enumerate(found, 1)} for arm, found in arms.items()}
    return [
        Hit(
            passage, row["content_id"], row["path"], row["blob"], row["heading"], row["start_line"],
            row["end_line"], row["title"], row["text"], row["changed_at"], round(score, 6),
            {arm: round(found[passage], 6) for arm, found in scores.items() if passage in found},
            {arm: found[passage] for arm, found in ranks.items() if passage in found},
            row["kind"],
        )
        for passage, score in fused
        if (row := rows.get(passage)) is not None
    ]  # fmt: skip
