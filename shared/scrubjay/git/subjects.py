"""Subjects of the newest commits, as one pass of git prints them."""

from collections.abc import Iterator

from scrubjay.git.process import Git

MOST = 10_000
PATIENCE_S = 20


def subjects(git: Git, commit: str) -> Iterator[str]:
    """The subjects of a commit and its ancestors, newest first; none without commits."""
    if commit:
        walk = (f"-{MOST}", "--encoding=UTF-8", "--format=%s", "--end-of-options", commit, "--")
        for field in git.fields("log", "-z", *walk, ok=range(256), timeout=PATIENCE_S):
            yield field.decode("utf-8", "replace")
