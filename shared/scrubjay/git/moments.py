"""When were some commits made?"""

import re
from collections.abc import Iterable

from scrubjay.git.head import utc
from scrubjay.git.process import Git
from scrubjay.text.hexadecimal import OBJECT_ID

MOST = 2_000
"""Commits in one question."""


def moments_of(git: Git, commits: Iterable[str]) -> dict[str, str]:
    """The moments (ISO 8601, UTC) at which some commits were committed, by their full ids."""
    ids = sorted({commit for commit in commits if re.fullmatch(OBJECT_ID, commit)})[:MOST]
    if not ids:
        return {}
    out = git.run("log", "--no-walk=unsorted", "--format=%H %ct", "--end-of-options", *ids, "--")
    pairs = (line.split() for line in out.decode("ascii", "replace").splitlines())
    return {sha: utc(int(seconds)) for sha, seconds in pairs}
