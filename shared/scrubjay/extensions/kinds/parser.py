"""Parser: the structure of a file type, so that its documents are cut where they say so."""

from typing import Protocol

from scrubjay.model.outline import Outline


class Parser(Protocol):
    """Finds headings and blocks in the text of files of some types. A text from it is a ground, and never quoted."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of its files end, in small letters and without the dot: `org`."""
        ...

    def outline(self, text: str) -> Outline:
        """Headings and blocks, lines 1-based and inclusive, both in order and within the text. Pure: no I/O.

        The text has `\\n` alone as line ends, at most a million characters, its secrets masked. Raises
        LimitExceeded for a text that takes too long or has no such structure: it is plain text then, and the message
        is shown. So it is with any other error, which is named as the extension's.
        """
        ...
