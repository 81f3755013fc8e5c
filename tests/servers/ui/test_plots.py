"""Plots as values: every mark inside its frame, no number lost, the same picture each time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_ui.plot import (
    BOTTOM,
    LEFT,
    LETTER,
    RIGHT,
    SERIES,
    TICKS,
    TOP,
    WIDTH,
    Plot,
    axis,
    horizontal_labels,
    number_text,
    whole_text,
)
from scrubjay_ui.plots import histogram, horizontal_bars, line, stacked_columns
from scrubjay_ui.rendering import templates

NUMBERS = st.one_of(st.just(0), st.integers(0, 50), st.integers(0, 10**12))
COLUMNS = st.integers(1, 8).flatmap(
    lambda width: st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1, max_size=60)
)


def columns(rows: list[list[int]]) -> Plot:
    names = [f"grade {number}" for number in range(len(rows[0]))]
    days = [(f"2026-01-{number:02}", row) for number, row in enumerate(rows)]
    return stacked_columns(name="growth", title="Growth", of="day", series=names, columns=days)


@given(COLUMNS)
def test_every_column_is_inside_the_frame_and_its_parts_stand_on_each_other(rows: list[list[int]]) -> None:
    plot = columns(rows)
    assert plot.is_empty == (not any(map(sum, rows)))
    below: dict[float, float] = {}
    for bar in plot.bars:
        assert bar.x >= LEFT
        assert bar.x + bar.width <= RIGHT + 0.02
        assert bar.y >= TOP - 0.02
        assert bar.y + bar.height <= BOTTOM + 0.02
        assert bar.height >= 0
        assert 1 <= bar.series <= SERIES
        assert bar.y + bar.height == pytest.approx(below.get(bar.x, BOTTOM), abs=0.02)
        below[bar.x] = bar.y


@given(COLUMNS)
def test_heights_are_as_the_numbers_and_no_number_is_lost(rows: list[list[int]]) -> None:
    plot = columns(rows)
    assert plot == columns(rows)
    sums = [sum(row) for row in rows]
    if not plot.is_empty:
        scale = axis(max(sums))
        assert scale.top >= max(sums)
        heights: dict[float, float] = {}
        for bar in plot.bars:
            heights[bar.x] = heights.get(bar.x, 0) + bar.height
        shown = [total for total in sums if total]
        for total, height in zip(shown, heights.values(), strict=True):
            assert height == pytest.approx(total / scale.top * (BOTTOM - TOP), abs=0.05 * len(rows[0]))
    if len(rows[0]) > 1:
        assert [row[-1] for row in plot.rows] == list(map(whole_text, sums))


@given(st.floats(1e-6, 1e15))
def test_an_axis_has_few_round_ticks_and_holds_its_value(most: float) -> None:
    scale = axis(most, whole=False)
    assert 2 <= len(scale.ticks) <= TICKS + 2
    assert scale.ticks[0] == 0
    assert scale.top >= most * (1 - 1e-9)
    digits = f"{scale.step:.0e}"[0]
    assert digits in "125"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (7, "7"),
        (1234, "1,234"),
        (0.25, "0.25"),
        (2_500_000, "2.5M"),
        (4e9, "4G"),
        (150.4, "150"),
        (2e13, "20T"),
    ],
)
def test_a_number_is_told_shortly(value: float, text: str) -> None:
    assert number_text(value) == text


def test_a_line_is_interrupted_where_nothing_was_measured_and_one_point_is_a_dot() -> None:
    days = ["1", "2", "3", "4"]
    plot = line(name="ms", title="Latency", of="day", places=days, series=[("p50", [1, 2, None, 4])], unit="ms")
    assert [len(one.points) for one in plot.lines] == [2, 1]
    assert plot.lines[1].dots
    assert plot.rows[2] == ("3", "")
    single = line(name="ms", title="Latency", of="day", places=["1"], series=[("p50", [3])])
    assert single.lines[0].dots


@given(st.lists(st.one_of(st.none(), st.floats(0, 1e9)), min_size=1, max_size=40))
def test_a_line_stays_inside_the_frame(values: list[float | None]) -> None:
    days = [str(number) for number in range(len(values))]
    plot = line(name="ms", title="Latency", of="day", places=days, series=[("p50", values), ("p95", values)])
    for one in plot.lines:
        for point in one.points:
            x, y = map(float, point.split(","))
            assert LEFT <= x <= RIGHT
            assert TOP <= y <= BOTTOM


@given(st.lists(st.tuples(st.text(max_size=30), NUMBERS), max_size=20))
def test_bars_are_inside_their_picture_and_all_are_counted(items: list[tuple[str, int]]) -> None:
    plot = horizontal_bars(name="why", title="Why", of="reason", what="searches", items=items)
    for bar in plot.bars:
        assert bar.x + bar.width <= plot.width
        assert bar.y + bar.height <= plot.height
    assert len(plot.rows) == len(items)


def rendered(plot: Plot) -> str:
    source = '{% from "plots.html" import draw %}{{ draw(plot) }}'
    return templates().from_string(source).render(plot=plot)


def test_a_plot_has_a_title_a_description_and_its_numbers_as_a_table() -> None:
    html = rendered(
        histogram(name="tokens", title="Tokens", of="tokens", what="sessions", buckets=[("<b>", 3), ("2", 0)])
    )
    assert '<title id="tokens-title">Tokens</title>' in html
    assert '<desc id="tokens-summary">sessions 3. ' in html
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "style=" not in html
    assert '<td class="number">3</td>' in html


def test_a_plot_without_numbers_says_so_instead_of_drawing() -> None:
    html = rendered(histogram(name="tokens", title="Tokens", of="tokens", what="sessions", buckets=[("1", 0)]))
    assert "Nothing was counted in this time." in html
    assert "<svg" not in html


@given(st.lists(st.text("abcdefghij0123456789-", min_size=1, max_size=24), min_size=1, max_size=40))
def test_labels_below_an_axis_are_inside_the_picture_and_apart(names: list[str]) -> None:
    step = (RIGHT - LEFT) / len(names)
    labels = horizontal_labels(names, [LEFT + (number + 0.5) * step for number in range(len(names))])
    ends = [(label.x - len(label.text) * LETTER / 2, label.x + len(label.text) * LETTER / 2) for label in labels]
    assert labels
    assert all(low >= -0.1 and high <= WIDTH + 0.1 for low, high in ends)
    assert all(before[1] <= after[0] + 0.1 for before, after in pairwise(ends))
