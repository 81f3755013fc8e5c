"""Where does each decision stand on the timeline, and which arrows lead from one to another? Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass

ROW: Final = 28
TOP: Final = 20
RAIL: Final = 150
BARE: Final = 10
"""Where the rail stands: arrows need room at its left, and without any it stands at the edge."""

LEAST_BEND: Final = 18
MOST_BEND: Final = 130
WIDTH: Final = 900
LETTERS: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineDot:
    """A decision on the rail. `words` fit beside it."""

    key: str
    y: int
    date: str
    words: str
    full: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class TimelineArrow:
    """An arrow from a decision to the one that it replaces, or with `amends` changes in part: an SVG path."""

    path: str
    words: str
    amends: bool


@dataclass(frozen=True, slots=True)
class DecisionTimeline:
    """A drawing. `outside` counts arrows that would lead to decisions which it doesn't show."""

    dots: tuple[TimelineDot, ...]
    arrows: tuple[TimelineArrow, ...]
    outside: int
    height: int
    rail: int
    width: int = WIDTH


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnDecision:
    """What the timeline draws of a decision: its key, and the keys of those that it replaces and amends."""

    key: str
    name: str
    title: str
    date: str
    in_force: bool
    replaces: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()


def timeline(decisions: Sequence[DrawnDecision]) -> DecisionTimeline:
    """The drawing of some decisions, in their order from top to bottom."""
    dots = {
        one.key: TimelineDot(
            key=one.key,
            y=TOP + number * ROW,
            date=one.date,
            words=_short(f"{one.name} {one.title}" if one.name != one.title else one.title),
            full=f"{one.name} {one.title}",
            in_force=one.in_force,
        )
        for number, one in enumerate(decisions)
    }
    known = {one.key: one for one in decisions}
    arrows: list[TimelineArrow] = []
    outside = 0
    for one in decisions:
        for older, amends in (*((key, False) for key in one.replaces), *((key, True) for key in one.amends)):
            if older in dots:
                arrows.append(_arrow(one, known[older], dots, amends=amends))
            else:
                outside += 1
    height = 2 * TOP + max(0, len(dots) - 1) * ROW
    return DecisionTimeline(tuple(dots.values()), tuple(arrows), outside, height, RAIL if arrows else BARE)


def _arrow(
    newer: DrawnDecision, older: DrawnDecision, dots: Mapping[str, TimelineDot], *, amends: bool
) -> TimelineArrow:
    start, end = dots[newer.key].y, dots[older.key].y
    left = RAIL - 8 - min(MOST_BEND, LEAST_BEND + abs(end - start) // ROW * 8)
    path = f"M{RAIL - 6} {start}C{left} {start} {left} {end} {RAIL - 8} {end}"
    return TimelineArrow(path, f"{newer.name} {'amends' if amends else 'replaces'} {older.name}", amends)


def _short(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
