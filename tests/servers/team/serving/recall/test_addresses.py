"""Addresses as answers print them, taken apart again."""

import pytest

from scrubjay.errors import UsageError
from scrubjay_team.serving.recall.addresses import PrintedAddress, read_address, read_sources

NAMES = ("acme/shop", "core")


@pytest.mark.parametrize(
    ("text", "repo", "read"),
    [
        ("core:docs/a.md:3-9 @ 0123456789", "", PrintedAddress("core", "docs/a.md", "3-9")),
        ("core:docs/a.md @ 0123456789", "", PrintedAddress("core", "docs/a.md")),
        ("acme/shop:docs/a b.md:3", "", PrintedAddress("acme/shop", "docs/a b.md", "3")),
        ("core:ADR-004", "", PrintedAddress("core", "ADR-004")),
        ("core:docs/a.md:3-9", "core", PrintedAddress("core", "docs/a.md", "3-9")),
        ("docs/a.md:3-9 @ 0123456789", "core", PrintedAddress("core", "docs/a.md", "3-9")),
        (" docs/a.md ", "", PrintedAddress("", "docs/a.md")),
        ("other:docs/a.md", "", PrintedAddress("", "other:docs/a.md")),
        ("a @ b.md", "core", PrintedAddress("core", "a @ b.md")),
        ("", "core", PrintedAddress("core", "")),
    ],
)
def test_an_address_is_read_as_it_was_printed(text: str, repo: str, read: PrintedAddress) -> None:
    assert read_address(text, repo, NAMES) == read


def test_an_address_of_another_repository_than_the_call_s_is_asked_back() -> None:
    with pytest.raises(UsageError, match="is of core, and repo is acme/shop"):
        read_address("core:docs/a.md", "acme/shop", NAMES)


def test_sources_say_which_repository_they_are_of() -> None:
    assert read_sources(["core:docs/a.md:3-9 @ 0123456789", "ADR-4"], "", NAMES) == ("core", ("docs/a.md:3-9", "ADR-4"))
    assert read_sources(["docs/a.md"], "", NAMES[:1]) == ("", ("docs/a.md",))
    assert read_sources([], "", NAMES) == ("", ())
    with pytest.raises(UsageError, match="of acme/shop, core"):
        read_sources(["core:a.md", "acme/shop:b.md"], "", NAMES)
    with pytest.raises(UsageError, match=r"acme/shop:docs/a.md:2\. Yours: acme/shop, core"):
        read_sources(["docs/a.md:2"], "", NAMES)


@pytest.mark.parametrize(
    "source", ["nosuch:README.md", "https://example.org/x", "core@0123456789:a.md", "commit 01234567"]
)
def test_advice_for_a_wrong_name_does_not_repeat_it_behind_a_repository(source: str) -> None:
    with pytest.raises(UsageError, match=r"it, acme/shop:path:lines\. Yours: acme/shop, core"):
        read_sources([source], "", NAMES)
