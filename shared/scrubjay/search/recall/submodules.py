"""What submodules say beside the repository's own files: searched apart, shown behind, and never a ground."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.knowledge.decisions.naming import record_key
from scrubjay.knowledge.index.kinds import FILES, SUBMODULES, kind_of
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.hit import Hit
from scrubjay.privacy.secrets.shown_names import shown as shown_name
from scrubjay.search.recall.fitness import Cosines, Fit, best_fit, best_of
from scrubjay.search.recall.searches import Ranking, Searches, fused

MOST: Final = 3
"""Hits of submodules in an answer that own ones fit too."""


def kinds_of_files(kinds: Collection[str]) -> tuple[str, ...]:
    """The kinds that are looked up in submodules for a question about some kinds; none means all.

    Their records are no records of this repository.
    """
    return tuple(theirs for own, theirs in SUBMODULES.items() if not kinds or own in kinds)


def not_own(theirs: Sequence[Hit], own: Sequence[Hit], blobs: Collection[str]) -> list[Hit]:
    """The hits of submodules whose very text isn't the repository's own as well."""
    contents = {hit.content for hit in own if kind_of(hit.format) in FILES}
    return [hit for hit in theirs if hit.content not in contents and hit.blob not in blobs]


def own_first(own: Sequence[Hit], theirs: Sequence[Hit], fits: Callable[[Hit], bool], limit: int) -> tuple[Hit, ...]:
    """An answer's own hits up to the last that fits, those of submodules, then its other own hits."""
    if not theirs:
        return tuple(own[:limit])
    last = max((place for place, hit in enumerate(own, 1) if fits(hit)), default=0)
    most = MOST if last else limit
    return (*own[:last], *theirs[:most], *own[last:])[:limit]


SEARCHED = 8
"""Hits of submodules that are looked at for one answer."""


NO_RECORD = "{} is no record of this repository, but one of a submodule"
MORE = "submodule {0} may answer as well: path {0} shows it"


@dataclass(frozen=True, slots=True)
class SubmodulePart:
    """The hits of submodules that fit a question, and how well.

    `records` are names of records that submodules alone have, `place` is the submodule of the first hit, `embedded` is
    the share of the repository's own vectors.
    """

    hits: tuple[Hit, ...] = ()
    fit: Fit = "nothing"
    records: tuple[str, ...] = ()
    place: str = ""
    embedded: float = 1.0

    def notes(self, shown: Sequence[Hit]) -> tuple[str, ...]:
        """What is said of records that submodules alone have, and of what fits but has no room among the hits."""
        there = {hit.passage for hit in shown}
        hidden = self.fit == "good" and not any(hit.passage in there for hit in self.hits)
        more = (MORE.format(shown_name(self.place)),) if hidden else ()
        return (*(NO_RECORD.format(name) for name in self.records), *more)

    def behind(
        self, hits: Sequence[Hit], fit: Fit, near: Mapping[str, Cosines], named: Sequence[Hit], limit: int
    ) -> tuple[Sequence[Hit], Fit]:
        """An answer's hits and fit with those of submodules behind all that fit as well, or alone where none does.

        What fits weakly isn't shown beside own files that fit.
        """
        if not self.hits or best_of([fit, self.fit]) != self.fit:
            return hits, fit
        if fit == "nothing":
            return self.hits[:limit], self.fit
        called = {hit.content for hit in named}

        def fits(hit: Hit) -> bool:
            if hit.content in called or self.records:
                return hit.content in called
            found = best_fit(near, [hit], self.embedded, named=False)
            return best_of([found, self.fit]) == found

        return own_first(hits, self.hits, fits, limit), self.fit


def search_submodules(
    phrasings: Sequence[str], request: SearchRequest, ranking: Ranking, near: Mapping[str, Cosines], database: Searches
) -> tuple[Ranking, SubmodulePart]:
    """What the submodules of the view say to a question, beside the `ranking`, which is what its own files say.

    Nothing is looked up where no submodule is read, nor for memories, symbols or a pool. The name of a record means an
    own one where there is one.
    """
    filters, kinds = request.filters, kinds_of_files(request.filters.kinds)
    if not request.view.submodules or not kinds or filters.only_memories or filters.asks_for_places or filters.shared:
        return ranking, SubmodulePart()
    scope = replace(filters, kinds=kinds)
    wanted = replace(request, filters=scope, limit=SEARCHED, memories=0, superseded_by={}, versions={})
    found, own = fused(phrasings, wanted, database), ranking.project
    records = frozenset(name for name in found.exact if record_key(name)[1])
    lacking = records.difference(own.exact)
    if records and not lacking and any(record_key(words)[1] for words in phrasings):
        return ranking, SubmodulePart()
    there = not_own(found.hits, own.hits, {file.blob for file in request.view.files})
    if records:
        there = [hit for hit in there if (hit.content in found.by_name) == bool(lacking)]
    fits = {hit.passage: best_fit(near, [hit], found.embedded, named=hit.content in found.by_name) for hit in there}
    best = best_of(fits.values())
    hits = tuple(hit for hit in there if fits.get(hit.passage) == best != "nothing")
    known = set(found.exact) if hits else set()
    project = replace(own, unknown=tuple(name for name in own.unknown if name not in known))
    theirs = tuple(name for name in found.exact if name in lacking) if hits else ()
    module = request.view.submodule_of(hits[0].path) if hits else None
    part = SubmodulePart(
        hits=hits,
        fit=best if hits else "nothing",
        records=theirs,
        place=module.path if module else "",
        embedded=own.embedded,
    )
    return replace(ranking, project=project), part
