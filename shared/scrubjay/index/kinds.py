"""Searchable kinds: which kind a content's format is of, and which formats git can't give again."""

from collections.abc import Mapping
from typing import Final

MEMORY: Final = "memory"
UNCONFIRMED: Final = "unconfirmed"
"""The format of unconfirmed memories, which only an agent's word supports.

Their words are in a full-text index of their own, so that the term statistics (IDF) of all else don't depend on them;
they have no full-text row of the whole text.
"""

MEMORIES: Final = (MEMORY, UNCONFIRMED)

COMMIT: Final = "commit"

KINDS: Final[Mapping[str, str]] = {MEMORY: "memory", UNCONFIRMED: "memory", COMMIT: "commit"}
"""The kind by format; every other format is that of a file."""

NOT_FROM_GIT: Final = MEMORIES
"""Formats whose contents stay where everything that git can give again is dropped."""


def kind_of(format: str) -> str:
    """The kind of a content, as a hit names it."""
    return KINDS.get(format) or ("code" if format.startswith("code:") else "document")
