"""Who reviewed the files that answer a topic? Members, by the name of their commits where an address tells it."""

from collections.abc import Callable, Collection
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.process import Git
from scrubjay.model.history import Contribution
from scrubjay.model.view import View
from scrubjay.search.history.logins import names_of_logins
from scrubjay.search.history.people import LINES_OF_A_REVIEW
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
from scrubjay_forges.discussions.stored import StoredPart

MOST: Final = 200
"""Comments that are counted, the newest; and merges whose reviews are looked at."""

PATIENCE_S: Final = 5.0

REVIEWS: Final = ("review", "line_comment")


class Reviewers:
    """The reviewers of one worktree's files."""

    def __init__(self, git: Git, open_discussions: OpenNamed) -> None:
        self._git = git
        self._kept = open_discussions

    def of(self, view: View, paths: Collection[str], is_about: Callable[[str], bool]) -> tuple[Contribution, ...]:
        """What members said in reviews of some files, where it or its discussion is about the topic."""
        kept = self._kept() if paths else None
        said = self._said(kept, view, paths) if kept else []
        if kept is None or not said:
            return ()
        heads = kept.shown([part.ref for part in said], view)
        hosts = {ref.repository.partition("/")[0] for ref in heads}
        names = {host: names_of_logins(self._git, view.commit, host) for host in sorted(hosts)}
        return tuple(
            Contribution(
                names[part.ref.repository.partition("/")[0]].get(part.author.lower(), part.author),
                LINES_OF_A_REVIEW,
                part.created_at,
            )
            for part in said
            if part.ref in heads and part.author and is_about(f"{heads[part.ref].told} {part.text}")
        )

    def _said(self, kept: NamedDiscussions, view: View, paths: Collection[str]) -> list[StoredPart]:
        """What was said on lines of the files, and of what changed them without a path, as archives have it."""
        merges = kept.merged_as(self._merges(view, paths))
        of_merges = (part for ref in merges.values() for part in kept.parts(ref) if not part.path)
        said = [*kept.line_comments(paths), *(part for part in of_merges if part.role in REVIEWS)]
        return sorted((part for part in said if part.member and part.counts), key=lambda part: part.created_at)[-MOST:]

    def _merges(self, view: View, paths: Collection[str]) -> frozenset[str]:
        """The newest commits of the view's own line that brought changes of the files; none where git fails."""
        shown = (f"--max-count={MOST}", "--first-parent", "--format=%H", "--end-of-options", view.commit, "--")
        literal = [f":(top,literal){path}" for path in sorted(paths)]
        try:
            listed = list(self._git.fields("log", "-z", *shown, *literal, timeout=PATIENCE_S))
        except GitFailed:
            return frozenset()
        return frozenset(field.decode("ascii").strip() for field in listed)
