"""Freshness checks of citations; blob ids are compared first, and only changed files are read."""

import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence

from scrubjay.errors import GitFailed, ScrubjayError
from scrubjay.extensions.kinds.grounds import GroundText
from scrubjay.git.ancestry import blobs_at, existing_commits, last_change, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grounds import (
    AS_FOUND,
    Ground,
    GroundsStanding,
    GroundTexts,
    on_lines,
    present_ground,
    replacement,
    sentences_of,
    sort_grounds,
    still_stands,
)
from scrubjay.memory.freshness.merged import READ_MOST, is_void, merged_citations, superseded
from scrubjay.memory.store.anchors import Hung, arrived_anchors
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.grounds import cited_commits, cited_discussions, cited_places, generation, grounds, hung_on
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visibility import became as rewritten
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Memory
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask

LATE = (CitationStatus.UNMERGED, CitationStatus.OWN)
"""Statuses of sources that don't count yet: once the base branch has them, and once another session names them."""


@dataclass(frozen=True, slots=True)
class MovedMemory:
    """A memory with changed sources, and their state."""

    memory: Memory
    standing: GroundsStanding

    @property
    def superseded(self) -> bool:
        """Whether a decision record that the memory leans on was superseded or is out of force."""
        return any(ground.status is CitationStatus.SUPERSEDED for ground in self.standing.moved)

    @property
    def fallen(self) -> bool:
        """Whether what the memory leaned on is lost, and not merely worded anew beside it."""
        return any(ground.fallen for ground in self.standing.moved)


_Changed = tuple[tuple[MovedMemory, ...], frozenset[str]]
_UNCHANGED: _Changed = ((), frozenset())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Now:
    """The state at one commit of everything that citations are checked against."""

    view: View
    blobs: Mapping[str, str]
    decisions: Mapping[str, DecisionEntry]
    missing: frozenset[str]
    unreachable: frozenset[str]
    carried: frozenset[str]
    """Commits whose change is here under another hash: amend, rebase, cherry-pick, squash."""

    merged: frozenset[CitationResult]
    """Sources that were only on a branch when they were cited, and that the base branch has now."""


