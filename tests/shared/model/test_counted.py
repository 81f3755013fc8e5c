"""Numbers go with their nouns."""

import pytest

from scrubjay.model.counted import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (0, "line", "0 lines"),
        (1, "line", "1 line"),
        (2, "line", "2 lines"),
        (1, "memory", "1 memory"),
        (1204, "memory", "1,204 memories"),
        (3, "key", "3 keys"),
    ],
)
def test_a_number_goes_with_its_noun(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said
