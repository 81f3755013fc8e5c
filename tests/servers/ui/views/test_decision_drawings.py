"""Tables of the pure parts of the pages of decisions: the timeline's places and the difference of two texts."""

import pytest

from scrubjay_ui.views.decisions import MOST_LINES, MOST_SHOWN, difference
from scrubjay_ui.views.decisions_queries import LETTERS, RelatedDecision, ShownDecision, timeline


def drawn(key: str, *, replaces: tuple[str, ...] = (), amends: tuple[str, ...] = (), title: str = "T") -> ShownDecision:
    def related(paths: tuple[str, ...]) -> tuple[RelatedDecision, ...]:
        return tuple(RelatedDecision(path, path.upper(), "T") for path in paths)

    return ShownDecision(
        path=key, blob="", name=key.upper(), title=title, status="accepted", word="", date="2026-01-01", in_force=True,
        replaces=related(replaces), amends=related(amends), superseded_by=(), amended_by=(), gone=(),
    )  # fmt: skip


def test_each_decision_has_a_row_of_its_own() -> None:
    told = timeline([drawn("c"), drawn("b"), drawn("a")])
    assert [dot.y for dot in told.dots] == [20, 48, 76]
    assert told.height == 96


def test_arrows_lead_from_what_replaces_to_what_is_replaced() -> None:
    told = timeline([drawn("c", replaces=("a",), amends=("b",)), drawn("b"), drawn("a")])
    assert [(arrow.words, arrow.amends) for arrow in told.arrows] == [("C replaces A", False), ("C amends B", True)]
    assert told.arrows[0].path.startswith("M144 20C")
    assert told.arrows[0].path.endswith(" 142 76")


def test_an_arrow_to_what_is_not_drawn_is_counted() -> None:
    assert timeline([drawn("c", replaces=("a", "b"))]).outside == 2


def test_a_long_title_is_cut_beside_the_dot_and_whole_in_its_hint() -> None:
    dot = timeline([drawn("a", title="x" * 200)]).dots[0]
    assert (len(dot.words), len(dot.full)) == (LETTERS, 202)


def test_nothing_is_drawn_of_nothing() -> None:
    assert timeline([]).dots == ()


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("a", "a", []),  # the same
        ("a\nb", "a", [(1, 1, ""), (2, 0, "−")]),  # a line went
        ("a", "a\nb", [(1, 1, ""), (0, 2, "+")]),  # a line came
        ("a", "b", [(1, 0, "−"), (0, 1, "+")]),  # a line changed
    ],
)
def test_lines_are_told_with_their_numbers_and_a_sign(old: str, new: str, lines: list[tuple[int, int, str]]) -> None:
    assert [(line.old, line.new, line.sign) for line in difference(old, new).lines] == lines


def test_what_is_the_same_far_from_a_change_is_left_out() -> None:
    old = [str(number) for number in range(40)]
    told = difference("\n".join(old), "\n".join(["first", *old[1:39], "last"]))
    assert [line.sign for line in told.lines] == ["−", "+", "", "", "", "…", "", "", "", "−", "+"]
    assert (told.added, told.removed, told.cut) == (2, 2, False)


def test_long_texts_are_compared_as_far_as_the_limits() -> None:
    told = difference("", "\n".join(map(str, range(MOST_LINES + 1))))
    assert (told.cut, len(told.lines)) == (True, MOST_SHOWN)
