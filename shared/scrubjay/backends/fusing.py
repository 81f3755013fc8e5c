"""In which order do the answers of several stores stand together? Reciprocal rank fusion; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scrubjay.backends.backend import FoundRecord
from scrubjay.retrieval.fusion import reciprocal_rank_fusion


def fuse(answers: Sequence[tuple[str, Sequence[FoundRecord]]], limit: int) -> tuple[FoundRecord, ...]:
    """The answers of stores, by priority, as one: best first; ties by newer, then by the store's priority.

    What two stores hold, by id or by its words, stands once, as the store of the higher priority has it.
    """
    kept: dict[str, tuple[int, FoundRecord]] = {}
    rankings: dict[str, list[str]] = {}
    by_words: dict[tuple[str, str], str] = {}
    for priority, (name, found) in enumerate(answers):
        ranked = rankings.setdefault(f"{priority:04} {name}", [])
        for one in found:
            id = _known(one, kept, by_words)
            kept.setdefault(id, (priority, one))
            if id not in ranked:
                ranked.append(id)
    order = sorted(kept, key=lambda id: (kept[id][1].record.recorded_at, -kept[id][0], id))
    number = {id: place for place, id in enumerate(order)}
    fused = reciprocal_rank_fusion({name: [number[id] for id in ids] for name, ids in rankings.items()}, {})
    return tuple(replace(kept[order[place]][1], score=score) for place, score in fused[:limit])


def _known(one: FoundRecord, kept: Mapping[str, object], by_words: dict[tuple[str, str], str]) -> str:
    """The id under which a record, or one with the same words and scope, was met first."""
    record = one.record
    if record.id in kept:
        return record.id
    return by_words.setdefault((record.scope, " ".join(record.content.casefold().split())), record.id)
