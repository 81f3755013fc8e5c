"""Source: a searchable kind of texts, such as the pages of a wiki."""

import re
from collections.abc import Iterable
from typing import Final, Protocol

from scrubjay.model.sourced import SourcedText

NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
"""What the kind of a source is called."""


class TextSource(Protocol):
    """Gives the texts of one searchable kind: data from outside, masked, never vouching, found by their kind."""

    @property
    def kind(self) -> str:
        """The name of its kind, as a search is narrowed to it: small letters, digits, hyphens.

        It stands on the class: a server lists the kinds before there is a worktree.
        """
        ...

    def texts(self) -> Iterable[SourcedText]:
        """Every text as it is now, each key once. What it no longer gives is dropped.

        May raise ScrubjayError: what was read stays as it is then, and the reason is shown.
        """
        ...
