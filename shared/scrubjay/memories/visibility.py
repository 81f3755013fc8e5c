"""Which memories does this branch show? An anchored one only where what it cites has arrived."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from scrubjay.git.ancestry import amended, base_of, blobs_at, commits_on, existing, last_change, outside, patch_ids
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.memories.rows import Q
from scrubjay.memories.writing import Anchor
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.model.memory import Memory
from scrubjay.storage import Connection, Database

COMMITS_KEPT = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """What a commit shows: ids of memories that it hides, and of those whose anchor nobody can look up."""

    hidden: frozenset[str] = frozenset()
    unresolved: frozenset[str] = frozenset()


class WorktreeBranches:
    """Decides for the worktree of one project; what was found for a commit is remembered."""

    def __init__(self, git: Git, knowledge: Database, project: str) -> None:
        self._git = git
        self._knowledge = knowledge
        self._project = project
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int], Shown] = OrderedDict()

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        """What of some citations differs from the base branch, with the commit that brought it to HEAD."""
        carrying = [one for one in citations if one.carries]
        if not carrying:
            return ()
        at = head(self._git)
        base = base_of(self._git, at.branch) if at.commit else ""
        if not base or not outside(self._git, [at.commit], base):
            return ()  # HEAD is the base branch, or a part of it
        paths = {one.path for one in carrying if one.path and one.kind is not CitationKind.COMMIT}
        here, there = blobs_at(self._git, at.commit, paths), blobs_at(self._git, base, paths)
        brought = {
            last_change(self._git, at.commit, path): path for path in sorted(here) if here[path] != there.get(path)
        }
        cited = {one.commit for one in carrying if one.kind is CitationKind.COMMIT and one.commit}
        ahead = outside(self._git, existing(self._git, cited), base)
        commits = sorted({*filter(None, brought), *ahead})
        patches = patch_ids(self._git, commits)
        return tuple(
            Anchor(commit, patches.get(commit, ""), brought.get(commit, ""), here.get(brought.get(commit, ""), ""))
            for commit in commits
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
        anchors: dict[str, list[Anchor]] = {}
        for row in rows:
            anchors.setdefault(row["id"], []).append(
                Anchor(row["commit_sha"], row["patch_id"], row["path"], row["blob"])
            )
        shown = self._decide(anchors, commit) if anchors else Shown()
        with self._lock:
            self._known[key] = shown
            while len(self._known) > COMMITS_KEPT:
                self._known.popitem(last=False)
        return shown

    def _decide(self, anchors: dict[str, list[Anchor]], commit: str) -> Shown:
        """A memory is hidden while one of its anchors hasn't arrived; unresolved is not hidden."""
        wanted = {one.commit for some in anchors.values() for one in some}
        there = existing(self._git, wanted)
        away = outside(self._git, there, commit) if commit else there
        missing = wanted - there
        open_ones = [one for some in anchors.values() for one in some if one.commit in away | missing]
        arrived = self._arrived(open_ones, commit) if open_ones and commit else frozenset[Anchor]()
        hidden = {id for id, some in anchors.items() if any(a.commit in away and a not in arrived for a in some)}
        unresolved = {id for id, some in anchors.items() if any(a.commit in missing and a not in arrived for a in some)}
        return Shown(frozenset(hidden), frozenset(unresolved - hidden))

    def _arrived(self, anchors: list[Anchor], commit: str) -> frozenset[Anchor]:
        """Those that are in the history in another form: same blob in the tree, rewritten, or the same patch."""
        blobs = {one.blob for one in anchors if one.blob}
        held = {entry.blob for entry in list_tree(self._git, commit)} & blobs if blobs else set()
        found = {one for one in anchors if one.blob in held}
        left = [one for one in anchors if one not in found]
        if not left:
            return frozenset(found)
        newer = amended(self._git)
        wanted = existing(self._git, {newer[one.commit] for one in left if one.commit in newer})
        reached = wanted - outside(self._git, wanted, commit)
        found |= {one for one in left if newer.get(one.commit, "") in reached}
        left = [one for one in left if one not in found and one.patch_id]
        if left:
            paths = {one.path for one in left if one.path} if all(one.path for one in left) else set()
            known = existing(self._git, {one.commit for one in left})
            patches = set(patch_ids(self._git, commits_on(self._git, commit, known, paths)).values())
            found |= {one for one in left if one.patch_id in patches}
        return frozenset(found)
