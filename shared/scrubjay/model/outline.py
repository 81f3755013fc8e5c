"""The outline of a document, as a parser finds it: headings, and the blocks between them."""

from scrubjay.model.frozen import dataclass

MAX_TITLE = 200
"""Characters of a heading that are kept: each passage below it repeats them."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading at a line (1-based), with its level (1 is the top)."""

    line: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines that belong together, first and last, 1-based and inclusive: a paragraph, a list, a fence, a table."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The structure of a document: headings, and the blocks between, both in line order.

    `separate` is set for code: each heading's title is a whole path, and even small sections share no passage, so that
    each function is found by itself.
    """

    headings: tuple[Heading, ...]
    blocks: tuple[TextBlock, ...]
    title: str = ""
    separate: bool = False
