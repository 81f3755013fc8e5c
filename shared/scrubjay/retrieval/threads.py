"""How well does a whole thread hold a question? Its words by all that was said in it, beside the best single text.

Who asks about a discussion names its topic, which the first text tells, and the turn it took, which another one does.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Final

from scrubjay.retrieval.query import any_of
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection

MOST_WORDS: Final = 16
"""Words of a question that are looked up: the rarest."""

COMMON: Final = 0.5
"""Share of the threads above which a word tells nothing."""

SATURATED: Final = 1.2
"""How soon further texts with the same word count no more; `k1` of bm25."""


def held_by_threads(connection: Connection, words: Sequence[str]) -> dict[str, float]:
    """Each thread of the scope, by path, with how well it holds some words: 1 for the best one."""
    (threads,) = connection.execute(Q.count_threads).fetchone()
    holding = [dict(connection.execute(Q.threads_holding, {"match": any_of([word])}).fetchall()) for word in words]
    telling = sorted((one for one in holding if 0 < len(one) <= max(1.0, COMMON * threads)), key=len)[:MOST_WORDS]
    return share_held(telling, threads)


def share_held(holding: Sequence[Mapping[str, int]], threads: int) -> dict[str, float]:
    """By words, how many texts of each thread hold it: bm25 of threads, as shares of the best. Pure."""
    total: dict[str, float] = {}
    for texts in holding:
        rarity = math.log(1 + (threads - len(texts) + 0.5) / (len(texts) + 0.5))
        for path, count in texts.items():
            total[path] = total.get(path, 0.0) + rarity * count * (SATURATED + 1) / (count + SATURATED)
    best = max(total.values(), default=0.0)
    return {path: value / best for path, value in total.items()} if best > 0 else {}


def with_threads(
    connection: Connection, weight: float, words: Sequence[str], contents: Sequence[int], scores: Sequence[float]
) -> list[float]:
    """The scores of texts, each raised by what its whole thread holds."""
    held = held_by_threads(connection, words)
    rows = connection.execute(Q.paths_of_contents, {"contents": json.dumps(list(contents))})
    paths = {row["content_id"]: row["path"] for row in rows}
    return [
        round(score + weight * held.get(paths.get(content, ""), 0.0), 6)
        for content, score in zip(contents, scores, strict=True)
    ]
