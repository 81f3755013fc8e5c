"""Does a source count? What was last written in the session that claims, or only on a branch, supports nothing."""

from collections.abc import Callable

from scrubjay.documents.text import decode
from scrubjay.git.ancestry import base_of, outside
from scrubjay.git.blame import writers
from scrubjay.git.lookup import Lookup
from scrubjay.git.process import Git
from scrubjay.model.view import View

READ_MOST = 1_000_000
"""Bytes of a cited file that are compared."""


class Counting:
    """The commits that a session must have found there: the base branch's, and the one that it `start`ed at.

    Without a base branch and a start everything counts.
    """

    def __init__(self, git: Git, objects: Lookup, view: View, start: str = "") -> None:
        self._git = git
        self._objects = objects
        self._view = view
        self._start = start
        self._found: tuple[str, ...] | None = None

    @property
    def _trusted(self) -> tuple[str, ...]:
        if self._found is None:
            both = (base_of(self._git), self._start)
            self._found = tuple(one for one in dict.fromkeys(both) if one and one != self._view.commit)
        return self._found

    def commit(self, sha: str) -> bool:
        """Whether a commit was there already."""
        return all(not outside(self._git, [sha], one) for one in self._trusted)

    def lines(self, path: str, blob: str, lines: tuple[int, int], reread: Callable[[str], bool]) -> bool:
        """Whether some lines of a file at HEAD were there already.

        They were if the file was the same, or if the text that it had then is `reread` with the same outcome. Only for
        a file that wasn't there, such as one that was renamed, is git asked who wrote the lines.
        """
        return all(self._stood(one, path, blob, lines, reread) for one in self._trusted)

    def _stood(self, commit: str, path: str, blob: str, lines: tuple[int, int], reread: Callable[[str], bool]) -> bool:
        then = self._objects.at(commit, path, READ_MOST)
        if then is None or then.kind != "blob":
            wrote = writers(self._git, self._view.commit, path, lines)
            return bool(wrote) and not outside(self._git, wrote, commit)
        return then.oid == blob or reread(decode(then.content).text)
