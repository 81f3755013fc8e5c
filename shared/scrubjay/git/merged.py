"""Merge commits of forges: the title and the number of the request that they merged; pure."""

import re
from typing import Final, Literal

from scrubjay.model.frozen import dataclass

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
