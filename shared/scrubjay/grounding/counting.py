"""Does a source count? What was last written in the session that claims never does, what only a branch has, not yet."""

from collections.abc import Callable

from scrubjay.documents.text import decode
from scrubjay.git.ancestry import unreachable
from scrubjay.git.base import BaseTracker
from scrubjay.git.blame import blamed_commits
from scrubjay.git.lookup import Lookup
from scrubjay.git.process import Git
from scrubjay.model.evidence import CitationStatus
from scrubjay.model.view import View

READ_MOST = 1_000_000
"""Bytes of a cited file that are compared."""


class Counting:
    """The commits that a session must have found there: the base branch's, and the one that it `start`ed at.

    Without a base branch and a start everything counts.
    """

    def __init__(self, git: Git, base: BaseTracker, objects: Lookup, view: View, start: str = "") -> None:
        self._git = git
        self._base = base
        self._objects = objects
        self._view = view
        self._start = start

    def _status(self, has: Callable[[str], bool]) -> CitationStatus:
        """OWN where the session didn't find it, UNMERGED where only the base branch hasn't it; else RESOLVED."""
        base = self._base.commit()
        key = ("", self._view.commit)
        if self._start not in key and not has(self._start):
            return CitationStatus.OWN
        if base not in (*key, self._start) and not has(base):
            return CitationStatus.UNMERGED
        return CitationStatus.RESOLVED

    def commit(self, sha: str) -> CitationStatus:
        """Whether a commit was there already: RESOLVED, or OWN or UNMERGED."""
        return self._status(lambda reference: not unreachable(self._git, [sha], reference))

    def lines(self, path: str, blob: str, lines: tuple[int, int], reread: Callable[[str], bool]) -> CitationStatus:
        """Whether some lines of a file at HEAD were there already: RESOLVED, or OWN or UNMERGED.

        They were if the file was the same, or if the text that it had then is `reread` with the same outcome. Only for
        a file that wasn't there, such as one that was renamed, is git asked who wrote the lines.
        """
        return self._status(lambda name: self._stood(name, path, blob, lines, reread))

    def describe(self, status: CitationStatus) -> str:
        """What is told of a source that doesn't count, or not yet."""
        how = "by this session" if status is CitationStatus.OWN else "not on the base branch yet"
        return f"written on {self._view.label}{' ' if status is CitationStatus.OWN else ', '}{how}"

    def _stood(self, commit: str, path: str, blob: str, lines: tuple[int, int], reread: Callable[[str], bool]) -> bool:
        then = self._objects.entry(commit, path, READ_MOST)
        if then is None or then.kind != "blob":
            wrote = blamed_commits(self._git, self._view.commit, path, lines)
            return bool(wrote) and not unreachable(self._git, wrote, commit)
        return then.oid == blob or reread(decode(then.content).text)
