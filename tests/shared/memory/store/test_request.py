"""What may be remembered."""

from dataclasses import replace
from datetime import date
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import LimitExceeded, ScrubjayError, UsageError
from scrubjay.memory.store.request import RememberRequest, checked, cleaned
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Blocked

TODAY = date(2026, 3, 1)
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
CLAIM = RememberRequest(content="Staging drops idle connections.")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"content": " \n"}, "empty", id="no words"),
        pytest.param({"kind": "rumour"}, "fact, preference", id="unknown kind names the kinds"),
        pytest.param({"scope": "team"}, "project, user", id="a scope that comes later"),
        pytest.param({"tags": ("",)}, "leave it out", id="an empty tag"),
        pytest.param({"tags": ("db", " ")}, "leave it out", id="a blank tag beside another"),
        pytest.param({"tags": ("a\x1bb",)}, "without spaces", id="a tag that drives a terminal"),
        pytest.param({"tags": ("db\n",)}, "without spaces", id="a tag with a line end"),
        pytest.param({"applies": "  "}, "leave it out", id="holds nowhere"),
        pytest.param({"applies": "a\x1b[31mb"}, r"x1b.*such as staging", id="a place that drives a terminal"),
        pytest.param({"applies": "a\nb"}, "in one line", id="a place of two lines"),
        pytest.param({"applies": "a\0"}, "such as staging", id="a place with NUL"),
        pytest.param({"valid_until": "next week"}, "2026-12-31", id="no date"),
        pytest.param({"valid_until": "20261231"}, "2026-12-31", id="another form of date"),
        pytest.param({"valid_until": "2026-02-28"}, "is over", id="a day that has passed"),
    ],
)
def test_what_is_out_of_bounds_is_refused_with_what_would_be_right(change: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        checked(replace(CLAIM, **change), TODAY)


@pytest.mark.parametrize(
    "change",
    [{"content": "x" * 10_001}, {"quote": "x" * 10_001}, {"key": "é" * 129}, {"kind": "x" * 257}],
    ids=lambda change: next(iter(change)),
)
def test_what_is_too_long_is_refused_with_its_name(change: dict[str, Any]) -> None:
    with pytest.raises(LimitExceeded, match=next(iter(change))):
        checked(replace(CLAIM, **change), TODAY)


@pytest.mark.parametrize("field", ["content", "quote", "applies", "key", "supersedes", "kind", "scope", "valid_until"])
def test_a_secret_is_blocked_by_kind_and_never_repeated(field: str) -> None:
    outcome = checked(replace(CLAIM, **cast("Any", {field: TOKEN})), TODAY)
    assert isinstance(outcome, Blocked)
    assert "secret (" in outcome.reason
    assert TOKEN not in repr(outcome)


def test_only_the_way_in_makes_a_claim_a_persons() -> None:
    assert (CLAIM.origin, CLAIM.act, CLAIM.authority) == (Origin.AGENT, Act.NONE, False)
    assert replace(CLAIM, origin=Origin.PERSON).authority
    assert replace(CLAIM, origin=Origin.SCRIPT, trusted=True).authority


def test_text_that_steers_a_terminal_or_hides_is_cleaned() -> None:
    assert cleaned(" a\x1b[31mred\x00\u202edraw\ud800\r\nb\rc\t") == "a\x1b[31mred\\x00\u202edraw\ufffd\nb\nc"


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["fact", "question", "x"]))
def test_whatever_is_typed_is_stored_blocked_or_refused_in_words(content: str, quote: str, kind: str) -> None:
    try:
        outcome = checked(RememberRequest(content=content, kind=kind, quote=quote), TODAY)
    except ScrubjayError:
        assert not content.strip() or not cleaned(content) or kind == "x"
    else:
        assert isinstance(outcome, Blocked) or outcome.content.encode("utf-8")
