"""Memories that a branch shows: those whose evidence it contains, and all that a person told."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from scrubjay.git.ancestry import base_commit, existing_commits, unreachable
from scrubjay.git.branches import amended_commits, branches
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.memory.store.anchors import Became, Hung, Says, anchors, arrived_anchors
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.rows import Q, anchor_of
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.memory import Memory
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


def became(connection: Connection, git: Git) -> Mapping[str, frozenset[str]]:
    """All commits that each rewritten commit became, directly or in the end, from kept rows and the reflog."""
    rewrites = {old: {new} for old, new in amended_commits(git).items()}
    for row in connection.execute(Q.rewrites):
        rewrites.setdefault(row["old"], set()).add(row["new"])
    return {old: _later_forms(rewrites, old) for old in rewrites}


def _later_forms(rewrites: Mapping[str, set[str]], old: str) -> frozenset[str]:
    """All commits that a commit became by rewriting, directly or in steps."""
    forms: set[str] = set()
    left = [old]
    while left:
        new = rewrites.get(left.pop(), set()) - forms
        forms |= new
        left += new
    return frozenset(forms)


def keep_rewrites(knowledge: Database, git: Git) -> int:
    """Keep what the reflog says of commits that memories hang on; returns how many are new."""
    amended = amended_commits(git)

    def unkept(connection: Connection) -> dict[str, str]:
        pairs = {(row["old"], row["new"]) for row in connection.execute(Q.rewrites)}
        commits = {row["commit_sha"] for row in connection.execute(Q.anchored_commits)} | {new for _, new in pairs}
        return {old: new for old, new in amended.items() if old in commits and (old, new) not in pairs}

    def put(connection: Connection) -> int:
        new = unkept(connection)
        for old in new:
            connection.execute(Q.add_rewrite, {"old": old, "new": new[old]})
        if new:
            connection.execute(Q.bump_generation)
        return len(new)

    return knowledge.write(put) if amended and knowledge.read(unkept) else 0


COMMITS_KEPT = 8
KEPT = 16
"""Answers that a process, and the database, remember."""

RULE = 1
"""Raised when the rule changes, so that no answer of an older one is taken."""

MOST_BRANCHES = 200
"""Branches among which that of an unmerged memory is looked for, the newest first."""

Published = Callable[[Connection, str], frozenset[str]]
"""Which memories a commit shows as documents instead: they were published, and merged."""

LOST = "its commit is not in this clone"


@dataclass(frozen=True, slots=True)
class Shown:
    """The visibility at a commit: ids of hidden memories, of lost ones among them, and marks of other branches.

    `elsewhere` says of memories that are shown all the same where they were learned: a branch that isn't merged.
    """

    hidden: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    elsewhere: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Leaning:
    """A memory that cites something: what it hangs on, whether a person told it, and the branch it was written on."""

    hung: tuple[Hung, ...]
    told: bool
    branch: str


class WorktreeBranches:
    """Decides which memories a commit shows in one worktree; what was found for a commit is remembered.

    `says` tells whether a text still holds a sentence that was relied on; `clone` changes when git's objects or
    branches do; `published` names what stands in the repository itself.
    """

    def __init__(
        self,
        git: Git,
        knowledge: Database,
        project: str,
        says: Says,
        clone: Callable[[], object] = lambda: None,
        published: Published = lambda connection, commit: frozenset(),
    ) -> None:
        self._git = git
        self._knowledge = knowledge
        self._project = project
        self._says = says
        self._clone = clone
        self.published = published
        self._lock = threading.Lock()
        self._cache: OrderedDict[str, Shown] = OrderedDict()

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        """The commits and files that some citations hang on, as HEAD has them."""
        speaking = [citation for citation in citations if citation.ties]
        return anchors(self._git, speaking, self._head_commit()) if speaking else ()

    def marked(self, memories: Iterable[Memory], owner: str, commit: str = "") -> tuple[Memory, ...]:
        """Of some memories those visible at a commit (HEAD by default); one of another branch is marked with it."""
        visibility = self.at(commit or self._head_commit())
        return tuple(
            replace(memory, elsewhere=visibility.elsewhere[memory.id]) if memory.id in visibility.elsewhere else memory
            for memory in memories
            if memory.id not in visibility.hidden
        )

    def lost(self) -> frozenset[str]:
        """Ids of memories that HEAD hides and nobody can look up any more."""
        return self.at(self._head_commit()).lost

    def hidden(self) -> frozenset[str]:
        """Ids of memories that HEAD doesn't show."""
        return self.at(self._head_commit()).hidden

    def at(self, commit: str) -> Shown:
        """Which memories a commit shows and hides now."""
        return self._knowledge.read(lambda c: self.within(c, commit))

    def within(self, connection: Connection, commit: str) -> Shown:
        """Which memories a commit shows and hides now, read inside the caller's transaction."""
        shown = self._without_published(connection, commit)
        published = self.published(connection, commit)
        return replace(shown, hidden=shown.hidden | published) if published else shown

    def _without_published(self, connection: Connection, commit: str) -> Shown:
        """What a commit shows and hides, from a cache if it can, with published memories not yet left out."""
        key = self._cache_key(connection, commit)
        with self._lock:
            if (cached := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
                return cached
        row = connection.execute(Q.shown, {"key": key}).fetchone()
        visibility = (_parse_shown(row["value"]) if row is not None else None) or self._found(connection, commit)
        with self._lock:
            self._cache[key] = visibility
            while len(self._cache) > COMMITS_KEPT:
                self._cache.popitem(last=False)
        return visibility

    def keep(self) -> None:
        """Store what HEAD shows for processes to come, and what git will forget; the worker does this."""
        keep_rewrites(self._knowledge, self._git)
        commit = self._head_commit()
        key, visibility = self._knowledge.read(
            lambda c: (self._cache_key(c, commit), self._without_published(c, commit))
        )

        def put(connection: Connection) -> None:
            connection.execute(Q.put_shown, {"key": key, "value": _as_json(visibility)})
            connection.execute(Q.drop_old_shown, {"kept": KEPT})

        if self._knowledge.read(lambda c: c.execute(Q.shown, {"key": key}).fetchone()) is None:
            self._knowledge.write(put)

    def _head_commit(self) -> str:
        return head(self._git).commit

    def _cache_key(self, connection: Connection, commit: str) -> str:
        (generation,) = connection.once("visibility", lambda: connection.execute(Q.generation).fetchone())
        return json.dumps([RULE, commit, generation, self._clone()])

    def _found(self, connection: Connection, commit: str) -> Shown:
        """What a commit shows and hides, worked out anew."""
        leaning = self._leaning(connection)
        learned = connection.execute(Q.learned, {"project": self._project}).fetchall()
        visibility = self._decide(leaning, commit, lambda: became(connection, self._git))
        if learned and commit:
            places = {(row["branch"], row["commit_sha"]): json.loads(row["ids"]) for row in learned}
            unmerged = self._unmerged(places, commit)
            visibility = replace(visibility, elsewhere={**unmerged, **visibility.elsewhere})
        return visibility

    def _leaning(self, connection: Connection) -> dict[str, _Leaning]:
        """The memories that cite something, by id."""
        leanings: dict[str, _Leaning] = {}
        for row in connection.execute(Q.anchors, {"project": self._project}).fetchall():
            entry = Hung(anchor_of(row), tuple(sorted(json.loads(row["quotes"]))))
            before = leanings.get(row["id"])
            leanings[row["id"]] = _Leaning((*(before.hung if before else ()), entry), bool(row["told"]), row["branch"])
        return leanings

    def _decide(self, leaning: Mapping[str, _Leaning], commit: str, became: Callable[[], Became]) -> Shown:
        """Which memories a commit shows: one is hidden while an anchor hasn't arrived, unless a person told it."""
        if not leaning:
            return Shown()
        hung = list(dict.fromkeys(hung for leaning in leaning.values() for hung in leaning.hung))
        come = arrived_anchors(self._git, hung, commit, became, self._says)
        open_ones = {id: [h.anchor.commit for h in leaning.hung if h not in come] for id, leaning in leaning.items()}
        existing = existing_commits(self._git, {commit for commits in open_ones.values() for commit in commits})
        gone = {id for id, commits in open_ones.items() if not existing.issuperset(commits)}
        hidden = frozenset(id for id, commits in open_ones.items() if commits and not leaning[id].told)
        elsewhere = {
            id: LOST if id in gone else unmerged(leaning[id].branch)
            for id, commits in open_ones.items()
            if commits and leaning[id].told
        }
        return Shown(hidden, frozenset(gone & hidden), elsewhere)

    def _unmerged(self, learned: Mapping[tuple[str, str], list[str]], commit: str) -> dict[str, str]:
        """Notes, by id, on memories learned on a branch that neither the commit nor the base branch contains."""
        existing = existing_commits(self._git, {sha for _, sha in learned})
        unreached = unreachable(self._git, existing, commit)
        base = base_commit(self._git) if unreached else ""
        unreached = unreachable(self._git, unreached, base) if base else frozenset()
        names = {branch.name for branch in branches(self._git, MOST_BRANCHES)} if unreached else set[str]()
        return {
            id: unmerged(branch)
            for (branch, sha), ids in learned.items()
            if sha in unreached and branch in names
            for id in ids
        }


def _as_json(visibility: Shown) -> str:
    return json.dumps([sorted(visibility.hidden), sorted(visibility.lost), dict(visibility.elsewhere)])


def _parse_shown(value: str) -> Shown | None:
    """What was kept as JSON of the memories that a commit shows; None where it is damaged."""
    try:
        hidden, lost, elsewhere = json.loads(value)
        return Shown(frozenset(hidden), frozenset(lost), dict(elsewhere))
    except (ValueError, TypeError):
        return None


def unmerged(branch: str) -> str:
    """The note on a memory that was learned on an unmerged branch."""
    return f"on {branch}, not merged" if branch and not branch.startswith("detached:") else "not on this branch"
