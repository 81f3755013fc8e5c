"""Commits that line authorship passes over: those of the committed `.git-blame-ignore-revs`, of no configured list."""

import re

from scrubjay.git.lookup import Lookup
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git

FILE = ".git-blame-ignore-revs"
MOST = 100
"""Commits of the list that count, the first."""

MOST_BYTES = 100_000

_SHA = re.compile(rb"^[ \t]*([0-9a-f]{40}|[0-9a-f]{64})\b", re.MULTILINE)


def ignored_revisions(git: Git, commit: str) -> tuple[str, ...]:
    """The commits that the list at a commit names and this clone has, in its order. Raises GitFailed."""
    with Lookup(git) as objects:
        entry = objects.entry(commit, FILE, MOST_BYTES)
    if entry is None or entry.kind != "blob":
        return ()
    named = [sha.decode("ascii") for sha in dict.fromkeys(_SHA.findall(entry.content))][:MOST]
    if not named:
        return ()
    with ObjectReader(git) as reader:
        kinds = reader.info(named)
    return tuple(sha for sha in named if sha in kinds and kinds[sha][0] == "commit")
