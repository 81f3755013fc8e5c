"""Grades of a memory: whose words it is, a person's, a source's or an agent's. Best first."""

from enum import Enum


class Grade(Enum):
    """The grades of memories, from best to lowest; comparable by worth, written as a reader sees them.

    GROUNDED is no grade of its own: it is SAID with a ground that stands, a bound for filters that no reader sees.
    """

    TOLD = 0
    QUOTED = 1
    GROUNDED = 2
    SAID = 3

    @property
    def rank(self) -> int:
        """0 for the best."""
        return int(self.value)

    def __str__(self) -> str:
        return "said" if self is Grade.GROUNDED else self.name.lower()

    def __lt__(self, other: "Grade") -> bool:
        return self.rank > other.rank

    def __le__(self, other: "Grade") -> bool:
        return self.rank >= other.rank

    def __gt__(self, other: "Grade") -> bool:
        return self.rank < other.rank

    def __ge__(self, other: "Grade") -> bool:
        return self.rank <= other.rank


WORDS = ("told", "quoted", "said")
"""The grades as readers see them, best first."""


def grade_named(name: str) -> Grade:
    """The grade of a name in a setting: told, quoted, grounded or said. Raises KeyError."""
    return Grade[name.upper()]
