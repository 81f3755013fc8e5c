"""Words that an agent gave are told from words that the repository had, and from what a machine added."""

import pytest

from scrubjay.memory.transcript.session import Call, Does
from scrubjay.memory.transcript.shown import Given

FILES = {"tests/net/test_port_is_free.py": "def test_the_port_is_free_again(): ..."}


def given(*inputs: str) -> Given:
    calls = [
        Call(id=f"{number}", tool="Bash", does=Does.RUNS, inputs=text, command=text)
        for number, text in enumerate(inputs)
    ]
    return Given(calls, lambda path: FILES.get(path, ""))


@pytest.mark.parametrize(
    ("text", "inputs", "held"),
    [
        ("one two three four five six", ("zero one two three four five",), True),
        ("one two three four five six", ("one two three four and five six",), False),
        ("pool size", ("say pool size",), True),
        ("pool size", ("pool sizes",), False),
        ("ThePoolHolds99Connections", ("mkdir the-pool-holds-99-connections",), True),
        ("FAILED tests/net/test_port_is_free.py - refused", ("pytest tests/net/test_port_is_free.py",), False),
        ("FAILED tests/net/test_port_is_free.py::test_the_port_is_free_again - no",
         ("pytest tests/net/test_port_is_free.py::test_the_port_is_free_again",), False),
        ("tests/net/test_port_is_free.py", ("pytest tests/net/test_port_is_free.py",), True),
        ("tests/net/the_pool_holds_99.py: ok", ("ls tests/net/the_pool_holds_99.py",), True),
        ("imported document 5f1a: 63 editions", ("rake import:document['5f1a']",), False),
    ],
)  # fmt: skip
def test_five_words_in_a_row_are_a_repetition(text: str, inputs: tuple[str, ...], held: bool) -> None:
    assert given(*inputs).holds(text) is held
