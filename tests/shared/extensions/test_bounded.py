"""What an extension gives is cut at a length and masked, whatever its shape."""

from itertools import repeat
from typing import Any

import pytest

from scrubjay.extensions.bounded import bounded, bounded_lines
from scrubjay.model.check import Check
from scrubjay.model.of_extensions import PageContent
from scrubjay.model.table import Table

KEY = "AKIA" + "IOSFODNN7" + "EXAMPLQ"
LONG = "word " * 100


@pytest.mark.parametrize(
    "value",
    [
        f"key {KEY} {LONG}",
        (f"key {KEY}", LONG, LONG),
        Check("x", True, f"key {KEY}", LONG, LONG),
        PageContent(f"key {KEY}", (LONG,), (Table(("a",), ((KEY,), (LONG,))),)),
    ],
    ids=["text", "tuple", "check", "page"],
)
def test_a_value_is_masked_and_as_long_as_it_may_be_in_all(value: Any) -> None:
    found = bounded(value, 100)
    assert type(found) is type(value)
    assert KEY not in str(found)
    assert "cut: it has more than 100 characters" in str(found)
    assert str(found).count("word") <= 20


def test_a_secret_that_the_end_cuts_in_two_is_masked() -> None:
    assert "AKIA" not in bounded(f"{'a ' * 20}{KEY}", 45)


def test_what_is_short_stays_as_it_is() -> None:
    for value in ("", "word", ("a", 1, None), Check("x", True, 7, "")):
        assert bounded(value, 100) == value


def test_lines_without_an_end_are_taken_as_far_as_they_are_read() -> None:
    assert len(bounded_lines(repeat(""), 50)) == 51
    assert len("".join(bounded_lines(repeat("a" * 40), 50))) <= 100
    assert bounded_lines(["a", 1]) == ["a", "1"]
