"""How does an answer name what others wrote? Every exit takes its marks, titles and authors from here; pure."""

from typing import Final

from scrubjay.text.quoting import in_quotes
from scrubjay_forges.discussions.stored import UNJUDGED, Discussion, StoredPart

TITLE_OF_OUTSIDER: Final = "title by an outsider"
OUTSIDER: Final = "by an outsider"
UNANSWERED: Final = "by an outsider, unanswered"


def title_mark(head: Discussion) -> str:
    """What a reader must know about who gave a title that stands beside the texts of others; empty for a member's."""
    return "" if head.member else TITLE_OF_OUTSIDER


def titled(head: Discussion, most: int) -> str:
    """A title in quotation marks with its mark, as an answer has it that nobody asked for discussions.

    One that isn't told has the discussion's number in its place, without quotation marks.
    """
    if not head.heard:
        return head.told
    mark = title_mark(head)
    return f"{in_quotes(head.title, most)}{f' ({mark})' if mark else ''}"


def named_as(head: Discussion, label: str, most: int) -> str:
    """A discussion by its label and its title: `#77 "Lend fairly"`; by its label alone where the title isn't told."""
    return f"{label} {titled(head, most)}" if head.heard else label


def outsider_mark(part: StoredPart) -> str:
    """That a text is by an outsider, and whether a member answered; empty for a member's."""
    return "" if part.member else OUTSIDER if part.answered_at else UNANSWERED


def part_marks(part: StoredPart) -> tuple[str, ...]:
    """What a reader must know about who wrote a text, and about the text."""
    return tuple(filter(None, [
        outsider_mark(part),
        "" if part.member or part.judged or part.suspicious else UNJUDGED,
        f"hidden at the forge: {part.hidden}" if part.hidden else "",
        f"flagged: {part.suspicious}; not told as knowledge" if part.suspicious else "",
    ]))  # fmt: skip


def opener_of(head: Discussion, author: str) -> str:
    """Who opened it: "by ann", "by zed, an outsider", "by an outsider" where nobody is named; empty if unknown."""
    if head.member:
        return f"by {author}" if author else ""
    return f"by {author}, an outsider" if author else OUTSIDER
