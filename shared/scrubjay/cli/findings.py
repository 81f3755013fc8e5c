"""The results of checks as lines: problems first, then notes, and how many checks are fine."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.model.check import Check

PROBLEM, NOTE, FINE = "problem", "note", "ok"


def finding_lines(checks: "Sequence[Check]", *, every: bool = False) -> Iterator[str]:
    """A line for each problem and note, with what to do below it; for those that are fine only with `every`."""
    ranked = sorted(checks, key=lambda check: (PROBLEM, NOTE, FINE).index(_rank(check)))
    fine = [check for check in ranked if _rank(check) == FINE]
    listed = ranked if every else ranked[: len(ranked) - len(fine)]
    width = max((len(check.label) for check in listed), default=0)
    for check in listed:
        yield f"{_rank(check):<{len(PROBLEM)}}  {check.label:<{width}}  {check.found}"
        if check.do:
            yield f"{'':<{len(PROBLEM) + width + 4}}{'→' if check.ok else 'do:'} {check.do}"
    if fine and not every:
        other = "other " if listed else ""
        noun, them = ("check is", "it") if len(fine) == 1 else ("checks are", "them")
        yield f"{len(fine)} {other}{noun} fine; `scrubjay doctor --all` lists {them}"


def _rank(check: "Check") -> str:
    if not check.ok:
        return PROBLEM
    return NOTE if check.do else FINE
