"""A file of discussions is read whatever wrote it; what can't be is named by its line and skipped."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import UsageError
from scrubjay_forges.forges.offline.items import OfflineItem
from scrubjay_forges.forges.offline.read import read_file

PLAIN = {
    "kind": "pull_request", "number": 3, "title": "Fix the belt", "state": "merged", "author": "ann",
    "association": "MEMBER", "created_at": "2026-01-02T10:00:00+01:00", "closed_at": "2026-01-03T10:00:00Z",
    "merge_commit": "a" * 40, "labels": ["bug"], "files": ["belt.py"], "text": "It ran twice.",
    "comments": [
        {"author": "bob", "association": "NONE", "created_at": "2026-01-02T11:00:00Z", "text": "Why?"},
        {"id": 7, "author": "ann", "association": "OWNER", "created_at": "2026-01-02T12:00:00Z", "text": "Here.",
         "path": "belt.py", "line": 9, "reply_to": 6},
        {"id": 8, "role": "review", "verdict": "approved", "created_at": "2026-01-02T13:00:00Z", "author": "zoe"},
    ],
}  # fmt: skip
GH_ISSUE: dict[str, Any] = {
    "number": 4, "title": "Stalls", "state": "CLOSED", "url": "https://github.com/o/r/issues/4", "body": "At noon.",
    "author": {"login": "ann"}, "createdAt": "2026-01-02T10:00:00Z", "updatedAt": "2026-01-05T10:00:00Z",
    "labels": [{"name": "bug"}], "comments": [
        {"id": "IC_x", "url": "https://github.com/o/r/issues/4#issuecomment-991", "author": {"login": "ann"},
         "authorAssociation": "MEMBER", "body": "Seen.", "createdAt": "2026-01-02T11:00:00Z"},
        {"author": {"login": "eve"}, "authorAssociation": "NONE", "body": "Buy!", "createdAt": "2026-01-02T12:00:00Z",
         "isMinimized": True, "minimizedReason": "spam"},
    ],
}  # fmt: skip
GH_PULL = {
    "number": 5, "title": "Slow down", "state": "MERGED", "isDraft": False, "body": "", "author": {"login": "bob"},
    "createdAt": "2026-01-02T10:00:00Z", "mergedAt": "2026-01-06T10:00:00Z", "mergeCommit": {"oid": "b" * 40},
    "mergedBy": {"login": "bob"}, "files": [{"path": "a.py", "additions": 1}], "baseRefName": "main",
    "reviews": [{"id": "PRR_1", "author": {"login": "ann"}, "authorAssociation": "MEMBER", "body": "",
                 "state": "APPROVED", "submittedAt": "2026-01-05T10:00:00Z"}],
}  # fmt: skip


def write(folder: Path, *lines: Any) -> Path:
    file = folder / "discussions.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return file


def read(file: Path) -> list[OfflineItem]:
    return list(read_file(file).items())


def test_a_line_of_the_documented_form_keeps_every_field(tmp_path: Path) -> None:
    (item,) = read(write(tmp_path, PLAIN))
    head, parts = item.head, item.parts
    assert head is not None
    assert (head.number, head.kind, head.state, head.merge_commit) == (3, "pull_request", "merged", "a" * 40)
    assert (head.created_at, head.updated_at, head.labels) == ("2026-01-02T09:00:00Z", "2026-01-02T09:00:00Z", ("bug",))
    assert [(part.role, part.member) for part in parts] == [
        ("opening", True), ("comment", False), ("line_comment", True), ("review", False),
    ]  # fmt: skip
    assert [part.key for part in parts] == [
        "opening/3", "comment/3@2026-01-02T11:00:00Z bob", "line/3/7", "review/3/8",
    ]  # fmt: skip
    assert (parts[2].path, parts[2].line, parts[2].reply_to, parts[3].verdict) == ("belt.py", 9, "line/3/6", "approved")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "no JSON object"),
        ("[1]", "no JSON object"),
        ("[" * 100_000, "no JSON object"),
        ('{"number": 1' + "0" * 5000 + "}", "no JSON object"),
        (PLAIN | {"kind": "wiki"}, "kind is none"),
        (PLAIN | {"state": "OPEN"}, "state is none"),
        (PLAIN | {"number": "3"}, "number is no number"),
        (PLAIN | {"number": True}, "number is no number"),
        (PLAIN | {"title": ["x"]}, "title is no text"),
        (PLAIN | {"created_at": "yesterday"}, "created_at is no time"),
        (PLAIN | {"created_at": None}, "created_at is missing"),
        (PLAIN | {"comments": "x"}, "comments is no list"),
        (PLAIN | {"comments": [1]}, "no object"),
        (GH_ISSUE | {"state": "LOST"}, "state is none"),
        (GH_ISSUE | {"number": 0}, "number is no number"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(tmp_path: Path, line: Any, why: str) -> None:
    items = read(write(tmp_path, PLAIN, line, "", PLAIN))
    assert [item.head is not None for item in items] == [True, False, True]
    assert items[1].where == "discussions.jsonl line 2"
    assert why in items[1].wrong


def test_what_gh_prints_is_read_and_its_members_are_known_by_their_comments(tmp_path: Path) -> None:
    file = tmp_path / "gh.json"
    file.write_text(json.dumps([GH_ISSUE, GH_PULL]))
    issue, pull = read(file)
    assert issue.head is not None
    assert pull.head is not None
    assert [(part.key, part.author, part.member) for part in issue.parts] == [
        ("opening/4", "ann", True), ("comment/991", "ann", True),
    ]  # fmt: skip
    assert (pull.head.kind, pull.head.closed_at, pull.head.files) == ("pull_request", "2026-01-06T10:00:00Z", ("a.py",))
    assert [(part.role, part.member, part.verdict) for part in pull.parts] == [
        ("opening", True, ""), ("review", True, "approved"),
    ]  # fmt: skip


def test_one_object_of_gh_is_read(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(GH_ISSUE, indent=1))
    (item,) = read(file)
    assert item.head is not None


def test_a_comment_that_is_hidden_at_the_forge_says_why(tmp_path: Path) -> None:
    file = tmp_path / "issues.json"
    hidden = GH_ISSUE["comments"][0] | {"isMinimized": True, "minimizedReason": "OFF_TOPIC"}
    file.write_text(json.dumps([GH_ISSUE | {"comments": [hidden]}]))
    (item,) = read(file)
    assert [part.hidden for part in item.parts] == ["", "off-topic"]


def test_an_archive_is_read_with_its_name_and_time(tmp_path: Path) -> None:
    review = {"id": "MDE3OlB1bGxSZXF1ZXN0UmV2aWV3NDIy", "author": "ann", "authorAssociation": "OWNER", "body": "",
              "state": "COMMENTED", "createdAt": "2026-01-04T10:00:00Z",
              "comments": [{"body": "Here.", "createdAt": "2026-01-04T10:00:00Z", "originalPosition": 5},
                           {"body": "And here.", "createdAt": "2026-01-04T10:00:00Z"}]}  # fmt: skip
    pull = GH_PULL | {"author": "bob", "reviews": [review]}
    file = tmp_path / "archive.json"
    text = {"magic": "x", "timestamp": "2026-02-01T00:00:00+00:00", "repo": "o/r"}
    file.write_text(json.dumps({**text, "issues": [GH_ISSUE | {"author": "ann"}], "pulls": [pull]}))
    found = read_file(file)
    assert (found.repository, found.as_of) == ("o/r", "2026-02-01T00:00:00Z")
    issue, pulled = found.items()
    assert issue.head is not None
    assert issue.head.kind == "issue"
    assert [(part.key, part.author) for part in pulled.parts[1:]] == [
        ("line/5@2026-01-04T10:00:00Z ann", "ann"), ("line/5@2026-01-04T10:00:00Z ann~2", "ann"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "3", '"x"', "null", "not json", "{\n\n"])
def test_a_file_of_no_known_form_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(UsageError):
        read(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        read_file(tmp_path / "none.json")
