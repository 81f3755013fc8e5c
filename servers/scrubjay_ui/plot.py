"""Common parts of every plot: its frame, marks, labels and the table of the same numbers."""

import math
import sys
from collections.abc import Sequence
from typing import Final

from scrubjay.model.frozen import dataclass

TICKS: Final = 4
"""Steps of an axis at most."""

_ROUND: Final = (1, 2, 5, 10)
_LARGE: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"))


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from 0 to `top`, in whole multiples of `step`."""

    top: float
    step: float

    @property
    def ticks(self) -> tuple[float, ...]:
        """The values that get a tick."""
        return tuple(number * self.step for number in range(round(self.top / self.step) + 1))

    def share(self, value: float) -> float:
        """Where a value stands: 0 at the beginning of the axis, 1 at its end."""
        return max(0.0, min(1.0, value / self.top))


def axis(most: float, *, whole: bool = True) -> Axis:
    """The axis that holds values up to `most`; `whole` numbers get no ticks between them."""
    if not math.isfinite(most) or most < sys.float_info.min:
        return Axis(1.0, 1.0)
    rough = most / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in _ROUND if factor * power >= rough * (1 - 1e-9))
    step = max(step, 1.0) if whole else step
    return Axis(math.ceil(most / step - (0 if whole else 1e-9)) * step, step)


def number_text(value: float) -> str:
    """A number as a label: whole ones with thousands apart, large ones short, small ones with two digits."""
    if value >= 1_000_000:
        size, unit = next(pair for pair in _LARGE if value >= pair[0])
        return f"{value / size:.3g}{unit}"
    if value == int(value) or value >= 100:
        return f"{round(value):,}"
    return f"{value:.2g}"


def whole_text(value: float) -> str:
    """A number as a table shows it: nothing of a whole one left out, others with three digits."""
    return f"{round(value):,}" if value == int(value) or value >= 1000 else f"{value:.3g}"


WIDTH: Final = 440
HEIGHT: Final = 220
LEFT: Final = 48
RIGHT: Final = 428
TOP: Final = 42
BOTTOM: Final = 192
"""The frame in which marks stand; labels stand around it."""

SERIES: Final = 6
"""Series that can be told apart; further ones are added up as the last."""

LONGEST: Final = 19
"""Characters of a label; the table has the whole."""

LETTER: Final = 7.4
"""Room for a letter of a label."""

SIDE_BY_SIDE: Final = 3
"""Names of series in one line above the frame."""

REST: Final = "others"


@dataclass(frozen=True, slots=True)
class PlotBar:
    """A bar. `series` counts from 1; `words` say what it stands for."""

    x: float
    y: float
    width: float
    height: float
    series: int
    words: str


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line through points, each "x,y". `dots` are those that have no neighbour to be joined with."""

    points: tuple[str, ...]
    series: int
    dots: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class PlotLabel:
    """A text in the picture. `anchor` is start, middle or end; `swatch`: a square of a series stands before it."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    swatch: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A plot: `name` is unique on its page, `summary` says in a sentence what the picture shows.

    `header` and `rows` are the same numbers as a table. `rules` are the heights of grid lines, which reach
    over the `frame`.
    """

    name: str
    title: str
    summary: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[PlotBar, ...] = ()
    lines: tuple[PlotLine, ...] = ()
    labels: tuple[PlotLabel, ...] = ()
    rules: tuple[float, ...] = ()
    frame: tuple[float, float] = (LEFT, RIGHT)
    height: float = HEIGHT
    width: float = WIDTH

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.bars and not self.lines


def rounded(value: float) -> float:
    """A coordinate, rounded: the same numbers give the same picture on every machine."""
    return round(value, 2)


def height_of(axis: Axis, value: float) -> float:
    """The place of a value on the vertical axis."""
    return rounded(BOTTOM - axis.share(value) * (BOTTOM - TOP))


def vertical_ticks(axis: Axis, unit: str) -> tuple[tuple[float, ...], tuple[PlotLabel, ...]]:
    """The grid lines of a vertical axis, and their labels; the topmost has the unit."""
    rules = tuple(height_of(axis, tick) for tick in axis.ticks)
    last = len(axis.ticks) - 1
    texts = [number_text(tick) for tick in axis.ticks]
    texts[last] += f" {unit}" if unit else ""
    return rules, tuple(
        PlotLabel(LEFT - 6, rounded(rule + 4), text, "end") if number < last or not unit
        else PlotLabel(4, rounded(rule - 8), text)
        for number, (rule, text) in enumerate(zip(rules, texts, strict=True))
    )  # fmt: skip


def horizontal_labels(names: Sequence[str], places: Sequence[float]) -> tuple[PlotLabel, ...]:
    """Labels below a horizontal axis: the first, the last, and as many between as have room."""
    if not names:
        return ()
    texts = [shortened(name) for name in names]
    half = max(map(len, texts)) * LETTER / 2
    middles = [min(WIDTH - half, max(half, place)) for place in places]
    room, last = 2 * half + LETTER, len(texts) - 1
    count = max(1, min(len(texts), int((middles[-1] - middles[0]) / room) + 1))
    chosen: list[int] = []
    for number in sorted({round(part * last / max(1, count - 1)) for part in range(count)}):
        if number == last and chosen[1:] and middles[last] - middles[chosen[-1]] < room:
            chosen.pop()
        if not chosen or middles[number] - middles[chosen[-1]] >= room - LETTER:
            chosen.append(number)
    return tuple(PlotLabel(rounded(middles[number]), BOTTOM + 18, texts[number], "middle") for number in chosen)


def shortened(text: str) -> str:
    """A label, cut to the room that it has."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def legend(series: Sequence[str]) -> tuple[PlotLabel, ...]:
    """The names of the series above the frame, each behind a square of its own; none for a single series."""
    if len(series) < 2:
        return ()
    room = (WIDTH - LEFT) / min(SIDE_BY_SIDE, len(series))
    return tuple(
        PlotLabel(
            rounded(LEFT + number % SIDE_BY_SIDE * room), 12 + number // SIDE_BY_SIDE * 15, shortened(name),
            swatch=number + 1,
        )
        for number, name in enumerate(series)
    )  # fmt: skip


def folded_series(series: Sequence[str], rows: Sequence[Sequence[float]]) -> tuple[tuple[str, ...], list[list[float]]]:
    """The series that can be told apart: the ones beyond are added up, so that no number is lost."""
    if len(series) <= SERIES:
        return tuple(series), [list(row) for row in rows]
    kept = SERIES - 1
    return (*series[:kept], REST), [[*row[:kept], sum(row[kept:])] for row in rows]
