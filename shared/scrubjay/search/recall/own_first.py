"""Where do files of submodules stand in an answer? Behind all of the repository's own that fit; pure."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from scrubjay.knowledge.index.kinds import KIND_OF_FORMAT, SUBMODULES
from scrubjay.model.hit import Hit

MOST: Final = 3
"""Hits of submodules in an answer that own ones fit too."""


def kinds_of_files(kinds: Collection[str]) -> tuple[str, ...]:
    """The kinds that are looked up in submodules for a question about some kinds; none means all.

    Their records are no records of this repository.
    """
    return tuple(theirs for own, theirs in SUBMODULES.items() if not kinds or own in kinds)


def not_own(theirs: Sequence[Hit], own: Sequence[Hit], blobs: Collection[str]) -> list[Hit]:
    """The hits of submodules whose very text isn't the repository's own as well."""
    contents = {hit.content for hit in own if hit.format not in KIND_OF_FORMAT}
    return [hit for hit in theirs if hit.content not in contents and hit.blob not in blobs]


def own_first(own: Sequence[Hit], theirs: Sequence[Hit], fits: Callable[[Hit], bool], limit: int) -> tuple[Hit, ...]:
    """An answer's own hits up to the last that fits, those of submodules, then its other own hits."""
    if not theirs:
        return tuple(own[:limit])
    last = max((place for place, hit in enumerate(own, 1) if fits(hit)), default=0)
    most = MOST if last else limit
    return (*own[:last], *theirs[:most], *own[last:])[:limit]
