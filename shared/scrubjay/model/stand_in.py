"""Files that stand for memories: how far one says its memory still, and what is said of it and of the memory."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class StandInFile:
    """A file that names a memory: its path, and whether it says anything of the memory still."""

    path: str
    says: bool = True


@dataclass(frozen=True, slots=True)
class StandInNote:
    """A note about a file that stands for a memory; `ended` is the memory's status if it no longer holds."""

    text: str
    ended: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInForm:
    """How the text of a stand-in file is shown: its words, how many lines stand above them, and what those say."""

    words: str
    skipped: int
    author: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class SaidElsewhere:
    """Where else a memory is said, or proposed, in words.

    `left` is what somebody must know who ends, replaces or forgets it: that stays, since scrubjay never edits it.
    """

    text: str
    left: str = ""
