"""Protocols of content from extensions: parsers of files, searchable sources, importers, embedders."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint
from scrubjay.model.of_extensions import SourcedText
from scrubjay.model.outline import Outline
from scrubjay.model.pattern import pattern
from scrubjay.model.record import Item


class Parser(Protocol):
    """Finds headings and blocks in the text of files of some types. A text from it is a ground, and never quoted."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of its files end, in small letters and without the dot: `org`.

        They stand on the class, as the memory itself makes none. What ours know the structure of stays ours.
        """
        ...

    def outline(self, text: str) -> Outline:
        """Headings and blocks, lines 1-based and inclusive, both in order and within the text. Pure: no I/O.

        The text has `\\n` alone as line ends, at most a million characters, its secrets masked. Raises
        LimitExceeded for a text that takes too long or has no such structure: it is plain text then, and the message
        is shown. So it is with any other error, which is named as the extension's. It runs in a process apart, with
        5 s of CPU for a text, 10 s in all, and 1 GiB: beyond it the process is ended.
        """
        ...


NAME: Final = pattern(r"[a-z][a-z0-9-]{1,39}")
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


class StoreReader(Protocol):
    """Reads the store of one program. Each record is checked as an agent's claim, whatever it says of itself."""

    @property
    def program(self) -> str:
        """The program in a few words, as help shows it."""
        ...

    def fits(self, path: Path) -> bool:
        """Whether a file or folder is such a store; decided by a look at it, without an error for any content."""
        ...

    def read(self, path: Path) -> Iterator[Item]:
        """Everything in the store: a Record for each claim, a Skipped with the reason for anything else.

        May raise ScrubjayError where the whole can't be read.
        """
        ...


class Embedder(Protocol):
    """Computes vectors. The fingerprint needs no loaded model; embedding may raise ModelUnavailable."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on: vectors of different fingerprints are never mixed."""
        ...

    def holds(self, text: str) -> bool:
        """Whether the model's vocabulary holds a text's words, so that its vector says something."""
        ...

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, (dim,), float32, of length 1, with its token states where the model has them."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, in input order, with their token states where the model has them.

        They are (n, dim), float32, of length 1. A text whose words the model doesn't hold has a vector of zeros, which
        is none.
        """
        ...
