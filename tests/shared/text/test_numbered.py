"""Numbers in words are made the signs that texts write them with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.text.references import number_phrases, plain_records, record_numbers, signed_numbers


@pytest.mark.parametrize(
    ("text", "signed"),
    [
        ("PR 12", "#12"), ("see pull request #12.", "see #12."), ("issue 12", "#12"), ("Merge request 12", "!12"),
        (":issue:`12`", ":#12`"), ("MR !12", "!12"), ("issues 12", "issues 12"), ("issue 1.2", "issue 1.2"),
        ("PR-12", "#12"), ("pr12", "#12"), ("mr-12", "!12"), ("gh 12", "#12"),
        ("issue number 12", "#12"), ("issue no. 12", "#12"), ("issues 12 and 17", "issues #12 and #17"),
        ("PRs 1, 2, and #3", "PRs #1, #2, and #3"), ("issues 12 and more", "issues 12 and more"), ("xpr12", "xpr12"),
        ("reissue 12", "reissue 12"), ("pr 12a", "pr 12a"), ("issue of 12", "issue of 12"),
    ],
)  # fmt: skip
def test_a_number_behind_its_word_is_signed(text: str, signed: str) -> None:
    assert signed_numbers(text) == signed


@given(st.text(max_size=80))
def test_what_is_signed_stays_as_it_is(text: str) -> None:
    once = signed_numbers(text)
    assert signed_numbers(once) == once


def test_each_word_is_looked_up_beside_the_number() -> None:
    assert {"gh 12", "pr 12", "issue 12", "pull 12"} <= set(number_phrases(12))


@pytest.mark.parametrize(
    ("text", "plain", "numbers"),
    [
        ("ADR #3", "ADR 3", ()), ("adr #0003", "adr 0003", ()), ("record #3", "record 3", ("3",)),
        ("decision 0012 says", "decision 0012 says", ("0012",)), ("decision 2024-05", "decision 2024-05", ()),
        ("records 3", "records 3", ()), ("PR #3", "PR #3", ()),
    ],
)  # fmt: skip
def test_a_records_number_needs_no_sign(text: str, plain: str, numbers: tuple[str, ...]) -> None:
    assert (plain_records(text), record_numbers(text)) == (plain, numbers)
