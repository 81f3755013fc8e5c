"""Takes what validations quoted of a forgotten source out of their rows; the memories themselves stay."""

from typing import Final

from scrubjay.memories.rows import Q
from scrubjay.storage import Connection

FORGOTTEN: Final = "[forgotten with its repository]"
"""Words that no discussion has, so that what leaned on the source stays fallen even where it is read again."""


def forget_quoted(connection: Connection, repository: str) -> int:
    """Take the words of a repository's discussions (HOST/OWNER/NAME) out; returns how many citations had some."""
    return int(connection.execute(Q.forget_quoted, {"repository": repository, "instead": FORGOTTEN}).rowcount)
