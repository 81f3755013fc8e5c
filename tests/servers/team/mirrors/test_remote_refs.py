"""What a remote shows of itself: read from git's list, with names that git would take."""

import pytest

from scrubjay.errors import LimitExceeded
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.remote_refs import MOST_TAGS, RemoteRefs, is_plain, read_remote_refs, tags_in_the_way

ONE, TWO = "1" * 40, "2" * 40
HEAD = f"ref: refs/heads/main\tHEAD\n{ONE}\tHEAD\n"


def test_the_default_branch_and_the_tags_are_read() -> None:
    listed = f"{HEAD}{TWO}\trefs/tags/v1\n{ONE}\trefs/tags/v1^{{}}\n{TWO}\trefs/tags/a/b\n"
    assert read_remote_refs(listed, "git.example") == RemoteRefs("main", ONE, {"v1": TWO, "a/b": TWO})


def test_what_is_neither_is_passed_over() -> None:
    listed = f"{HEAD}{TWO}\trefs/remotes/origin/HEAD\n{TWO}\trefs/heads/HEAD\nx\trefs/tags/v1\n{TWO} refs/tags/v2\n"
    assert read_remote_refs(listed, "git.example") == RemoteRefs("main", ONE, {})


NAMES = (
    "-x", "--upload-pack=id", "a b", "a..b", "a.lock", "/a", "a/", ".a", "a/.b", "a~1", "a^", "a:b", "a?b", "a*",
    "a[b", "a\\b", "a@{b", "a.", "x" * 251, "",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_git_would_not_take_is_no_branch_and_no_tag(name: str) -> None:
    assert read_remote_refs(f"{HEAD}{TWO}\trefs/tags/{name}\n", "git.example").tags == {}
    with pytest.raises(FetchFailed, match="which branch is its default"):
        read_remote_refs(f"ref: refs/heads/{name}\tHEAD\n{ONE}\tHEAD\n", "git.example")


@pytest.mark.parametrize(
    "name", ["HEAD", "a/Head", "refs", "refs/heads/main", ONE, "v1\u200b", "\u202ev1", "v\x1b[31m1", "v\ufffd", "v\x07"]
)
def test_a_tag_that_is_taken_for_something_else_is_left_out(name: str) -> None:
    assert not is_plain(name)
    assert read_remote_refs(f"{HEAD}{TWO}\trefs/tags/{name}\n{TWO}\trefs/tags/v1\n", "git.example").tags == {"v1": TWO}


def test_a_branch_with_hidden_letters_is_no_default() -> None:
    with pytest.raises(FetchFailed, match="which branch is its default"):
        read_remote_refs(f"ref: refs/heads/ma\u200bin\tHEAD\n{ONE}\tHEAD\n", "git.example")


def test_too_many_tags_are_refused() -> None:
    tags = "".join(f"{TWO}\trefs/tags/t{number}\n" for number in range(MOST_TAGS + 1))
    with pytest.raises(LimitExceeded, match="more than 50,000 tags"):
        read_remote_refs(HEAD + tags, "git.example")


@pytest.mark.parametrize(
    ("there", "shown", "gone"),
    [
        ({"v1", "v2"}, {"v1", "v2"}, ()),
        ({"v1", "v2"}, {"v2"}, ()),
        ({"v1", "v2"}, {"v1/a", "v2"}, ("v1",)),
        ({"v1/a", "v1/b", "v2"}, {"v1", "v2"}, ("v1/a", "v1/b")),
        ({"a/b"}, {"a/b/c/d"}, ("a/b",)),
    ],
)
def test_only_tags_that_leave_no_room_go_before_a_fetch(
    there: set[str], shown: set[str], gone: tuple[str, ...]
) -> None:
    assert tags_in_the_way(there, shown) == gone
