"""A text of a source: what it says, and where it is from."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedText:
    """One text that is to be found by a search. `key` is its own for good within its source, at most 200 characters.

    `address` is where a person opens it; `author` whoever wrote it; `date` ISO 8601, or empty.
    """

    key: str
    title: str
    text: str
    address: str = ""
    author: str = ""
    date: str = ""
