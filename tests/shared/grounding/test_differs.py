"""Lines that tell another end of a thing, or have another word in its place, don't show a claim."""

import pytest
from scrubjay.grounding.differs import ends_otherwise, holds_another, is_off


@pytest.mark.parametrize(
    ("claim", "line", "otherwise"),
    [
        ("test_a passes.", "FAILED test_a", True),
        ("test_a passes.", "test_a PASSED", False),
        ("test_a fails.", "ok test_a 0.4s", True),
        ("test_a fails.", "test_a: AssertionError", False),
        ("41 tests pass.", "1 failed, 41 passed", False),
        ("The suite passes.", "0 failures, 12 examples", False),
        ("The suite passes.", "Failures: 0, Errors: 0", False),
        ("The suite is slow.", "FAILED test_a", False),
    ],
)
def test_how_a_thing_ended(claim: str, line: str, otherwise: bool) -> None:
    assert ends_otherwise(claim, (line,)) is otherwise


@pytest.mark.parametrize(
    ("claim", "line", "another"),
    [
        ("The limit for calculating a suggested facet.", "limit for calculating a requested facet", True),
        ("The limit for calculating a requested facet.", "limit for calculating a requested facet", False),
        ("The rows are only available in ES8.", "the row is only available in ES8", False),
        ("It waits for the mail queue.", "waits for the mail queue, then for the push queue", False),
    ],
)
def test_another_word_in_the_same_place(claim: str, line: str, another: bool) -> None:
    assert holds_another(claim, (line,)) is another


@pytest.mark.parametrize(
    ("claim", "line", "off"),
    [
        ("It overwrites an entry by default.", "def save(self, *, overwrite: bool = False):", True),
        ("It doesn't overwrite an entry.", "def save(self, *, overwrite: bool = False):", False),
        ("Overwrite is off.", "overwrite=no", False),
        ("Commits are signed by gpgsign.", "commit.gpgsign=false", True),
        ("With pandas preload is faster.", "preload=none 2.9\npreload=pandas 0.4", False),
        ("The strict mode is on.", '"strict": true', False),
        ("The strict mode is on.", '"strict": false', True),
    ],
)
def test_what_lines_only_give_as_off(claim: str, line: str, off: bool) -> None:
    assert is_off(claim, line.split("\n")) is off
