"""Notes on documents: what else is known of one, as a mark in a list and as lines below its text."""

from typing import Protocol

from scrubjay.model.view import View


class DocumentNote(Protocol):
    """Says what is known of documents. Texts are Markdown; other people's words stand in quotation marks."""

    @property
    def any(self) -> bool:
        """Whether there is anything to be said, of whatever document."""
        ...

    def mark(self, view: View, text: str) -> str:
        """A few words for a list that names a document of this text; empty where nothing is known."""
        ...

    def lines(self, view: View, path: str, text: str) -> list[str]:
        """What follows the document at a path that has this text."""
        ...
