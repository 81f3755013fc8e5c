"""Operators are read where somebody typed them, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.operators import MAX_CHARACTERS, read_operators


def read(text: str) -> tuple[str, list[str]]:
    asked = read_operators(text)
    return asked.words, [str(one) for one in asked.operators]


@pytest.mark.parametrize(
    ("text", "words", "operators"),
    [
        ("redis cache", "redis cache", []),
        ("redis -memcached", "redis", ['-"memcached"']),
        ('redis -"in memory"', "redis", ['-"in memory"']),
        ('"write ahead log" size', '"write ahead log" size', ['"write ahead log"']),
        ('the “write ahead log”, why?', 'the “write ahead log”, why?', ['"write ahead log"']),
        ("why path:docs/adr redis", "why redis", ["path:docs/adr"]),
        ('path:"docs/my notes" redis', "redis", ["path:docs/my notes"]),
        ("kind:decision,incident -kind:memory x", "x", ["kind:decision,incident", "-kind:memory"]),
        ("status:accepted service:payments since:2026-01 until:2026-02-01 x", "x",
         ["status:accepted", "service:payments", "since:2026-01", "until:2026-02-01"]),
        ("status:accepted", "", ["status:accepted"]),
        # Flags, numbers and hyphens are words.
        ("pass --dry-run", "pass --dry-run", []),
        ("git commit -m", "git commit -m", []),
        ("a -1 offset", "a -1 offset", []),
        ("read-only - or not", "read-only - or not", []),
        ("x -= 1 -> y", "x -= 1 -> y", []),
        ("df[-1] -x[3]", "df[-1] -x[3]", []),
        # Inside quotes everything is text.
        ('"path:docs -x"', '"path:docs -x"', ['"path:docs -x"']),
        # What isn't known, or says nothing, is words.
        ("foo:bar http://a.b/c std::vector", "foo:bar http://a.b/c std::vector", []),
        ("status: accepted", "status: accepted", []),
        ("Status:accepted xpath:y", "Status:accepted xpath:y", []),
        ('"unclosed phrase', '"unclosed phrase', []),
        ('"" "?!" x', '"" "?!" x', []),
        ("path:, x", "path:, x", []),
        ("-date:2026 x", "-date:2026 x", []),
        # Only exclusions: there is nothing to leave them out of.
        ("-rf", "-rf", []),
        # Pasted text has no operators.
        ('why?\nx = "a b" -y', 'why?\nx = "a b" -y', []),
        ("-y " * MAX_CHARACTERS, "-y " * MAX_CHARACTERS, []),
    ],
)  # fmt: skip
def test_operators_are_taken_out_and_the_rest_is_words(text: str, words: str, operators: list[str]) -> None:
    assert read(text) == (words, operators)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('"write ahead log"', False),
        ('"write ahead log" size', False),
        ('"write ahead log" "redo log" kind:decision path:docs -kafka', False),
        ('"write ahead log" ? — !', False),
        ('why is the "write ahead log" deprecated', True),
        ("what about “write ahead log”?", True),
        ('who needs "a" or "b"', True),
    ],
)
def test_a_phrase_is_quoted_in_a_sentence_where_two_words_stand_beside_it(text: str, sentence: bool) -> None:
    assert read_operators(text).is_sentence is sentence


@given(st.text(alphabet='ab -:"“”pathkind\n,\0\ud800é*()', max_size=80))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_any_text_is_read_and_no_word_is_invented(text: str) -> None:
    asked = read_operators(text)
    assert set(asked.words.split()) <= set(text.split()) | {""}
