"""Kinds that are searched in databases of their own, beside the project's: one by one, and all of them as one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallHit

Told = Callable[[Hit], RecallHit | None]
"""A hit as it is shown; None for one of another kind, and for one that is gone."""


class SearchedApart(Protocol):
    """Searches some kinds in their own database; everything is empty where nothing of them is kept."""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds that it has."""
        ...

    def asked_for(self, kinds: Sequence[str]) -> bool:
        """Whether some kinds ask for its own, and any are kept."""
        ...

    def search(self, request: SearchRequest) -> HybridResult:
        """Find texts of the kinds that are named."""
        ...

    def called(self, name: str, request: SearchRequest) -> Hit | None:
        """What is called by a name; who doesn't ask for the kind gets what may be told unasked."""
        ...

    def keeps(self, name: str) -> bool:
        """Whether something of a name is kept, whatever may be told of it."""
        ...

    def own_repository(self) -> Sequence[str]:
        """The repository whose numbers stand alone in texts, if it knows it."""
        ...

    def trouble(self) -> Sequence[str]:
        """What an answer lacks where what is kept can't be read."""
        ...

    def notes(self, kinds: Sequence[str]) -> Sequence[str]:
        """How fresh the kinds are that a search names, or that nothing of them is kept."""
        ...

    def following(self, phrasings: Sequence[str], request: SearchRequest, hits: Sequence[Hit]) -> Sequence[RecallHit]:
        """The few that follow an answer about everything, which has some hits."""
        ...

    def told(self, hits: Sequence[Hit], view: View) -> Told:
        """Shows those of some hits that are its own."""
        ...


class AllApart:
    """Several kinds that are searched apart, as one; none at all is fine."""

    def __init__(self, sources: Sequence[SearchedApart] = ()) -> None:
        self._sources = tuple(sources)
        self.kinds: tuple[str, ...] = tuple(kind for one in self._sources for kind in one.kinds)

    def asked(self, kinds: Sequence[str]) -> tuple[SearchedApart, ...]:
        """Those that some kinds ask for and that have any."""
        return tuple(one for one in self._sources if one.asked_for(kinds))

    def called(self, name: str, request: SearchRequest) -> Hit | None:
        """The first that is called by a name."""
        return next(filter(None, (one.called(name, request) for one in self._sources)), None)

    def keeps(self, name: str) -> bool:
        """Whether something of a name is kept, whatever may be told of it."""
        return any(one.keeps(name) for one in self._sources)

    def own_repository(self) -> tuple[str, ...]:
        """The repository whose numbers stand alone in texts, if one knows it."""
        return tuple(name for one in self._sources for name in one.own_repository())

    def trouble(self) -> tuple[str, ...]:
        """What an answer lacks where what is kept can't be read."""
        return tuple(note for one in self._sources for note in one.trouble())

    def notes(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """How fresh the kinds are that a search names, or that nothing of them is kept."""
        return tuple(note for one in self._sources for note in one.notes(kinds))

    def following(self, phrasings: Sequence[str], request: SearchRequest, hits: Sequence[Hit]) -> tuple[RecallHit, ...]:
        """The few that follow an answer about everything, which has some hits."""
        return tuple(hit for one in self._sources for hit in one.following(phrasings, request, hits))

    def told(self, hits: Sequence[Hit], view: View) -> Mapping[str, Told]:
        """Shows those of some hits that are searched apart, by kind."""
        each = [(one.kinds, one.told(hits, view)) for one in self._sources]
        return {kind: told for kinds, told in each for kind in kinds}
