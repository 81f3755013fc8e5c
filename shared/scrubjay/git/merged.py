"""Merge commits of forges: the title of the request that they merged; pure."""

import re
from typing import Final

_IN_BODY: Final = (
    re.compile(r"Merge pull request (#\d+) from \S+\Z"),  # GitHub
    re.compile(r"Merged in \S+ \(pull request (#\d+)\)\Z"),  # Bitbucket
    re.compile(r"Merge pull request (#\d+) in \S+ from \S+ to \S+\Z"),  # its server, which lists the commits below
)
"""Subjects below which the request's title stands."""

_IN_SUBJECT: Final = re.compile(r"Merge pull request '(?P<title>.+)' \((?P<number>#\d+)\)(?: from \S+ into \S+)?\Z")
"""Gitea and Forgejo."""

_BRANCH: Final = re.compile(r"Merge branch '[^']+' into '[^']+'\Z")
_REQUEST: Final = re.compile(r"^See merge request \S*?(!\d+)\s*$", re.MULTILINE)
"""GitLab: a branch's merge is a request's where its message says so."""


def merged_title(subject: str, body: str) -> str:
    """The title and number of the request that a forge's merge commit merged; empty for any other commit."""
    if named := _IN_SUBJECT.match(subject):
        return f"{named['title']} ({named['number']})"
    lines = (line.strip() for line in body.split("\n"))
    first = next((line for line in lines if line and not line.startswith("* commit '")), "")
    for pattern in _IN_BODY:
        if merge := pattern.match(subject):
            return f"{first} ({merge[1]})" if first else ""
    request = _REQUEST.search(body) if _BRANCH.match(subject) else None
    return f"{first} ({request[1]})" if request and not first.startswith("See merge request") else ""
