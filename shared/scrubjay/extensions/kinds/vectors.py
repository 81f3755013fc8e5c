"""The protocols of those who give vectors that they computed, so that a home need not, and of signed files of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from scrubjay.model.encoded import Fingerprint
from scrubjay.model.given import GivenVectors, PassageKey

MOST_ASKED: Final = 500
"""Passages that are asked for at once."""


class VectorSource(Protocol):
    """Gives vectors of documents. What it gives is checked, and some of it is computed again; see `VectorIntake`."""

    @property
    def name(self) -> str:
        """Who it is, the same in every process: kept beside what it gave, and shown to people."""
        ...

    @property
    def whole(self) -> bool:
        """Whether it is asked to the end, though it has nothing of some page: what is asked stays on this machine."""
        ...

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        """The vectors that it has of some passages, at most MOST_ASKED, made by the embedder of a fingerprint.

        Raises ScrubjayError where it can't say: the model computes them then.
        """
        ...

    def close(self) -> None:
        """Let go what it holds, such as connections, at the end of a run."""
        ...


class OfferedVectors(Protocol):
    """The vectors of a file, verified as a whole. Nothing of it is used before `agree` and `fit`.

    `invocation`, `home` and `workspace` are those of the command, as `scrubjay.cli.context` makes them.
    """

    @property
    def whose(self) -> str:
        """Who signed it and what it is of, for people, on one line."""
        ...

    def agree(self, invocation: Any, home: Any, line: str) -> None:
        """Let a person say once whether this signer's vectors are taken; at once where they did.

        Raises NotAPerson with the `line` to type, Exit where they don't agree.
        """
        ...

    def fit(self, workspace: Any) -> None:
        """Raise ScrubjayError where a project can take none of it: of another model, or another project's."""
        ...

    def take(self, workspace: Any) -> str:
        """Take what a project lacks, and say how much. Raises ScrubjayError where a sample showed other vectors."""
        ...


class VectorFiles(Protocol):
    """Writes and opens files of vectors."""

    def export(self, invocation: Any, workspace: Any, file: Path, key: Path, *, force: bool) -> str:
        """Write the vectors of the documents at HEAD, signed; returns what was written. Raises ScrubjayError."""
        ...

    def open(self, invocation: Any, file: Path) -> OfferedVectors:
        """Copy and verify a file. Raises ScrubjayError."""
        ...
