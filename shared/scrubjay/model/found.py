"""A passage that a search found, as an extension gets it."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """One result: its kind, where it stands (a path with lines, a memory's id), and its text, secrets masked.

    `grade` is a memory's, empty for others; `date` is ISO 8601 or empty.
    """

    kind: str
    title: str
    place: str
    text: str
    date: str = ""
    grade: str = ""
