"""In which order are hits shown? Named documents, then by score; current before superseded; not all of one file, and
of near-twins one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scrubjay.knowledge.index.kinds import DISCUSSIONS, MEMORY
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.supersession import current_first
from scrubjay.model.hit import Hit
from scrubjay.text.words import words

ALIKE = 0.6
"""Share of the words of two passages, each counted once, that they have in common from which on one tells both."""

RECORD = "kep.yaml"
"""The metadata of a record, which its README tells at length."""


def are_twins(first: Hit, second: Hit) -> bool:
    """Whether two hits of different documents take one place.

    Passages are compared under the same title and headings alone: records that share a sentence are no twins, nor are
    two texts without a title.
    """
    if first.path == second.path or MEMORY in (first.kind, second.kind):
        return False
    if _record(first.path) == _record(second.path) != "":
        return True
    if not first.title or (first.title, first.heading, first.kind) != (second.title, second.heading, second.kind):
        return False
    ours, theirs = set(words(first.text.lower())), set(words(second.text.lower()))
    return len(ours & theirs) >= ALIKE * len(ours | theirs)


def _record(path: str) -> str:
    """The folder of a record that has its metadata in a file beside its README; "" for other paths."""
    folder, _, name = path.rpartition("/")
    return folder if name in (RECORD, "README.md") else ""


PER_DOCUMENT = 2
"""Passages of one document in an answer, so that one file doesn't fill it."""


def arrange(
    hits: Sequence[Hit], exact: Exact, superseded_by: Mapping[str, tuple[str, ...]], limit: int
) -> tuple[Hit, ...]:
    """The first `limit` hits of a pool that stands by score; what the query names exactly comes first.

    A successor that the arms didn't find comes last in the pool; it is shown only where it replaces a hit.
    """
    ordered = sorted(hits, key=lambda hit: exact.rank(hit.content, hit.passage))
    current = [hit for _, hit in current_first([(hit.path, hit) for hit in ordered], superseded_by)]
    return tuple(_spread(current, limit))


def _spread(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The first hits, at most PER_DOCUMENT of one document and one of a discussion, whose thread is read as a whole; a
    twin of one that stands is named there.
    """
    counts: dict[str, int] = {}
    chosen: list[Hit] = []
    for hit in hits:
        twin = next((place for place, other in enumerate(chosen) if are_twins(other, hit)), None)
        if twin is not None:
            stands = chosen[twin]
            paths = dict.fromkeys([*stands.also, hit.path, *hit.also])
            chosen[twin] = replace(stands, also=tuple(path for path in paths if path != stands.path))
            continue
        counts[hit.path] = counts.get(hit.path, 0) + 1
        if counts[hit.path] <= (1 if hit.kind in DISCUSSIONS else PER_DOCUMENT):
            chosen.append(hit)
        if len(chosen) >= limit:
            break
    return chosen
