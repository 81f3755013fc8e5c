"""The address of a server: one form of each, and none that hides something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay_joined.address import checked_url, is_private


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://Memory.Example.org/", "https://memory.example.org"),
        ("memory.example.org", "https://memory.example.org"),
        ("memory.example.org:8443/team/", "https://memory.example.org:8443/team"),
        ("https://memory.example.org:443", "https://memory.example.org"),
        ("http://127.0.0.1:8737", "http://127.0.0.1:8737"),
        ("http://[::1]:80/", "http://[::1]"),
    ],
)
def test_an_address_has_one_form(typed: str, kept: str) -> None:
    assert checked_url(typed) == kept
    assert checked_url(kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "", "https://", "ftp://a.example", "https://a.example:0", "https://a.example:99999", "https://a.example?x=1",
        "https://a.example#x", "https://anna:geheim@a.example", "https://geheim@a.example", "https://ä.example",
        "https://a example", "https://a.example/\n", "file:///etc/passwd", "https://" + "a" * 600, "https://[::1",
        "https://a\\geheim", "https://a..b", "https://.", "https://" + "a" * 64 + ".example",
    ],
)  # fmt: skip
def test_what_is_no_plain_address_is_refused_without_what_may_be_a_password(typed: str) -> None:
    with pytest.raises(UsageError) as refused:
        checked_url(typed)
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "private"),
    [
        ("https://a.example", True), ("http://127.0.0.1:1", True), ("http://127.9.9.9", True), ("http://[::1]", True),
        ("http://localhost:1", True), ("http://a.example", False), ("http://10.0.0.1", False),
        ("http://localhost.example", False), ("http://127.0.0.1.example", False), ("http://0.0.0.0", False),
    ],
)  # fmt: skip
def test_only_tls_and_this_machine_are_private(url: str, private: bool) -> None:
    assert is_private(url) is private


@given(st.text(max_size=60))
def test_any_text_is_an_address_in_its_last_form_or_refused(text: str) -> None:
    try:
        kept = checked_url(text)
    except UsageError:
        return
    assert checked_url(kept) == kept
