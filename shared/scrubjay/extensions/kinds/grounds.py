"""Protocols of grounds from extensions: forms of reference, texts outside of git, notes, named texts, histories."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from scrubjay.errors import NotFound
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationResult, CitationStatus
from scrubjay.model.history import CommitFacts, Contribution, ToldHistory
from scrubjay.model.of_extensions import NamedText
from scrubjay.model.view import View


class CitationForm(Protocol):
    """A form of reference, such as a ticket's number. It can ground a claim, but a memory never quotes it."""

    def find(self, text: str) -> Iterable[tuple[int, int, str]]:
        """Where references stand in a text: start, end and target, in order and apart. Pure; linear in the text."""
        ...

    def resolve(self, target: str) -> CitationResult:
        """What a target says now, at most 300 characters, or that it isn't there; within 250 ms.

        May raise ScrubjayError: the citation is then unverifiable.
        """
        ...


class CitationReader(Protocol):
    """Looks up citations in what is kept, before any network is asked."""

    def of(self, citation: Citation, view: View, since: str = "") -> Callable[[Citation, str], CitationResult] | None:
        """The function that compares a citation with a claim, if it means something that is kept here; else None.

        What was said `since` the session began (ISO 8601, UTC) counts for nothing: an agent may have said it there.
        """
        ...


class GroundText(Protocol):
    """Looks at the texts that memories cite, for one worktree. Thread-safe."""

    def generation(self) -> object:
        """A value that changes with every change of what is kept, for use in cache keys."""
        ...

    def holds(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text of this source, wherever that is kept."""
        ...

    def of_here(self, citation: CitationResult) -> bool:
        """Whether a citation was resolved by a text that this project keeps."""
        ...

    def moved(self, cited: Collection[tuple[str, str]], view: View) -> frozenset[str]:
        """The targets whose source no longer says the cited words at a view; `cited` has pairs (target, words)."""
        ...

    def standing(self, citation: CitationResult, view: View) -> tuple[CitationStatus, str, str]:
        """A citation's status at a view, a note about it, and the source's present words if the cited ones are gone."""
        ...


class DocumentNote(Protocol):
    """Says what is known of documents. Texts are Markdown; other people's words stand in quotation marks."""

    @property
    def any(self) -> bool:
        """Whether anything is known of any document."""
        ...

    def mark(self, view: View, text: str) -> str:
        """A few words for a list that names a document of this text; empty where nothing is known."""
        ...

    def lines(self, view: View, path: str, text: str) -> list[str]:
        """The lines to show behind the document at a path that has this text."""
        ...


class NamedTextReader(Protocol):
    """Reads texts by name, as a view has them."""

    def read(self, name: str, view: View) -> NamedText | None:
        """The text of a name; None for one that names none here. Raises NotFound for one that the view doesn't show."""
        ...

    def missing(self, name: str) -> NotFound | None:
        """The error for a name of its form that nothing is kept of; None for any other name."""
        ...


class HistorySource(Protocol):
    """Tells what else happened. Each method answers emptily where nothing is kept, and raises ScrubjayError alone."""

    def tell(
        self, topic: str, view: View, facts: Mapping[str, CommitFacts], path: str, is_about: Callable[[str], bool]
    ) -> ToldHistory:
        """What else happened to a topic whose file is `path`; `is_about` says whether a text is about the topic."""
        ...

    def contributions(
        self, view: View, paths: Collection[str], is_about: Callable[[str], bool]
    ) -> tuple[Contribution, ...]:
        """People's contributions on some files about the topic, each counted in lines."""
        ...
