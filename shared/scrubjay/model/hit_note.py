"""What an extension says of the file of a hit, and the form in which a text of it is shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HitNote:
    """What to say of a file; `ended` is the status of what it stands for, where that holds no more."""

    text: str
    ended: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitForm:
    """The words of a text to show, how many lines of it stand above them, and what those lines say."""

    words: str
    skipped: int
    author: str = ""
    status: str = ""
