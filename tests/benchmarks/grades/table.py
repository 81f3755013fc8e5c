"""What a question is answered with: rows that can be read one by one, and figures with what they must reach."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One question of a set: what came, and whether it is as it should be (None: not judged by this program)."""

    question: str
    repository: str
    id: str
    kind: str
    outcome: str
    grade: str
    good: bool | None
    claim: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the table: how many of how many, and the bound; `most`: the bound is from above."""

    name: str
    count: int
    of: int
    bound: float | None = None
    most: bool = False

    @property
    def share(self) -> float:
        """The part; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def met(self) -> str:
        """Whether the bound is kept; empty where there is none, or nothing was asked."""
        if self.bound is None or not self.of:
            return ""
        return "yes" if (self.share <= self.bound if self.most else self.share >= self.bound) else "NO"

    def line(self) -> str:
        """One line of the table."""
        goal = "" if self.bound is None else f"{'<=' if self.most else '>='} {self.bound:g}"
        return f"| {self.name} | {self.count} of {self.of} | {self.share:.3f} | {goal} | {self.met} |"


def figure(
    name: str, rows: Iterable[Row], counts: Callable[[Row], bool], bound: float | None = None, *, most: bool = False
) -> Figure:
    """The figure of those rows that count."""
    every = list(rows)
    return Figure(name, sum(map(counts, every)), len(every), bound, most)


def table(figures: Sequence[Figure]) -> str:
    """The figures as Markdown."""
    head = ["| question | count | share | to reach | met |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(one.line() for one in figures)])


def kinds(rows: Iterable[Row], counts: Callable[[Row], bool], bound: float | None = None) -> list[Figure]:
    """One figure for each kind of row, the most counted first; all bounded from above."""
    every = list(rows)
    names = dict.fromkeys(row.kind for row in every)
    found = [figure(f"  … {name}", [r for r in every if r.kind == name], counts, bound, most=True) for name in names]
    return sorted(found, key=lambda one: -one.count)
