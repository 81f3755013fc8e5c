"""Texts name discussions as forges do, and nothing else is taken for one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.text.references import NamedDiscussion, is_repository, links, mention, mentions

HERE = "github.com/magpie/magpie"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("#12", ("", 12)),
        ("GH-12", ("", 12)),
        ("#pr12", ("", 12)),
        ("owner/name#12", ("owner/name", 12)),
        ("group/sub/name!7", ("group/sub/name", 7, "!")),
        ("group/sub/name#7", ("group/sub/name", 7)),
        ("!7", ("", 7, "!")),
        ("merged in !7.", ("", 7, "!")),
        ("github.com/owner/name#12", ("github.com/owner/name", 12)),
        ("https://github.com/owner/name/issues/12", ("github.com/owner/name", 12)),
        ("https://GitHub.com/owner/name/pull/12#issuecomment-3", ("github.com/owner/name", 12)),
        ("https://gitlab.com/g/s/name/-/merge_requests/4", ("gitlab.com/g/s/name", 4, "!")),
        ("https://gitlab.com/g/s/name/-/issues/4#note_1", ("gitlab.com/g/s/name", 4)),
        ("https://gitlab.com/g/s/name/-/work_items/4", ("gitlab.com/g/s/name", 4)),
        ("see (#12).", ("", 12)),
        ("fixes #12, closes", ("", 12)),
    ],
)
def test_a_name_is_read(text: str, named: tuple[Any, ...]) -> None:
    assert list(mentions(text)) == [NamedDiscussion(*named)]


@pytest.mark.parametrize(
    "text",
    [
        "&#39;",
        "colour #123abc",
        "a#12",
        "#12345678901",
        "docs/page.md#12-heading",
        "C#",
        "# 12",
        "##12",
        "wow!12",
        "!!12",
        "x !=12",
        "v1.2#3x",
        "GH-x",
    ],
)
def test_what_only_looks_like_a_name_is_none(text: str) -> None:
    assert list(mentions(text)) == []


def test_a_whole_text_is_a_name_or_none() -> None:
    assert mention(" #12 ") == NamedDiscussion("", 12)
    assert mention("#12 and more") is None
    assert mention("") is None


@pytest.mark.parametrize("tail", ["", "#issuecomment-1", "/files", "/files?w=1#r3", "?a=b", "/commits/ab12"])
def test_the_address_of_a_page_is_a_whole_name(tail: str) -> None:
    assert mention(f"https://github.com/owner/name/pull/12{tail}") == NamedDiscussion("github.com/owner/name", 12)
    assert mention(f"https://github.com/owner/name/pull/12{tail} and more") is None


@given(st.integers(1, 999_999_999), st.from_regex(r"[a-z][a-z0-9-]{0,8}/[a-z][a-z0-9-]{0,8}", fullmatch=True))
def test_what_is_written_as_a_name_is_read_back(number: int, repository: str) -> None:
    assert mention(f"{repository}#{number}") == NamedDiscussion(repository, number)
    assert mention(f"#{number}") == NamedDiscussion("", number)


def test_links_are_whole_names_each_once() -> None:
    text = (
        "See #1, #1 and other/there#2, https://github.com/x/y/pull/3, codeberg.org/a/b#4, g/s/n!5; "
        "since deadbeef12 not 1234567."
    )
    assert links(text, HERE) == (
        ("discussion", "github.com/magpie/magpie#1"), ("discussion", "github.com/other/there#2"),
        ("discussion", "github.com/x/y#3"), ("discussion", "codeberg.org/a/b#4"),
        ("discussion", "github.com/g/s/n!5"), ("commit", "deadbeef12"),
    )  # fmt: skip


def test_a_sign_alone_is_a_name_where_merge_requests_are_numbered_by_themselves() -> None:
    assert links("if !1 or !2", HERE) == ()
    assert links("see !1", HERE, signed=True) == (("discussion", f"{HERE}!1"),)


def test_thousands_of_mentions_become_some_links() -> None:
    assert len(links(" ".join(f"#{number}" for number in range(1, 50_000)), HERE)) == 500


@pytest.mark.parametrize("name", ["github.com/a/b", "localhost:8080/a/b", "gitlab.com/g/s/n"])
def test_a_repository_is_named_with_its_host(name: str) -> None:
    assert is_repository(name)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("encrypted by PKCS #1 and PKCS #12", []),
        ("as Table #2 shows", []),
        ("written in C #3", []),
        ("see the Annex #4.", []),
        ("Fixes #5, closes #6. See #7", [5, 6, 7]),
        ("Discussed in #8 (PR #9, Issue #10, GH-11)", [8, 9, 10, 11]),
        ("It was merged. Later #12 took it back", [12]),
        ("Merge pull request #13 from ada/x", [13]),
        ("Weigh parcels once (#14)", [14]),
        ("* Bug #15", [15]),
    ],
)
def test_a_number_that_is_part_of_a_name_is_no_discussion(text: str, numbers: list[int]) -> None:
    assert [named.number for named in mentions(text)] == numbers
