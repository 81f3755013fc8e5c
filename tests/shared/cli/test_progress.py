"""The progress line, against a clock that the test turns."""

import io

from scrubjay.cli.progress import progress, remaining_time


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Hands:
    """A clock whose hands the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_rate_and_time_left_are_in_words() -> None:
    assert remaining_time(50, 250, 10.0) == "5/s, 40 s left"
    assert remaining_time(440, 100_000, 10.0) == "44/s, 38 min left"
    assert remaining_time(0, 10, 1.0) == ""


def test_a_run_that_is_over_at_once_prints_nothing() -> None:
    out = Terminal()
    with progress("reading", "documents", stream=out, clock=Hands()) as step:
        step(1, 2)
        step(2, 2)
    assert out.getvalue() == ""


def test_a_bar_appears_on_a_terminal_after_a_second_and_is_wiped_away() -> None:
    out, hands = Terminal(), Hands()
    with progress("reading", "documents", stream=out, clock=hands) as step:
        hands.now += 1.5
        step(30, 60)
    shown = out.getvalue()
    assert "█" * 10 + "░" * 10 + " reading: 30 of 60 documents, 20/s, 2 s left" in shown
    assert shown.endswith("\r")


def test_without_a_terminal_a_plain_line_comes_every_ten_seconds() -> None:
    out, hands = io.StringIO(), Hands()
    with progress("embedding", "passages", stream=out, clock=hands) as step:
        for done in range(1, 26):
            hands.now += 1
            step(done, 100)
    assert out.getvalue().splitlines() == [
        "embedding: 10 of 100 passages, 1/s, 90 s left".replace("90 s", "2 min"),
        "embedding: 20 of 100 passages, 1/s, 80 s left",
    ]


def test_what_an_earlier_run_did_does_not_count_in_the_rate() -> None:
    out, hands = Terminal(), Hands()
    with progress("embedding", "passages", stream=out, clock=hands) as step:
        step(500, 1000)
        hands.now += 10
        step(600, 1000)
    assert "embedding: 600 of 1,000 passages, 10/s, 40 s left" in out.getvalue()
