"""A quote is found however its lines are wrapped, framed, numbered or left out; as whole words, and in its order."""

import pytest
from scrubjay.observed.excerpt import clean, find

OUTPUT = """\
======== slowest durations ========
4.02s call tests/test_a.py
\x1b[31mFAILED\x1b[0m tests/test_b.py::test_c - boom
group websocket: 41.2 s
======== 951 passed in 63.40s ========

a note
an end
"""


@pytest.mark.parametrize(
    ("quote", "lines"),
    [
        ("group websocket: 41.2 s", ["group websocket: 41.2 s"]),
        ("group  websocket:\n41.2 s", ["group websocket: 41.2 s"]),
        ("41.2 s\n951 passed in 63.40s", ["group websocket: 41.2 s", "951 passed in 63.40s"]),
        ("FAILED tests/test_b.py::test_c - boom", ["FAILED tests/test_b.py::test_c - boom"]),
        ("4.02s call\n…\ngroup websocket: 41.2 s", ["4.02s call tests/test_a.py", "group websocket: 41.2 s"]),
        ("4.02s call ... 951 passed", ["4.02s call tests/test_a.py", "951 passed in 63.40s"]),
        ("   12→group websocket: 41.2 s", ["group websocket: 41.2 s"]),
        ("   12\tgroup websocket: 41.2 s", ["group websocket: 41.2 s"]),
        ("`951 passed`", ["951 passed in 63.40s"]),
    ],
)
def test_a_quote_is_found(quote: str, lines: list[str]) -> None:
    quoted = find(quote, OUTPUT)
    assert quoted is not None
    assert [part.line for part in quoted.parts] == lines
    assert all(part.quoted in part.line for part in quoted.parts)


@pytest.mark.parametrize(
    "quote",
    [
        "1 passed",
        "group websocket: 41",
        "951 passed\n4.02s call",
        "slowest …\nan end",
        "boom …\nboom",
        "",
        "…",
        "=====",
    ],
)
def test_what_isnt_there_so_isnt_found(quote: str) -> None:
    assert find(quote, OUTPUT) is None


def test_a_quote_is_read_with_the_lines_beside_it_up_to_an_empty_one() -> None:
    quoted = find("951 passed", OUTPUT)
    assert quoted is not None
    assert quoted.before == ("FAILED tests/test_b.py::test_c - boom", "group websocket: 41.2 s")
    assert quoted.after == ()


def test_a_part_is_as_much_of_a_line_as_the_quote_holds() -> None:
    quoted = find("41.2 s 951 passed", OUTPUT)
    assert quoted is not None
    assert [part.quoted for part in quoted.parts] == ["41.2 s", "951 passed"]
    assert clean("  '41.2 s\n951 passed' ") == "41.2 s 951 passed"


def test_only_numbers_that_count_the_lines_are_a_readers() -> None:
    counts = find("412\tAnna", "   412\tAnna\n    96\tBen")
    numbered = find("holds 17", "11\tthe pool\n12\tholds 17")
    assert counts is not None
    assert numbered is not None
    assert [part.line for part in counts.parts] == ["412 Anna"]
    assert [part.line for part in numbered.parts] == ["holds 17"]
