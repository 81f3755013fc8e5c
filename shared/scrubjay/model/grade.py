"""Grades of a memory: five levels, by what produced its words: a person, a machine, the repository."""

from enum import StrEnum


class Grade(StrEnum):
    """From best to lowest; comparable by worth."""

    TOLD = "told"
    VERIFIED = "verified"
    OBSERVED = "observed"
    CITED = "cited"
    UNCONFIRMED = "unconfirmed"

    @property
    def rank(self) -> int:
        """0 for the best."""
        return _ORDER[self]

    @classmethod
    def of_rank(cls, rank: int) -> "Grade":
        """The grade of a rank."""
        return tuple(cls)[rank]

    def __lt__(self, other: str) -> bool:
        return self.rank > Grade(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank >= Grade(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank < Grade(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank <= Grade(other).rank


_ORDER = {grade: place for place, grade in enumerate(Grade)}
