"""Events of a history that stand in neither commits nor documents, and who spoke of its files."""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from scrubjay.model.history import CommitFacts, Contribution, ToldHistory
from scrubjay.model.view import View


class HistorySource(Protocol):
    """Tells what else happened. Each method answers emptily where nothing is kept, and raises ScrubjayError alone."""

    def tell(
        self, topic: str, view: View, facts: Mapping[str, CommitFacts], path: str, is_about: Callable[[str], bool]
    ) -> ToldHistory:
        """What it adds to the commits of a topic whose file is `path`; `is_about` says whether a text is about it."""
        ...

    def contributions(
        self, view: View, paths: Collection[str], is_about: Callable[[str], bool]
    ) -> tuple[Contribution, ...]:
        """What people said of some files, where that is about the topic; each counted in lines."""
        ...
