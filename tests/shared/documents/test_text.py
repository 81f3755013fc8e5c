"""Bytes become text, whatever they are, with an editor's line numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.documents.text import SNIFFED, decode, is_no_text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain\n", "plain\n", "utf-8"),
        ("ä\n".encode(), "ä\n", "utf-8"),
        ("ä".encode("utf-8-sig"), "ä", "utf-8-sig"),
        ("ä\n".encode("utf-16"), "ä\n", "utf-16"),
        (b"caf\xe9", "café", "cp1252"),
        (b"a\r\nb\rc\n", "a\nb\nc\n", "utf-8"),
        ("a\u2028b\x0cc".encode(), "a b c", "utf-8"),
    ],
)
def test_encodings_are_told_by_their_bytes(data: bytes, text: str, encoding: str) -> None:
    found = decode(data)
    assert (found.text, found.encoding, found.binary) == (text, encoding, False)


def test_binary_and_lfs_pointers_are_told() -> None:
    assert decode(b"\x89PNG\0\0\0").binary
    assert decode(b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n").lfs_pointer


@settings(derandomize=True, max_examples=200, deadline=None, database=None)
@given(st.binary(max_size=200))
def test_any_bytes_become_text_that_can_be_stored(data: bytes) -> None:
    text = decode(data).text
    text.encode("utf-8")
    assert "\0" not in text
    assert "\r" not in text
    assert len(text.splitlines()) <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"PK\x03\x04\x14\0\xe2\x93", True),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\x01", True),
        (b"a\0b", False),
        (b"caf\xe9", False),
        ("ä\n".encode("utf-16"), False),
        (b"\0" + b"a" * (SNIFFED - 2) + "ä".encode(), False),
    ],
)
def test_an_archive_is_told_from_text_with_a_stray_nul(data: bytes, binary: bool) -> None:
    assert is_no_text(data) is binary
