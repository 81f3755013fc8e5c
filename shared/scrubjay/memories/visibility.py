"""Which memories does this branch show? An anchored one only where what it cites has arrived."""

import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from scrubjay.git.ancestry import base_of, blobs_at, existing, last_change, outside, patch_ids
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.memories.arrival import Hung, Says, arrived, brought_by
from scrubjay.memories.rows import Q
from scrubjay.memories.writing import Anchor
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.model.memory import Memory
from scrubjay.storage import Connection, Database

COMMITS_KEPT = 8

MOST_PATHS = 20
"""Files of a cited commit that a memory hangs on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a commit shows: ids of memories that it hides, and of those whose anchor nobody can look up."""

    hidden: frozenset[str] = frozenset()
    unresolved: frozenset[str] = frozenset()


class WorktreeBranches:
    """Decides for the worktree of one project; what was found for a commit is remembered.

    `says` tells whether a text still holds a sentence that was relied on.
    """

    def __init__(self, git: Git, knowledge: Database, project: str, says: Says) -> None:
        self._git = git
        self._knowledge = knowledge
        self._project = project
        self._says = says
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int], Shown] = OrderedDict()

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        """What of some citations differs from the base branch, with the commit that brought it to HEAD."""
        carrying = [one for one in citations if one.carries]
        if not carrying:
            return ()
        at = head(self._git)
        base = base_of(self._git) if at.commit else ""
        if not base or not outside(self._git, [at.commit], base):
            return ()  # HEAD is the base branch, or a part of it
        paths = {one.path for one in carrying if one.path and one.kind is not CitationKind.COMMIT}
        here, there = blobs_at(self._git, at.commit, paths), blobs_at(self._git, base, paths)
        brought = {
            (last_change(self._git, at.commit, path), path): blob
            for path, blob in sorted(here.items())
            if blob != there.get(path)
        }
        cited = {one.commit for one in carrying if one.kind is CitationKind.COMMIT and one.commit}
        for commit in sorted(outside(self._git, existing(self._git, cited), base)):
            files = sorted(brought_by(self._git, commit, base).items())[:MOST_PATHS]
            brought |= {(commit, path): blob for path, blob in files} or {(commit, ""): ""}
        patches = patch_ids(self._git, sorted({commit for commit, _ in brought if commit}))
        return tuple(
            Anchor(commit, patches.get(commit, ""), path, blob)
            for (commit, path), blob in sorted(brought.items())
            if commit
        )

    def marked(self, memories: Iterable[Memory], owner: str) -> tuple[Memory, ...]:
        """Those that HEAD shows; unresolved ones are marked."""
        shown = self.at(head(self._git).commit)
        return tuple(
            replace(one, unresolved=True) if one.id in shown.unresolved else one
            for one in memories
            if one.id not in shown.hidden
        )

    def at(self, commit: str) -> Shown:
        """What a commit shows of the memories there are now."""
        return self._knowledge.read(lambda c: self.within(c, commit))

    def within(self, connection: Connection, commit: str) -> Shown:
        """The same inside a read transaction."""
        key = (commit, int(connection.execute(Q.generation).fetchone()[0]))
        with self._lock:
            if (known := self._known.get(key)) is not None:
                self._known.move_to_end(key)
                return known
        rows = connection.execute(Q.anchors, {"project": self._project}).fetchall()
        hung: dict[str, list[Hung]] = {}
        for row in rows:
            anchor = Anchor(row["commit_sha"], row["patch_id"], row["path"], row["blob"])
            hung.setdefault(row["id"], []).append(Hung(anchor, tuple(sorted(json.loads(row["quotes"])))))
        shown = self._decide(hung, commit) if hung else Shown()
        with self._lock:
            self._known[key] = shown
            while len(self._known) > COMMITS_KEPT:
                self._known.popitem(last=False)
        return shown

    def _decide(self, hung: dict[str, list[Hung]], commit: str) -> Shown:
        """A memory is hidden while one of its anchors hasn't arrived; unresolved is not hidden."""
        wanted = {one.anchor.commit for some in hung.values() for one in some}
        there = existing(self._git, wanted)
        away = outside(self._git, there, commit) if commit else there
        missing = wanted - there
        open_ones = [one for some in hung.values() for one in some if one.anchor.commit in away | missing]
        come = arrived(self._git, open_ones, commit, self._says) if open_ones and commit else frozenset[Hung]()

        def waits(some: list[Hung], where: Collection[str]) -> bool:
            return any(one.anchor.commit in where and one not in come for one in some)

        hidden = {id for id, some in hung.items() if waits(some, away)}
        unresolved = {id for id, some in hung.items() if waits(some, missing)}
        return Shown(frozenset(hidden), frozenset(unresolved - hidden))
