"""Source: a searchable kind of texts, such as the pages of a wiki."""

from collections.abc import Iterable
from typing import Protocol

from scrubjay.model.sourced import SourcedText


class TextSource(Protocol):
    """Gives the texts of one searchable kind: data from outside, masked, never vouching, found by their kind."""

    @property
    def kind(self) -> str:
        """The name of its kind, as a search is narrowed to it: small letters, digits, hyphens."""
        ...

    def texts(self) -> Iterable[SourcedText]:
        """Every text as it is now, each key once. What it no longer gives is dropped.

        May raise ScrubjayError: what was read stays as it is then, and the reason is shown.
        """
        ...
