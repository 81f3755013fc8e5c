"""A value of some lines is of the key of its own line, field or column: a claim that exchanges two is refused."""

import json
from collections.abc import Callable, Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrubjay.grounding.binding import is_misbound

NAMES: Final = ("cache", "gateway", "mailer", "billing", "search", "orders", "worker", "pool", "lease", "export")
FILES: Final = tuple(f"src/{name}.py" for name in NAMES)
ERRORS: Final = ("OverflowError", "TimeoutError", "KeyError", "ValueError", "LookupError", "TypeError", "OSError")
Pairs = Mapping[str, str]

OUTPUTS: Final[Mapping[str, Callable[[Pairs], list[str]]]] = {
    "assignments": lambda pairs: [f"{key}={value}" for key, value in pairs.items()],
    "YAML": lambda pairs: [f"{key}: {value}" for key, value in pairs.items()],
    "YAML, nested": lambda pairs: [line for key, value in pairs.items() for line in (f"{key}:", f"size: {value}")],
    "a YAML list": lambda pairs: [
        line for key, value in pairs.items() for line in (f"- name: {key}", f"size: {value}")
    ],
    "JSON on a line": lambda pairs: [json.dumps(pairs)],
    "JSON in lines": lambda pairs: json.dumps(pairs, indent=2).split("\n"),
    "JSON, objects": lambda pairs: [json.dumps([{"name": key, "size": value} for key, value in pairs.items()])],
    "a table": lambda pairs: ["name size", *(f"{key} {value}" for key, value in pairs.items())],
    "a table with bars": lambda pairs: [f"{key} | {value}" for key, value in pairs.items()],
    "a table's columns": lambda pairs: [" ".join(("name", *pairs)), " ".join(("total", *pairs.values()))],
    "wc": lambda pairs: [f"{value} {key}" for key, value in pairs.items()],
    "words of a summary": lambda pairs: [", ".join(f"{value} {key}" for key, value in pairs.items())],
    "logfmt": lambda pairs: [" ".join(f"{key}={value}" for key, value in pairs.items())],
}


@pytest.mark.parametrize("form", OUTPUTS)
@given(data=st.data(), keys=st.sampled_from([NAMES, FILES]))
def test_two_values_that_are_exchanged_are_another_things(
    data: st.DataObject, form: str, keys: tuple[str, ...]
) -> None:
    count = data.draw(st.integers(2, 4))
    names = data.draw(st.permutations(keys))[:count]
    values = data.draw(st.lists(st.integers(2, 9_999).map(str), min_size=count, max_size=count, unique=True))
    lines = OUTPUTS[form](dict(zip(names, values, strict=True)))
    one, two = data.draw(st.permutations(range(count)))[:2]
    for said in ("{} is {} and {} is {}.", "{} has {}, {} {}.", "{} has a size of {}; that of {} is {}."):
        assert not is_misbound(said.format(names[one], values[one], names[two], values[two]), lines), said
        assert is_misbound(said.format(names[one], values[two], names[two], values[one]), lines), said


@given(st.permutations(NAMES), st.permutations(ERRORS))
def test_two_errors_that_are_exchanged_are_another_tests(names: list[str], errors: list[str]) -> None:
    (one, two), (this, that) = names[:2], errors[:2]
    lines = [
        f"FAILED tests/test_{name}.py::test_{name} - {error}: {name}" for name, error in ((one, this), (two, that))
    ]
    assert not is_misbound(f"test_{one} fails with {this}, test_{two} with {that}.", lines)
    assert is_misbound(f"test_{one} fails with {that}, test_{two} with {this}.", lines)
