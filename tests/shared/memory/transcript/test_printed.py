"""The line of an output that a quote stands in, whole, with its table's head; and claims of what a command printed."""

import pytest

from scrubjay.memory.transcript.shown import SPANNED, PrintedLine, clean, line_of, printed

PODS = """\
NAME      READY   STATUS    RESTARTS   AGE
web-5d9   0/1     Pending   0          12d
api-8c2   1/1     Running   3          2d"""
TABLE = "Totals\n\n| name | port |\n| ---- | ---- |\n| web  | 8080 |\n"


@pytest.mark.parametrize(
    ("quote", "text", "line"),
    [
        ("Found 12 errors", "a\nFound 12 errors.\n[*] 9 fixable", PrintedLine("Found 12 errors.")),
        ("12 errors", "Found 112 errors.", None),  # not within a longer figure
        ("5.2", "version 5.25", None),
        ("pool is full", "the \x1b[31mpool\x1b[0m  is full", PrintedLine("the pool is full")),
        ("“pool is full”", "the pool is full", PrintedLine("the pool is full")),
        ("web-5d9 0/1 Pending", PODS, PrintedLine("web-5d9 0/1 Pending 0 12d", "NAME READY STATUS RESTARTS AGE")),
        ("NAME READY", PODS, PrintedLine("NAME READY STATUS RESTARTS AGE")),
        ("web | 8080", TABLE, PrintedLine("| web | 8080 |", "| name | port |")),
        ("waiting for kafka on port 9092", "worker is waiting\nfor kafka on port 9092",
         PrintedLine("worker is waiting for kafka on port 9092")),
        ("one two", "\n".join(["one", *["x"] * SPANNED, "two"]), None),
        ("TIMEOUT = 30", "     1→SIZE = 17\n     2→TIMEOUT = 30", PrintedLine("TIMEOUT = 30")),
        ("2→TIMEOUT = 30", "     1→SIZE = 17\n     2→TIMEOUT = 30", PrintedLine("TIMEOUT = 30")),
        ("3\tx", "3\tx\n9\ty", PrintedLine("3 x")),  # numbers that don't count lines are the output's own
        ("Fu\u0308r", "F\u00fcr dich", PrintedLine("F\u00fcr dich")),
        ("", "x", None),
    ],
)  # fmt: skip
def test_a_quote_stands_in_a_line_as_whole_words(quote: str, text: str, line: PrintedLine | None) -> None:
    assert line_of(quote, text) == line


@pytest.mark.parametrize(
    ("quote", "stands"), [("Found 12 errors.", True), ("Found  12 errors.", True), ("Found 12 errors", False)]
)
def test_a_whole_line_is_all_of_it(quote: str, stands: bool) -> None:
    assert (line_of(quote, "x\nFound 12 errors.\n", whole=True) is not None) is stands


def test_a_line_is_shown_below_its_head() -> None:
    assert PrintedLine("web 0", "NAME RESTARTS").words == "NAME RESTARTS\nweb 0"
    assert PrintedLine("web 0").words == "web 0"
    assert clean("'  a\n b '") == "a b"


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ('`ruff check` printed "Found 12 errors."', ("ruff check", "Found 12 errors.")),
        ("`ruff check` printed “Found 12 errors.”.", ("ruff check", "Found 12 errors.")),
        ('`ruff check` printed "Found 12 errors" today', ("", "")),
        ('ruff check printed "Found 12 errors."', ("", "")),
        ("`ruff check` finds 12 errors", ("", "")),
        ('So `ruff check` printed "Found 12 errors."', ("", "")),
    ],
)
def test_only_the_form_itself_says_what_a_command_printed(claim: str, found: tuple[str, str]) -> None:
    assert printed(claim) == found
