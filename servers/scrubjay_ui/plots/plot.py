"""What every plot is made of: its frame, marks, labels and the table of the same numbers."""

from collections.abc import Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay_ui.plots.scale import Axis, number_text

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


def at(value: float) -> float:
    """A coordinate, rounded: the same numbers give the same picture on every machine."""
    return round(value, 2)


def height_of(axis: Axis, value: float) -> float:
    """The place of a value on the vertical axis."""
    return at(BOTTOM - axis.share(value) * (BOTTOM - TOP))


def vertical_ticks(axis: Axis, unit: str) -> tuple[tuple[float, ...], tuple[PlotLabel, ...]]:
    """The grid lines of a vertical axis, and their labels; the topmost has the unit."""
    rules = tuple(height_of(axis, tick) for tick in axis.ticks)
    last = len(axis.ticks) - 1
    texts = [number_text(tick) for tick in axis.ticks]
    texts[last] += f" {unit}" if unit else ""
    return rules, tuple(
        PlotLabel(LEFT - 6, at(rule + 4), text, "end") if number < last or not unit
        else PlotLabel(4, at(rule - 8), text)
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
    return tuple(PlotLabel(at(middles[number]), BOTTOM + 18, texts[number], "middle") for number in chosen)


def shortened(text: str) -> str:
    """A label that has room."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def legend(series: Sequence[str]) -> tuple[PlotLabel, ...]:
    """The names of the series above the frame, each behind a square of its own; none for a single series."""
    if len(series) < 2:
        return ()
    room = (WIDTH - LEFT) / min(SIDE_BY_SIDE, len(series))
    return tuple(
        PlotLabel(
            at(LEFT + number % SIDE_BY_SIDE * room), 12 + number // SIDE_BY_SIDE * 15, shortened(name),
            swatch=number + 1,
        )
        for number, name in enumerate(series)
    )  # fmt: skip


def folded(series: Sequence[str], rows: Sequence[Sequence[float]]) -> tuple[tuple[str, ...], list[list[float]]]:
    """The series that can be told apart: the ones beyond are added up, so that no number is lost."""
    if len(series) <= SERIES:
        return tuple(series), [list(row) for row in rows]
    kept = SERIES - 1
    return (*series[:kept], REST), [[*row[:kept], sum(row[kept:])] for row in rows]
