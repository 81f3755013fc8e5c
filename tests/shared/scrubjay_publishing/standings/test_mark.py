"""Which memory does a document name? One whole id, in its front matter or in a comment outside code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_publishing.standings.values import memory_id_of

A, B = "ab" * 16, "cd" * 16


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"---\nid: {A}\nkind: fact\n---\nThe jay keeps three nests.\n", A),
        (f"---\r\nid: '{A}'\r\n---\r\nThe jay keeps three nests.\r\n", A),
        (f"\ufeff---\nid: {A}\n---\ntext\n", A),
        (f"# 7. Keep nests\n\n<!-- Memory-Id: {A} -->\n\n## Status\n\nAccepted\n", A),
        (f"---\nid: ADR-0007\n---\n# Keep nests\n\n<!-- Memory-Id: {A} -->\n", A),
        (f"---\nid: {A}\n---\n<!-- Memory-Id: {A} -->\n", A),
        # not: two ids, a beginning of one, capitals, an example in code, prose about it, another field
        (f"---\nid: {A}\n---\n<!-- Memory-Id: {B} -->\n", None),
        (f"<!-- Memory-Id: {A} -->\n<!-- Memory-Id: {B} -->\n", None),
        (f"---\nid: {A[:12]}\n---\n", None),
        (f"---\nid: {A.upper()}\n---\n", None),
        (f"---\nid: [{A}, {B}]\n---\n", None),
        (f"# How to\n\n```\n<!-- Memory-Id: {A} -->\n```\n", None),
        (f"# How to\n\n~~~md\n---\nid: {A}\n---\n~~~\n", None),
        (f"A line `<!-- Memory-Id: {A} -->` in the text.\n", None),
        (f"---\nsupersedes: {A}\n---\n", None),
        (f"id: {A}\n", None),
        (f"---\nid: {A}\n", None),
        ("", None),
    ],
)
def test_one_whole_id_in_its_place_is_named(text: str, named: str | None) -> None:
    assert memory_id_of(text) == named


@given(st.text(max_size=200))
def test_no_text_without_an_id_names_a_memory(text: str) -> None:
    assert memory_id_of(f"---\nid: {text[:20]}\n---\n{text}") is None
