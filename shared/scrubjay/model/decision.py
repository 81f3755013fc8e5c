"""What does a decision record say, and does it still stand?"""

from dataclasses import dataclass
from typing import Literal

Relation = Literal["supersedes", "superseded-by", "amends", "amended-by"]


@dataclass(frozen=True, slots=True)
class Link:
    """A decision named by another.

    `target` is a number such as "9", one of another series such as "RFC-9", or a file name or path as written.
    """

    relation: Relation
    target: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision record of a series: ADR, KEP, RFC, or what it calls itself; its number has no leading zeros.

    `status` is lower case, one of the usual words or the record's own; `date` is ISO 8601 or empty. `word` is what the
    record itself calls its status where that is another word, such as a KEP's provisional, withdrawn or replaced.
    """

    series: str
    number: str
    title: str
    status: str
    date: str
    links: tuple[Link, ...] = ()
    word: str = ""

    @property
    def name(self) -> str:
        """What people call it: ADR-007, KEP-1234; without a number its title."""
        width = 3 if self.series == "ADR" else 1
        return f"{self.series}-{self.number.zfill(width)}" if self.number else self.title


@dataclass(frozen=True, slots=True)
class Standing:
    """How the other decisions of a view see one: paths of what replaced it, what it replaced, what amends it.

    `gone` holds successors as the record writes them that the view doesn't show: a deleted file, an unmerged branch.
    """

    superseded_by: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    amended_by: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
