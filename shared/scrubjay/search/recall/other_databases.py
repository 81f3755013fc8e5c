"""Searches beside the project's own files: the user's memories, other kinds, submodules."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.decisions.naming import record_key
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.index.kinds import FILES, SUBMODULES, kind_of
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.memory.store.visible import VisibleMemories
from scrubjay.model.clock import Clock
from scrubjay.model.encoded import Vector
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown as shown_name
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.fitness import Cosines, Fit, best_fit, best_of
from scrubjay.search.recall.searches import Ranking, Searches, search_phrasings_in
from scrubjay.storage.database import Database

NUMBER = 1
"""The number of the one view in the user's database: there is no tree, only moments."""


class UserRetriever:
    """Searches the user's own memories for a project, without those that the project's commit shows as documents."""

    def __init__(
        self,
        project: str,
        database: Callable[[], Database],
        clock: Clock,
        embedder: Embedder | None,
        reranker: Reranker | None = None,
        indexes: VectorIndexes | None = None,
        published: Callable[[str], frozenset[str]] = lambda commit: frozenset(),
    ) -> None:
        self._database = database
        self._shelf = VisibleMemories("", clock, project=project, published=published)
        self._embedder = embedder
        self._reranker = reranker
        self._indexes = indexes
        self._lock = threading.Lock()
        self._retriever: HybridRetriever | None = None

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages of the user's memories, as of the request's view."""
        return self._user_retriever().search(request)

    def comparer(self) -> Embedder | None:
        """The embedder whose vectors are compared with the user's memories; see MeaningArm.comparer."""
        return self._user_retriever().comparer()

    def alike(self, vector: Vector, least: float) -> dict[str, float]:
        """The cosine of each of the user's memories, by id, that is at least so near to a vector."""
        return self._user_retriever().alike(vector, least)

    def _user_retriever(self) -> HybridRetriever:
        """The retriever of the user's memories; made at the first call."""
        with self._lock:
            if self._retriever is None:
                self._retriever = HybridRetriever(
                    self._database(),
                    lambda c, view, _: self._shelf.fill(c, view, NUMBER),
                    self._embedder,
                    reranker=self._reranker,
                    indexes=self._indexes,
                )
            return self._retriever


Told = Callable[[Hit], RecallHit | None]
"""A hit as it is shown; None for one of another kind, and for one that is gone."""


class SearchedApart(Protocol):
    """A search of some kinds in a database of their own; every result is empty where none of them are kept."""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds that this database holds."""

    def asked_for(self, kinds: Sequence[str]) -> bool:
        """Whether the asked kinds include one of this database, and it holds any."""

    def search(self, request: SearchRequest) -> HybridResult:
        """Find texts of the asked kinds."""

    def called(self, name: str, request: SearchRequest) -> Hit | None:
        """The hit that has this name; where its kind isn't asked for, only one that may be shown unasked."""

    def keeps(self, name: str) -> bool:
        """Whether the database holds anything of this name, shown or not."""

    def own_repository(self) -> Sequence[str]:
        """The name of the repository that a number without a name means; empty if unknown."""

    def trouble(self) -> Sequence[str]:
        """Notes that the database can't be read."""

    def notes(self, kinds: Sequence[str]) -> Sequence[str]:
        """Notes on the asked kinds: how old they are, or that none are kept."""

    def following(self, phrasings: Sequence[str], request: SearchRequest, hits: Sequence[Hit]) -> Sequence[RecallHit]:
        """The few hits to add to an answer about all kinds, whose own hits are given."""

    def told(self, hits: Sequence[Hit], view: View) -> Told:
        """A function that shows a hit of this database, and gives None for any other hit."""


