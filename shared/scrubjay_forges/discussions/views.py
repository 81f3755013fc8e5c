"""Discussions that a view shows: merged ones follow their merge commit; on a past date, what was said by then."""

import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import Final, Literal

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import existing_commits, unreachable
from scrubjay.git.process import Git
from scrubjay.knowledge.index.generation import generation, show
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import View
from scrubjay.search.recall.excerpts import in_quotes
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_forges.discussions.rows import Q
from scrubjay_forges.discussions.stored import UNJUDGED, Discussion, StoredPart

Standing = Literal["", "merge commit not in this clone", "merged elsewhere", "state then unknown", "not opened yet"]
"""What an answer says beside a discussion's state. A view shows none of what is HIDDEN."""

HIDDEN: Final[frozenset[Standing]] = frozenset({"merged elsewhere", "not opened yet"})

VIEWS_KEPT = 8


@dataclass(slots=True)
class _Reach:
    """Merge commits by whether a commit reaches them; those that the clone lacks are in neither."""

    reached: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)


class DiscussionViews:
    """Shows the discussions of one worktree's views in `temp.visible` of their own database."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._reaches: OrderedDict[tuple[str, object], _Reach] = OrderedDict()
        self._lock = threading.Lock()

    def check_readable(self, database: Database) -> None:
        """Read one kept row. Raises what SQLite says of a damaged or locked file."""
        database.read(lambda connection: connection.execute(Q.names).fetchone())

    def show(self, connection: Connection, view: View, *, everything: bool) -> int:
        """Make a view's texts visible to queries; returns the view's number. A text's path is its discussion's name.

        `everything`: also what outsiders wrote and no member answered yet, and what may instruct its reader.
        """
        then = view.committed_at if view.as_of else ""
        merges = [row["merge_commit"] for row in connection.execute(Q.merges, {"then": then}).fetchall()]
        apart = sorted(self._reach(view.commit, merges).apart & set(merges))
        labels = self._labels(connection)
        params = {"apart": json.dumps(apart), "labels": json.dumps(labels), "then": then, "everything": everything}
        key = f"discussions:{everything}:{then}:{hash(tuple(apart))}:{generation(connection)}"
        return show(connection, key, lambda number: connection.execute(Q.show_parts, {"view": number, **params}))

    def standing(self, view: View, heads: Collection[Discussion]) -> Mapping[DiscussionRef, Standing]:
        """What must be said beside each discussion's state at a view, such as "merged elsewhere"; empty for nothing."""
        then = view.committed_at if view.as_of else ""
        merged = [one.merge_commit for one in heads if _merged_by(one, then)]
        reach = self._reach(view.commit, merged)
        return {one.ref: _standing(one, then, view.commit, reach) for one in heads}

    def _reach(self, commit: str, merges: Collection[str]) -> _Reach:
        """The merge commits that a commit reaches; those that the clone lacks are looked for each time."""
        worktree = self._git.worktree
        state = (commit, worktree.shallow_state() if worktree is not None else None)
        with self._lock:
            reach = self._reaches.setdefault(state, _Reach())
            self._reaches.move_to_end(state)
            while len(self._reaches) > VIEWS_KEPT:
                self._reaches.popitem(last=False)
            unknown = set(merges) - reach.reached - reach.apart
            if commit and unknown:
                try:
                    there = existing_commits(self._git, unknown)
                    apart = unreachable(self._git, there, commit)
                except GitFailed:
                    return reach
                reach.apart |= apart
                reach.reached |= there - apart
            return reach

    @staticmethod
    def _labels(connection: Connection) -> dict[str, str]:
        """How each repository is called in a path: without its host, unless two are called so."""
        names = {str(row["id"]): str(row["name"]) for row in connection.execute(Q.names).fetchall()}
        short = [name.partition("/")[2].lower() for name in names.values()]
        return {
            id: label if short.count((label := name.partition("/")[2]).lower()) == 1 else name
            for id, name in names.items()
        }


def _merged_by(head: Discussion, then: str) -> bool:
    """Whether a discussion was merged by the date `then`, or at all for an empty date."""
    return head.state == "merged" and bool(head.merge_commit) and not (then and head.closed_at > then)


def _standing(head: Discussion, then: str, commit: str, reach: _Reach) -> Standing:
    """What must be said beside a discussion's state at a view, such as "not opened yet"; empty for nothing."""
    if then and head.created_at > then:
        return "not opened yet"
    if _merged_by(head, then) and commit:
        if head.merge_commit in reach.apart:
            return "merged elsewhere"
        if head.merge_commit not in reach.reached:
            return "merge commit not in this clone"
    return "state then unknown" if then else ""


TITLE_OF_OUTSIDER: Final = "title by an outsider"
OUTSIDER: Final = "by an outsider"
UNANSWERED: Final = "by an outsider, unanswered"


def title_mark(head: Discussion) -> str:
    """A note on who wrote a title, where it stands beside texts of others; empty for a member's title."""
    return "" if head.member else TITLE_OF_OUTSIDER


def titled(head: Discussion, most: int) -> str:
    """A title in quotation marks with its mark, as an answer has it that nobody asked for discussions.

    One that isn't told has the discussion's number in its place, without quotation marks.
    """
    if not head.heard:
        return head.told
    mark = title_mark(head)
    return f"{in_quotes(head.title, most)}{f' ({mark})' if mark else ''}"


def named_as(head: Discussion, label: str, most: int) -> str:
    """A discussion by its label and its title: `#77 "Lend fairly"`; by its label alone where the title isn't told."""
    return f"{label} {titled(head, most)}" if head.heard else label


def outsider_mark(part: StoredPart) -> str:
    """A note that an outsider wrote a text, and whether a member answered; empty for a member's text."""
    return "" if part.member else OUTSIDER if part.answered_at else UNANSWERED


def part_marks(part: StoredPart) -> tuple[str, ...]:
    """What a reader must know about who wrote a text, and about the text."""
    return tuple(filter(None, [
        outsider_mark(part),
        "" if part.member or part.judged or part.suspicious else UNJUDGED,
        f"hidden at the forge: {part.hidden}" if part.hidden else "",
        f"flagged: {part.suspicious}; not told as knowledge" if part.suspicious else "",
    ]))  # fmt: skip


def opener_of(head: Discussion, author: str) -> str:
    """Who opened a discussion: "by ann", "by zed, an outsider", "by an outsider" without a name; empty if unknown."""
    if head.member:
        return f"by {author}" if author else ""
    return f"by {author}, an outsider" if author else OUTSIDER
