"""Which of some commits came first? As git orders them: no parent stands behind a child, whatever their clocks say."""

from collections.abc import Collection

from scrubjay.errors import GitFailed
from scrubjay.git.process import Git

PATIENCE_S = 5.0


def places(git: Git, commit: str, shas: Collection[str], since: str) -> dict[str, int]:
    """The place of each commit among the ancestors of one, a parent's below its children's.

    Only what was committed at `since` (ISO 8601) or later is walked; what git can't tell in time is absent.
    """
    wanted = set(shas)
    found: list[str] = []
    walk = ("--topo-order", f"--since={since}", "--format=%H", "--end-of-options", commit, "--")
    try:
        for field in git.fields("log", "-z", *walk, timeout=PATIENCE_S):
            sha = field.decode("ascii", "replace").strip()
            if sha in wanted:
                found.append(sha)
            if len(found) == len(wanted):
                break
    except GitFailed:
        pass  # what was read so far stands
    return {sha: -number for number, sha in enumerate(found)}