class Freshness:
    """Checks the citations of one worktree's memories at a view. Thread-safe.

    `acted` says when a person last acted here.
    """

    def __init__(
        self, git: Git, documents: Documents, memories: MemoryReader, *,
        ground_texts: Sequence[GroundText] = (), shallow: bool = False, acted: Callable[[], str] = str,
    ) -> None:  # fmt: skip
        self._git = git
        self._ground_texts = GroundTexts(ground_texts)
        self._documents = documents
        self._memories = memories
        self._shallow = shallow
        self._acted = acted
        self._carried: tuple[tuple[str, frozenset[str]], frozenset[str]] | None = None
        self._lock = threading.Lock()
        self._cached: tuple[tuple[object, ...], _Changed] | None = None

    def of(self, ids: Collection[str], view: View) -> dict[str, GroundsStanding]:
        """The state of the sources that some memories cite, by memory id; memories without any are omitted."""
        return self._standings(self._grounds(ids=ids), view) if ids and view.commit else {}

    def moved(self, view: View) -> tuple[MovedMemory, ...]:
        """Every memory of this view with changed sources, newest first. Cached until something changes."""
        return self._changed(view)[0]

    def moved_ids(self, view: View) -> frozenset[str]:
        """The ids of every memory with changed sources, also of those that HEAD doesn't show."""
        return self._changed(view)[1]

    def _changed(self, view: View) -> _Changed:
        """The memories with changed sources at a view, and their ids; cached until something changes."""
        if not view.commit:
            return _UNCHANGED
        generations = (self._memories.reading(scope, lambda c, _: generation(c)) for scope in self._scopes())
        key = (view.commit, self._ground_texts.generation(), *generations)
        with self._lock:
            if self._cached and self._cached[0] == key:
                return self._cached[1]
        changed = self._moved(view)
        with self._lock:
            self._cached = (key, changed)
        return changed

    def _moved(self, view: View) -> _Changed:
        """The memories with changed sources at a view, and their ids, looked up anew."""
        cited = [self._memories.reading(s, lambda c, _: (cited_places(c), cited_commits(c))) for s in self._scopes()]
        places = frozenset(place for group, _ in cited for place in group)
        commits = frozenset(commit for _, group in cited for commit in group)
        entries = self._entries(view)
        now = blobs_at(self._git, view.commit, sorted({path for path, _ in places}))
        paths = {path for path, blob in places if now.get(path) != blob or is_void(entries.get(path))}
        there = existing_commits(self._git, commits) if commits else frozenset[str]()
        lost = {*(unreachable(self._git, there, view.commit) if there else ()), *(commits - there)}
        said = [one for s in self._scopes() for one in self._memories.reading(s, lambda c, _: cited_discussions(c))]
        discussions = self._ground_texts.moved(said, view)
        if not paths and not lost and not discussions:
            return _UNCHANGED
        named = self._grounds(paths=paths, commits=lost, discussions=discussions)
        standings = {id: standing for id, standing in self._standings(named, view).items() if standing.moved}
        memories = self._memories.of_ids(standings)
        ordered = sorted(memories.values(), key=lambda memory: (memory.recorded_at, memory.id), reverse=True)
        return tuple(MovedMemory(memory, standings[memory.id]) for memory in ordered), frozenset(standings)

    def _scopes(self) -> tuple[str, ...]:
        return ("project", "user") if self._memories.user_exists() else ("project",)

    def _grounds(
        self, *, ids: Collection[str] = (), paths: Collection[str] = (), commits: Collection[str] = (),
        discussions: Collection[str] = (),
    ) -> dict[str, tuple[CitationResult, ...]]:  # fmt: skip
        """The citations of some memories; of the user's memories only those whose sources are in this clone."""
        citations: dict[str, tuple[CitationResult, ...]] = {}
        for scope in self._scopes():
            results = self._memories.reading(
                scope,
                lambda c, place: grounds(c, place, ids=ids, paths=paths, commits=commits, discussions=discussions),
            )
            citations |= results if scope == "project" else self._citations_in_this_clone(results)
        return citations

    def _citations_in_this_clone(
        self, citations: Mapping[str, tuple[CitationResult, ...]]
    ) -> dict[str, tuple[CitationResult, ...]]:
        commits = {citation.commit for results in citations.values() for citation in results if citation.commit}
        existing = existing_commits(self._git, commits) if commits else frozenset[str]()
        here = self._ground_texts.of_here
        local = ((id, tuple(c for c in some if c.commit in existing or here(c))) for id, some in citations.items())
        return {id: results for id, results in local if results}

    def _standings(self, citations: Mapping[str, tuple[CitationResult, ...]], view: View) -> dict[str, GroundsStanding]:
        cited = [citation for results in citations.values() for citation in results]
        commits = {citation.commit for citation in cited if citation.kind is CitationKind.COMMIT and citation.commit}
        existing = existing_commits(self._git, commits) if commits else frozenset[str]()
        unreached = unreachable(self._git, existing, view.commit) if existing else frozenset[str]()
        unmerged = [one for one in cited if one.status is CitationStatus.UNMERGED]
        now = _Now(
            view=view,
            blobs=blobs_at(self._git, view.commit, sorted({citation.path for citation in cited if citation.path})),
            decisions=self._entries(view),
            missing=frozenset(commits - existing),
            unreachable=unreached,
            carried=self._came(frozenset((commits - existing) | unreached), view.commit),
            merged=merged_citations(self._git, unmerged, view.commit, self._came, self._acted),
        )
        cached: dict[CitationResult, Ground] = {}
        for citation in cited:
            if citation not in cached:
                cached[citation] = self._ground_or_failed(citation, now)
        last = {id: {one.text: cached[one] for one in results} for id, results in citations.items()}
        return {id: sort_grounds(tuple(named.values())) for id, named in last.items()}

    def _came(self, lost: frozenset[str], commit: str) -> frozenset[str]:
        """The lost commits whose change `commit` contains under another hash. The last answer is cached."""
        if not lost:
            return lost
        key = (commit, lost)
        with self._lock:
            if self._carried and self._carried[0] == key:
                return self._carried[1]
        hung, became = self._memories.reading(
            "project", lambda c, place: (hung_on(c, place, lost), rewritten(c, self._git))
        )
        hung_by_commit = {
            commit: hung.get(commit) or [Hung(Anchor(commit=commit, patch_id="", path="", blob=""))]
            for commit in sorted(lost)
        }
        come = arrived_anchors(
            self._git,
            [entry for entries in hung_by_commit.values() for entry in entries],
            commit,
            lambda: became,
            contains_quote,
        )
        arrived_commits = frozenset(sha for sha, some in hung_by_commit.items() if all(entry in come for entry in some))
        with self._lock:
            self._carried = (key, arrived_commits)
        return arrived_commits

    def _ground_or_failed(self, citation: CitationResult, now: _Now) -> Ground:
        try:
            ground = self._ground(citation, now)
            if ground.status is CitationStatus.RESOLVED and citation.status in LATE and citation not in now.merged:
                ground = replace(ground, status=citation.status, detail=citation.detail)
        except ScrubjayError as error:
            ground = Ground(
                text=citation.text, path=citation.path, status=CitationStatus.FAILED, detail=str(error)[:200]
            )
        return replace(ground, citation=citation)

    def _ground(self, citation: CitationResult, now: _Now) -> Ground:
        if citation.status in AS_FOUND:
            return Ground(text=citation.text, path="", status=citation.status, detail=citation.detail)
        if kept := self._ground_texts.ground(citation, now.view):
            return kept
        if citation.kind is CitationKind.COMMIT or not citation.path:
            status, detail = self._commit_status(citation.commit, now)
            return Ground(text=citation.text, path="", status=status, detail=detail)
        entry, path, blob = now.decisions.get(citation.path), citation.path, now.blobs.get(citation.path, "")
        if entry is not None and is_void(entry):
            return superseded(self._git, citation, entry, now.decisions)
        if blob == citation.blob:
            return Ground(text=citation.text, path=citation.path, status=CitationStatus.RESOLVED)
        since = last_change(self._git, now.view.commit, citation.path)
        if not blob:
            path, blob = self._renamed(citation, since, now.view)
            if not blob:
                return Ground(text=citation.text, path=citation.path, status=CitationStatus.GONE, since=since)
        text, before = self._texts(citation, blob)
        cited = "" if citation.words or not citation.lines[0] else on_lines(before, citation.lines)
        return present_ground(citation, path, text, cited) or Ground(
            text=citation.text,
            path=path,
            status=CitationStatus.CHANGED,
            since=since,
            words=replacement(citation.words or cited, sentences_of(text), sentences_of(before)),
        )

    def _commit_status(self, commit: str, now: _Now) -> tuple[CitationStatus, str]:
        """How a cited commit stands at a view, and why in words."""
        if commit in now.carried:
            return CitationStatus.RESOLVED, "its change is here in another commit"
        if commit in now.missing and self._shallow:
            return CitationStatus.FAILED, "older than this shallow clone"
        if commit in now.missing:
            return CitationStatus.GONE, "the commit is not in this clone"
        return CitationStatus.UNREACHABLE if commit in now.unreachable else CitationStatus.RESOLVED, ""

    def _renamed(self, citation: CitationResult, since: str, view: View) -> tuple[str, str]:
        """The present path and blob of a source that left its path: the same blob elsewhere, or its new name."""
        same = next((file.path for file in list_tree(self._git, view.commit) if file.blob == citation.blob), "")
        if same:
            return same, citation.blob
        arguments = ("diff-tree", "-r", "-M", "-z", "--name-status", "--no-commit-id", "--diff-filter=R")
        named = (
            [os.fsdecode(field) for field in self._git.fields(*arguments, "--end-of-options", since)] if since else []
        )
        new = next((to for old, to in zip(named[1::3], named[2::3], strict=False) if old == citation.path), "")
        return new, next((file.blob for file in view.files if file.path == new), "") if new else ""

    def _texts(self, citation: CitationResult, blob: str) -> tuple[str, str]:
        """The current text of a source, and the cited one (empty where git has lost it), both masked."""
        with ObjectReader(self._git) as reader:
            now = reader.read(blob, READ_MOST)
            try:
                before = reader.read(citation.blob, READ_MOST)
            except GitFailed:
                before = b""
        return mask(now.decode("utf-8", "replace")).text, mask(before.decode("utf-8", "replace")).text

    def _entries(self, view: View) -> dict[str, DecisionEntry]:
        return {entry.path: entry for entry in self._documents.decisions(view)}


def contains_quote(quote: str, text: str) -> bool:
    """Whether a text, secrets masked, still holds a quotation that a memory relied on."""
    return still_stands(quote, "", text)