class AllApart:
    """Several searches of separate databases as one; without any, every result is empty."""

    def __init__(self, sources: Sequence[SearchedApart] = ()) -> None:
        self._sources = tuple(sources)
        self.kinds: tuple[str, ...] = tuple(kind for one in self._sources for kind in one.kinds)

    def asked(self, kinds: Sequence[str]) -> tuple[SearchedApart, ...]:
        """The searches whose kinds are among the asked ones."""
        return tuple(one for one in self._sources if one.asked_for(kinds))

    def called(self, name: str, request: SearchRequest) -> Hit | None:
        """The hit of this name from the first database that has one."""
        return next(filter(None, (one.called(name, request) for one in self._sources)), None)

    def keeps(self, name: str) -> bool:
        """Whether any database holds anything of this name, shown or not."""
        return any(one.keeps(name) for one in self._sources)

    def own_repository(self) -> tuple[str, ...]:
        """The name of the repository that a number without a name means, if any database knows it."""
        return tuple(name for one in self._sources for name in one.own_repository())

    def trouble(self) -> tuple[str, ...]:
        """Notes on the databases that can't be read."""
        return tuple(note for one in self._sources for note in one.trouble())

    def notes(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Notes on the asked kinds: how old they are, or that none are kept."""
        return tuple(note for one in self._sources for note in one.notes(kinds))

    def following(self, phrasings: Sequence[str], request: SearchRequest, hits: Sequence[Hit]) -> tuple[RecallHit, ...]:
        """The few hits to add to an answer about all kinds, whose own hits are given."""
        return tuple(hit for one in self._sources for hit in one.following(phrasings, request, hits))

    def told(self, hits: Sequence[Hit], view: View) -> Mapping[str, Told]:
        """The functions that show the given hits of these databases, by kind."""
        each = [(one.kinds, one.told(hits, view)) for one in self._sources]
        return {kind: told for kinds, told in each for kind in kinds}


MOST: Final = 3
"""Hits of submodules in an answer that own ones fit too."""


def kinds_of_files(kinds: Collection[str]) -> tuple[str, ...]:
    """The asked kinds that submodules are searched for; asking for none means all of these.

    Their records are no records of this repository.
    """
    return tuple(theirs for own, theirs in SUBMODULES.items() if not kinds or own in kinds)


def not_own(theirs: Sequence[Hit], own: Sequence[Hit], blobs: Collection[str]) -> list[Hit]:
    """The hits of submodules without those whose content the repository itself has."""
    contents = {hit.content for hit in own if kind_of(hit.format) in FILES}
    return [hit for hit in theirs if hit.content not in contents and hit.blob not in blobs]


def own_first(own: Sequence[Hit], theirs: Sequence[Hit], fits: Callable[[Hit], bool], limit: int) -> tuple[Hit, ...]:
    """The repository's hits up to the last that fits, then those of submodules, then its other hits."""
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
        """Notes about records found only in submodules, and about fitting hits that had no room."""
        there = {hit.passage for hit in shown}
        hidden = self.fit == "good" and not any(hit.passage in there for hit in self.hits)
        more = (MORE.format(shown_name(self.place)),) if hidden else ()
        return (*(NO_RECORD.format(name) for name in self.records), *more)

    def behind(
        self, hits: Sequence[Hit], fit: Fit, near: Mapping[str, Cosines], named: Sequence[Hit], limit: int
    ) -> tuple[Sequence[Hit], Fit]:
        """An answer's hits and fit, with fitting hits of submodules after the fitting own ones, or alone if none fits.

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
    """Search the view's submodules too; `ranking` are the hits of the repository's own files.

    Nothing is looked up where no submodule is read, nor for memories, symbols or a pool. The name of a record means an
    own one where there is one.
    """
    filters, kinds = request.filters, kinds_of_files(request.filters.kinds)
    if not request.view.submodules or not kinds or filters.only_memories or filters.asks_for_places or filters.shared:
        return ranking, SubmodulePart()
    scope = replace(filters, kinds=kinds)
    wanted = replace(request, filters=scope, limit=SEARCHED, memories=0, superseded_by={}, versions={})
    found, own = search_phrasings_in(phrasings, wanted, database), ranking.project
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
