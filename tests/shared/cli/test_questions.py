"""A file of questions holds any question, one a line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.cli.questions import question
from scrubjay.errors import UsageError


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("why a queue\n", "why a queue"),
        ('{"query": "first\\nsecond"}', "first\nsecond"),
        ('"first\\nsecond"', "first\nsecond"),
        ('"a phrase"', '"a phrase"'),  # quotes mean a phrase, here as at a terminal
        ('"a phrase" -word', '"a phrase" -word'),
        ('{"query": "\\"a phrase\\""}', '"a phrase"'),
        ('{"query": ["a"], "limit": -1}', '{"query": ["a"], "limit": -1}'),
        ('{"name": "pasted"}', '{"name": "pasted"}'),
        ("{" * 100_000, "{" * 100_000),
        ("[" * 5_000, "[" * 5_000),
        ("  \n", ""),
    ],
)
def test_what_a_line_asks(line: str, asked: str) -> None:
    assert question(line) == asked


@pytest.mark.parametrize("line", ["caf\udce9", '{"query": "\\ud800"}', '"a\\n\\udfff"'])
def test_what_is_no_text_is_refused_in_words(line: str) -> None:
    with pytest.raises(UsageError, match=r"UTF-8|surrogate"):
        question(line)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_question_can_be_written_on_one_line(text: str) -> None:
    line = json.dumps({"query": text})
    assert "\n" not in line
    assert question(line) == text.strip()
