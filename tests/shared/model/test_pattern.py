"""An expression at a module's top is compiled where it is first used, and is then as quick as a compiled one."""

import copy
import pickle
import re
from typing import Any

import pytest

from scrubjay.model.pattern import Expression, pattern


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
