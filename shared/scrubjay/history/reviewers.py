"""Who reviewed the files that answer a topic? Members, by the name of their commits where an address tells it."""

from collections.abc import Callable, Collection
from typing import Final

from scrubjay.discussions.named import OpenNamed
from scrubjay.git.process import Git
from scrubjay.history.logins import names_of_logins
from scrubjay.history.people import LINES_OF_A_REVIEW, Contribution
from scrubjay.model.view import View

MOST: Final = 200
"""Comments that are counted, the newest."""


class Reviewers:
    """The reviewers of one worktree's files."""

    def __init__(self, git: Git, kept: OpenNamed) -> None:
        self._git = git
        self._kept = kept

    def of(self, view: View, paths: Collection[str], is_about: Callable[[str], bool]) -> tuple[Contribution, ...]:
        """What members said of lines of some files, where it or its discussion is about the topic."""
        kept = self._kept() if paths else None
        said = [part for part in kept.line_comments(paths) if part.member and part.counts][-MOST:] if kept else []
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
