"""An expression at a module's top is compiled where it is first used, and is then as quick as a compiled one.

The forms of ids: what each takes whole, what it leaves, and that none counts a group into a larger pattern.
"""

import copy
import pickle
import re
from typing import Any

import pytest

from scrubjay.model import pattern as ids
from scrubjay.model.pattern import (
    COMMIT_IN_PROSE,
    COMMIT_PREFIX,
    MEMORY_ID,
    OBJECT_ID,
    OWN_ID,
    Expression,
    pattern,
)  # fmt: skip


def test_it_does_what_a_compiled_one_does() -> None:
    ours, theirs = (make(r"(?P<letter>[a-c])\d+", re.IGNORECASE) for make in (pattern, re.compile))
    for name in ("search", "match", "fullmatch"):
        found, expected = (getattr(one, name)("B12") for one in (ours, theirs))
        assert found is not None
        assert (found.span(), found["letter"]) == (expected.span(), expected["letter"])
    assert ours.sub("-", "a1 x2 b3") == theirs.sub("-", "a1 x2 b3")
    assert (ours.pattern, ours.flags, ours.groupindex, ours.groups) == (
        theirs.pattern, theirs.flags, theirs.groupindex, theirs.groups,
    )  # fmt: skip
    assert repr(ours) == repr(theirs)
    with pytest.raises(AttributeError):
        ours.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_nothing_is_compiled_before_the_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Any] = []
    real = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or real(*given))
    one = pattern(r"a+")
    assert isinstance(one, Expression)
    assert (one.pattern, compiled) == ("a+", [])
    assert [bool(one.match(text)) for text in ("aa", "b", "a")] == [True, False, True]
    assert compiled == [("a+", 0)]


@pytest.mark.parametrize("used", [True, False])
def test_it_is_copied_and_pickled(used: bool) -> None:
    one = pattern(r"a+")
    assert not used or one.match("a")
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(pattern(r"a+")))):  # noqa: S301
        assert other.match("aa")


PATTERNS = {name: value for name, value in vars(ids).items() if name.isupper() and isinstance(value, str)}
SHA = "1f" * 20


@pytest.mark.parametrize(
    ("form", "whole", "others"),
    [
        (COMMIT_IN_PROSE, ["1a2b3c4", SHA], ["1a2b3c", "2024010", "defaced", f"{SHA}0", "1A2B3C4", "x1a2b3c4"]),
        (COMMIT_PREFIX, ["2024010", "defaced", SHA, "1f" * 32], ["1a2b3c", "1f" * 33, "1a2b3c4g"]),
        (OBJECT_ID, [SHA, "1f" * 32], [SHA[1:], f"{SHA}0", "1f" * 33, SHA.upper()]),
        (OWN_ID, ["1f" * 16], ["1f" * 15, f"{'1f' * 16}0", "1F" * 16]),
        (MEMORY_ID, ["1a2b3c4d", "1f" * 32], ["1a2b3c4", "1f" * 33, "1a2b3c4g"]),
    ],
)
def test_a_form_takes_its_ids_and_nothing_else(form: str, whole: list[str], others: list[str]) -> None:
    assert [text for text in [*whole, *others] if re.fullmatch(form, text)] == whole


def test_a_commit_is_found_among_words_and_not_within_one() -> None:
    text = f"Since 1a2b3c4, v1a2b3c4 and {SHA}; not 12345678, facade1_x or deadbeef."
    assert re.findall(COMMIT_IN_PROSE, text) == ["1a2b3c4", SHA]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_form_stands_within_a_larger_pattern_as_one_piece(name: str) -> None:
    compiled = re.compile(rf"(?:{PATTERNS[name]})|x")
    assert compiled.groups == 0
