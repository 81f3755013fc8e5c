"""What a user would naturally give is read, or the answer says what to give instead."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import UsageError
from scrubjay_forges.forges.offline.read import open_file, read_file
from tests.shared.scrubjay_forges.forges.offline.test_read import GH_ISSUE, GH_PULL, PLAIN, read, write

ARCHIVE = {"repo": "o/r", "timestamp": "2026-02-01T00:00:00Z", "issues": [GH_ISSUE], "pulls": [GH_PULL]}
REST_ISSUE = {
    "number": 12, "title": "Stalls", "state": "closed", "html_url": "https://github.com/o/r/issues/12",
    "user": {"login": "ann", "type": "User"}, "author_association": "MEMBER", "body": "At noon.", "labels": [],
    "created_at": "2026-01-02T10:00:00Z", "updated_at": "2026-01-03T10:00:00Z", "closed_at": "2026-01-03T10:00:00Z",
}  # fmt: skip
REST_PULL = REST_ISSUE | {
    "number": 13, "html_url": "https://github.com/o/r/pull/13", "user": {"login": "stale", "type": "Bot"},
    "pull_request": {"merged_at": "2026-01-03T09:00:00Z"}, "author_association": "NONE", "draft": False,
}  # fmt: skip
FULL_PULL = GH_PULL | {
    "additions": 1, "assignees": [], "author": {"id": "U_1", "is_bot": True, "login": "app/renovate", "name": ""},
    "autoMergeRequest": None, "baseRefOid": "c" * 40, "changedFiles": 1, "closed": True, "deletions": 0,
    "closedAt": "2026-01-06T10:00:00Z", "closingIssuesReferences": [{"number": 4}], "comments": [], "id": "PR_1",
    "commits": [{"oid": "d" * 40, "messageHeadline": "x"}], "fullDatabaseId": "17", "headRefName": "renovate/x",
    "headRefOid": "d" * 40, "headRepository": {"name": "r"}, "headRepositoryOwner": {"login": "o"},
    "isCrossRepository": False, "labels": [{"id": "L", "name": "bug", "color": "f00"}], "latestReviews": [],
    "maintainerCanModify": False, "mergeStateStatus": "UNKNOWN", "mergeable": "UNKNOWN", "milestone": None,
    "potentialMergeCommit": None, "projectCards": [], "projectItems": [{"status": {"name": "Done"}}],
    "reactionGroups": [{"content": "HEART", "users": {"totalCount": 1}}], "reviewDecision": "APPROVED",
    "reviewRequests": [], "statusCheckRollup": [{"__typename": "CheckRun", "conclusion": "SUCCESS", "name": "ci"}],
    "updatedAt": "2026-01-07T10:00:00Z", "url": "https://github.com/o/r/pull/5",
}  # fmt: skip
FOUND_PULL = {
    "assignees": [], "author": {"id": "U", "is_bot": False, "login": "ann", "type": "User", "url": "x"},
    "authorAssociation": "MEMBER", "body": "Slower.", "closedAt": "0001-01-01T00:00:00Z", "commentsCount": 2,
    "createdAt": "2026-01-02T10:00:00Z", "id": "PR_2", "isDraft": False, "isLocked": False, "isPullRequest": True,
    "labels": [], "number": 6, "repository": {"name": "r", "nameWithOwner": "o/r"}, "state": "open", "title": "Slower",
    "updatedAt": "2026-01-02T10:00:00Z", "url": "https://github.com/o/r/pull/6",
}  # fmt: skip


def given(folder: Path, text: str | bytes, name: str = "x.json") -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_every_field_that_gh_has_of_a_pull_request_is_taken_or_left(tmp_path: Path) -> None:
    (item,) = read(given(tmp_path, json.dumps([FULL_PULL])))
    head = item.head
    assert head is not None
    assert (head.kind, head.state, head.author, head.head_commit) == (
        "pull_request",
        "merged",
        "renovate[bot]",
        "d" * 40,
    )
    assert (item.repository, item.held) == ("github.com/o/r", frozenset({"comment", "review"}))


def test_what_gh_search_prints_is_read(tmp_path: Path) -> None:
    (item,) = read(given(tmp_path, json.dumps([FOUND_PULL])))
    assert item.head is not None
    assert (item.head.kind, item.head.state, item.head.closed_at, item.parts[0].member) == (
        "pull_request",
        "open",
        "",
        True,
    )
    assert item.held == frozenset()


PAGES = [
    json.dumps([REST_ISSUE]) + json.dumps([REST_PULL]), json.dumps([[REST_ISSUE], [REST_PULL]]),
    json.dumps([REST_ISSUE]) + "\n" + json.dumps([REST_PULL]), json.dumps({"items": [REST_ISSUE, REST_PULL]}),
    json.dumps(REST_ISSUE) + "\n" + json.dumps(REST_PULL), json.dumps([REST_ISSUE, REST_PULL], indent=1),
]  # fmt: skip


@pytest.mark.parametrize("text", PAGES)
def test_what_gh_api_prints_page_after_page_is_read(tmp_path: Path, text: str) -> None:
    issue, pull = read(given(tmp_path, text))
    assert issue.head is not None
    assert pull.head is not None
    assert (issue.head.kind, issue.head.state, issue.parts[0].member) == ("issue", "closed", True)
    assert (pull.head.kind, pull.head.state, pull.head.closed_at) == ("pull_request", "merged", "2026-01-03T09:00:00Z")
    assert (pull.head.author, pull.number, pull.repository) == ("stale[bot]", 13, "github.com/o/r")


@pytest.mark.parametrize(
    ("value", "instead"),
    [
        ({"data": {"repository": {"issues": {"nodes": []}}}}, "gh issue list"),
        ([{"id": 1, "issue_url": "https://api.github.com/repos/o/r/issues/1", "body": "x", "created_at": "2026-01-01",
           "html_url": "x"}], "gh issue list"),
        ([{"number": 1, "title": "T", "state": "OPEN"}], "createdAt is missing"),
    ],
)  # fmt: skip
def test_what_has_no_discussions_in_it_says_what_to_type_instead(tmp_path: Path, value: Any, instead: str) -> None:
    (item,) = read(given(tmp_path, json.dumps(value)))
    assert item.head is None
    assert instead in item.wrong


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(ARCHIVE).encode(), gzip.compress(json.dumps(ARCHIVE).encode()),
        json.dumps(ARCHIVE, indent=2).encode(),
        b"\xef\xbb\xbf" + json.dumps(ARCHIVE).encode(), json.dumps(ARCHIVE).encode("utf-16"),
        b"\xfe\xff" + json.dumps(ARCHIVE).encode("utf-16-be"), b"\n \n" + json.dumps(ARCHIVE).encode(),
    ],
)  # fmt: skip
def test_an_archive_is_read_packed_and_in_the_encodings_that_programs_write(tmp_path: Path, data: bytes) -> None:
    found = read_file(given(tmp_path, data))
    assert (found.count, found.is_archive, found.repository, found.as_of) == (2, True, "o/r", "2026-02-01T00:00:00Z")
    assert [item.head is not None for item in found.items()] == [True, True]


@pytest.mark.parametrize("text", [json.dumps([GH_ISSUE | {"body": "BAD"}]), json.dumps(PLAIN | {"text": "BAD"})])
def test_bytes_that_are_no_text_cost_nothing_else(tmp_path: Path, text: str) -> None:
    (item,) = read(
        given(tmp_path, text.encode().replace(b"BAD", b"caf\xe9 \x00 ok" if "[" in text[:1] else b"caf\xe9"))
    )
    assert item.parts[0].text.startswith("caf\ufffd")


def test_more_than_a_limit_is_not_unpacked(tmp_path: Path) -> None:
    file = open_file(given(tmp_path, gzip.compress(b" " * 3_000_000)))
    with pytest.raises(UsageError, match="unpacks to more than 2,000,000 bytes"):
        list(file.pieces(2_000_000))


@pytest.mark.parametrize("cut", [3, 40, -9, -1])
def test_a_packed_file_that_is_damaged_is_refused(tmp_path: Path, cut: int) -> None:
    with pytest.raises(UsageError):
        read_file(given(tmp_path, gzip.compress(json.dumps(ARCHIVE).encode())[:cut]))


def test_an_archive_that_ends_within_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is no JSON at character [\d,]+, after pulls 1"):
        read_file(given(tmp_path, json.dumps(ARCHIVE)[:-2]))


def test_a_folder_and_a_pipe_say_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        read_file(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="Write them into a file first"):
        read_file(tmp_path / "pipe")


def test_a_file_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, PLAIN, PLAIN)
    found = read_file(file)
    write(tmp_path, PLAIN, PLAIN, PLAIN)
    with pytest.raises(UsageError, match="changed while it was read"):
        list(found.items())


def test_an_archive_s_times_are_none_after_it(tmp_path: Path) -> None:
    ahead = {**GH_ISSUE, "updatedAt": "2099-01-01T00:00:00Z", "closedAt": "2099-01-01T00:00:00Z"}
    (item,) = read_file(given(tmp_path, json.dumps({**ARCHIVE, "issues": [ahead], "pulls": []}))).items()
    assert item.head is not None
    assert (item.head.updated_at, item.head.closed_at) == ("2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z")
    assert item.parts[0].updated_at == "2026-02-01T00:00:00Z"


@pytest.mark.parametrize(
    ("more", "why"),
    [('"number": NaN', "number is no number"), ('"number": 4, "number": 5', ""),
     ('"number": "4"', "number is no number"),
     ('"number": 4, "body": "\\ud800"', ""), ('"number": 4e0', "number is no number")],
)  # fmt: skip
def test_odd_values_are_named_or_read(tmp_path: Path, more: str, why: str) -> None:
    text = json.dumps({key: value for key, value in GH_ISSUE.items() if key not in ("number", "body")})
    (item,) = read(given(tmp_path, f"[{text[:-1]}, {more}}}]"))
    assert item.wrong.startswith(why)
    assert (item.head is None) == bool(why)


def test_twenty_thousand_comments_and_a_body_of_five_megabytes_are_one_discussion(tmp_path: Path) -> None:
    comments = [{"author": {"login": "ann"}, "body": "x", "createdAt": "2026-01-02T11:00:00Z"}] * 20_000
    (item,) = read(given(tmp_path, json.dumps([{**GH_ISSUE, "body": "y" * 5_000_000, "comments": comments}])))
    assert len({part.key for part in item.parts}) == 20_001
    assert item.held == frozenset()
