"""Review comments on a file's lines, found under its earlier names too, with where the lines stand now."""

import posixpath
from collections.abc import Callable, Collection, Sequence
from typing import Final

from scrubjay.errors import GitFailed, UnsafePath
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import entry_at
from scrubjay.model.frozen import dataclass
from scrubjay.model.history import Contribution
from scrubjay.model.paths import safe_path
from scrubjay.model.view import View
from scrubjay.search.history.authors import LINES_OF_A_REVIEW, names_of_logins
from scrubjay.search.history.renames import renames_of
from scrubjay.search.history.timeline import lines_now
from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
from scrubjay_forges.discussions.stored import Discussion, StoredPart

READ_MOST: Final = 1_000_000
"""Bytes of a file whose lines are compared."""

MOST: Final = 200
"""Comments on one file that are looked at, the newest."""


LONGEST_PATH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewThread:
    """A thread on lines of a file: its discussion, its texts, the path `now`, and its lines at the view's commit.

    `lines` are (0, 0) where those that it speaks of changed since, or where what they were can't be told.
    """

    head: Discussion
    said: tuple[StoredPart, ...]
    now: str
    lines: tuple[int, int]

    @property
    def first(self) -> StoredPart:
        """The text that the thread began with."""
        return self.said[0]

    @property
    def place(self) -> str:
        """The thread's lines, such as "src/pool.py:3-5", or "src/pool.py (line 5 then, changed since)"."""
        first, last = self.lines
        if first:
            return f"{self.now}:{first}{f'-{last}' if last > first else ''}"
        then = f" (line {self.first.line} then, changed since)" if self.first.line else ""
        return f"{self.now}{then}"


class ReviewedLines:
    """Finds the review threads on files of one worktree."""

    def __init__(self, git: Git, open_discussions: OpenNamed) -> None:
        self._git = git
        self._kept = open_discussions

    def file_named(self, view: View, name: str) -> str:
        """The name itself if it is a file's at the view and discussions are kept; else empty."""
        kept = self._kept()
        if kept is None or not view.tree or "\n" in name or len(name) > LONGEST_PATH:
            return ""
        try:
            return name if safe_path(name) == name and entry_at(self._git, view.tree, name) else ""
        except (GitFailed, UnsafePath):
            return ""

    def of(self, view: View, path: str) -> tuple[ReviewThread, ...]:
        """The threads on a file that a default answer may have, in order of time."""
        kept = self._kept()
        if kept is None or not view.commit:
            return ()
        said = kept.line_comments([path, *self._earlier(view, path, kept.commented_paths())])[-MOST:]
        threads: dict[str, list[StoredPart]] = {}
        for part in said:
            if part.counts and (not view.as_of or part.created_at <= view.committed_at):
                threads.setdefault(f"{part.ref.repository} {part.reply_to or part.key}", []).append(part)
        heads = kept.shown([part.ref for part in said], view)
        shown = [some for some in threads.values() if some[0].ref in heads]
        return tuple(self._thread(view, path, heads[some[0].ref], some) for some in shown)

    def _earlier(self, view: View, path: str, commented: frozenset[str]) -> list[str]:
        """Earlier names of a file on which somebody commented. Git is asked only if one of them may be its."""
        name, folder = posixpath.basename(path), posixpath.dirname(path)
        near = [
            old
            for old in commented - {path}
            if "\n" not in old and (posixpath.basename(old) == name or posixpath.dirname(old) == folder)
        ]
        names = [f"{view.commit}:{old}" for old in near]
        with ObjectReader(self._git) as reader:
            if not near or len(reader.entries(names)) == len(near):
                return []
        olds = {rename.old for rename in renames_of(self._git, view, path)}
        return sorted(olds & commented)

    def _thread(self, view: View, path: str, head: Discussion, said: Sequence[StoredPart]) -> ReviewThread:
        """A thread on a file, with its lines as they are now, if they can be found."""
        first = said[0]
        lines = (0, 0)
        if first.line:
            commits = [commit for commit in (first.on_commit, head.head_commit, head.merge_commit) if commit]
            then = next((text for commit in commits if (text := self._text(commit, first.path)) is not None), None)
            now = self._text(view.commit, path)
            if then is not None and now is not None:
                lines = lines_now(then, now, first.start_line or first.line, first.line)
        return ReviewThread(head=head, said=tuple(said), now=path, lines=lines)

    def _text(self, commit: str, path: str) -> str | None:
        """The text of a file at a commit; None where it can't be read."""
        if "\n" in path:
            return None
        try:
            with ObjectReader(self._git) as reader:
                oid, kind = reader.entries([f"{commit}:{path}"]).get(f"{commit}:{path}", ("", ""))
                return reader.read(oid, READ_MOST).decode("utf-8", "replace") if kind == "blob" else None
        except GitFailed:
            return None


MOST_REVIEWERS: Final = 200
"""Comments that are counted, the newest; and merges whose reviews are looked at."""

PATIENCE_S: Final = 5.0

REVIEWS: Final = ("review", "line_comment")


class Reviewers:
    """Finds the reviewers of files of one worktree."""

    def __init__(self, git: Git, open_discussions: OpenNamed) -> None:
        self._git = git
        self._kept = open_discussions

    def of(self, view: View, paths: Collection[str], is_about: Callable[[str], bool]) -> tuple[Contribution, ...]:
        """Contributions by members in reviews of some files, if the comment or its discussion fits the topic."""
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
        """Review comments by members on the files' lines, and on merges that changed the files, in order of time."""
        merges = kept.merged_as(self._merges(view, paths))
        of_merges = (part for ref in merges.values() for part in kept.parts(ref) if not part.path)
        said = [*kept.line_comments(paths), *(part for part in of_merges if part.role in REVIEWS)]
        return sorted((part for part in said if part.member and part.counts), key=lambda part: part.created_at)[
            -MOST_REVIEWERS:
        ]

    def _merges(self, view: View, paths: Collection[str]) -> frozenset[str]:
        """The newest commits of the view's own line that brought changes of the files; none where git fails."""
        shown = (
            f"--max-count={MOST_REVIEWERS}",
            "--first-parent",
            "--format=%H",
            "--end-of-options",
            view.commit,
            "--",
        )
        literal = [f":(top,literal){path}" for path in sorted(paths)]
        try:
            listed = list(self._git.fields("log", "-z", *shown, *literal, timeout=PATIENCE_S))
        except GitFailed:
            return frozenset()
        return frozenset(field.decode("ascii").strip() for field in listed)
