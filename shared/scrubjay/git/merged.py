"""Commits that name others in their messages: merges of forges, and reverts."""

import re
from collections.abc import Collection, Iterable
from typing import Final, Literal

from scrubjay.model.frozen import dataclass
from scrubjay.text.hexadecimal import COMMIT_PREFIX

_IN_BODY: Final = (
    re.compile(r"Merge pull request (?P<number>#\d+) from \S+\Z"),  # GitHub
    re.compile(r"Merged in \S+ \(pull request (?P<number>#\d+)\)\Z"),  # Bitbucket
    re.compile(
        r"Merge pull request (?P<number>#\d+) in \S+ from \S+ to \S+\Z"
    ),  # its server, which lists the commits below
)
"""Subjects below which the request's title stands."""

_IN_SUBJECT: Final = re.compile(r"Merge pull request '(?P<title>.+)' \((?P<number>#\d+)\)(?: from \S+ into \S+)?\Z")
"""Gitea and Forgejo."""

_BRANCH: Final = re.compile(r"Merge branch '[^']+' into '[^']+'\Z")
_REQUEST: Final = re.compile(r"^See merge request (?P<repository>\S*?)(?P<number>!\d+)\s*$", re.MULTILINE)
"""GitLab: a branch's merge is a request's where its message says so."""

_SQUASHED: Final = re.compile(r"\S \(([#!]\d+)\)\Z")
_LONGEST: Final = 9
"""Digits of a number."""


@dataclass(frozen=True, slots=True)
class MergedRequest:
    """The request that a commit says it merged; `repository` is OWNER/NAME, or empty where the message names none."""

    sign: Literal["#", "!"]
    number: int
    repository: str = ""
    squashed: bool = False


def merged_request(subject: str, body: str) -> MergedRequest | None:
    """The request that a commit merged, by its message; None for any other commit."""
    named = _IN_SUBJECT.match(subject) or next(filter(None, (one.match(subject) for one in _IN_BODY)), None)
    if named:
        return _request(named["number"])
    if _BRANCH.match(subject):
        seen = _REQUEST.search(body)
        return _request(seen["number"], seen["repository"]) if seen else None
    squashed = _SQUASHED.search(subject)
    return _request(squashed[1], squashed=True) if squashed else None


def _request(named: str, repository: str = "", *, squashed: bool = False) -> MergedRequest | None:
    sign: Literal["#", "!"] = "!" if named[0] == "!" else "#"
    digits = named[1:]
    return MergedRequest(sign, int(digits), repository, squashed) if len(digits) <= _LONGEST and int(digits) else None


def merged_title(subject: str, body: str) -> str:
    """The title and number of the request that a forge's merge commit merged; empty for any other commit."""
    if named := _IN_SUBJECT.match(subject):
        return f"{named['title']} ({named['number']})"
    lines = (line.strip() for line in body.split("\n"))
    first = next((line for line in lines if line and not line.startswith("* commit '")), "")
    for pattern in _IN_BODY:
        if merge := pattern.match(subject):
            return f"{first} ({merge['number']})" if first else ""
    request = _REQUEST.search(body) if _BRANCH.match(subject) else None
    return f"{first} ({request['number']})" if request and not first.startswith("See merge request") else ""


_NAMED = re.compile(rf"^\W*This reverts commit ({COMMIT_PREFIX})\b", re.MULTILINE | re.IGNORECASE)


def reverted_commits(messages: Iterable[tuple[str, str]], candidates: Collection[str]) -> dict[str, str]:
    """Maps each reverted commit to the commit that reverted it: the newest, if several did.

    `messages` are (id, text), newest first; `candidates` are the ids that count, in which abbreviated ones are
    resolved. A revert that was itself reverted doesn't count.
    """
    reverted: dict[str, str] = {}
    for sha, text in messages:
        if sha in reverted:
            continue
        for written in _NAMED.findall(text):
            target = _whole(written.lower(), candidates)
            if target and target != sha:
                reverted.setdefault(target, sha)
    return reverted


def _whole(written: str, candidates: Collection[str]) -> str:
    if written in candidates:
        return written
    begun = [sha for sha in candidates if sha.startswith(written)]
    return begun[0] if len(begun) == 1 else ""
