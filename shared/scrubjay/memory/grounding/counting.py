"""Whether a source's lines are merged: on the remote's base branch, or there before a person last acted."""

from collections.abc import Callable

from scrubjay.git.ancestry import BaseTracker, unreachable
from scrubjay.git.blame import LineWriter, line_writers
from scrubjay.git.commits import moments_of
from scrubjay.git.lookup import Lookup
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.text import decode
from scrubjay.model.evidence import CitationStatus
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View

UNKNOWN = "~"
"""Later than any moment: that of a commit whose moment git doesn't tell."""

READ_MOST = 1_000_000
"""Bytes of a cited file that are compared."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Which commits and lines of a view count as evidence, in a session that began at the commit `start`.

    The remote's base branch has it, or in a clone without one HEAD, where a line committed since `acted` (when a person
    last acted here, ISO 8601, UTC) is left out. What the session wrote itself never vouches.
    """

    git: Git
    base: BaseTracker
    objects: Lookup
    view: View
    start: str = ""
    acted: Callable[[], str] = str

    def commit(self, sha: str) -> CitationStatus:
        """RESOLVED for a commit from before the session; OWN for one of the session, UNMERGED for one not merged."""
        return self._status(
            lambda reference: not unreachable(self.git, [sha], reference),
            lambda: [moments_of(self.git, [sha]).get(sha, UNKNOWN)],
        )

    def lines(self, path: str, blob: str, lines: tuple[int, int], reread: Callable[[str], bool]) -> CitationStatus:
        """RESOLVED for lines from before the session; OWN for lines of the session, UNMERGED for lines not merged yet.

        They were if the file was the same, or if the text that it had then is `reread` with the same outcome. Only for
        a file that wasn't there, such as one that was renamed, is git asked who wrote the lines.
        """

        def writers() -> tuple[LineWriter, ...]:
            return line_writers(self.git, self.view.commit, path, lines)

        def stood(reference: str) -> bool:
            then = self.objects.entry(reference, path, READ_MOST)
            if then is None or then.kind != "blob":
                written = [writer.sha for writer in writers()]
                return bool(written) and not unreachable(self.git, written, reference)
            return then.oid == blob or reread(decode(then.content).text)

        return self._status(stood, lambda: [writer.at for writer in writers()])

    def describe(self, status: CitationStatus) -> str:
        """The words for a source that doesn't count, or not yet, by its status."""
        if status is CitationStatus.OWN:
            return f"written on {self.view.label} by this session"
        where = "not on the base branch yet" if self.base.remote() else "since a person last acted here"
        return f"written on {self.view.label}, {where}"

    def _status(self, has: Callable[[str], bool], committed: Callable[[], list[str]]) -> CitationStatus:
        if self.start not in ("", self.view.commit) and not has(self.start):
            return CitationStatus.OWN
        if base := self.base.remote():
            merged = base in (self.view.commit, self.start) or has(base)
        else:
            merged = not (acted := self.acted()) or _committed_before(committed(), acted)
        return CitationStatus.RESOLVED if merged else CitationStatus.UNMERGED


def _committed_before(committed: list[str], moment: str) -> bool:
    """Whether all of some commits were made by a moment; none, or one that git doesn't tell, wasn't."""
    return bool(committed) and all(at <= moment for at in committed)
