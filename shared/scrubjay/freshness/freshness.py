"""Freshness checks of citations; blob ids are compared first, and only changed files are read."""

import os
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from scrubjay.documents.documents import Documents
from scrubjay.documents.in_force import ENDED_STATUSES
from scrubjay.errors import ScrubjayError
from scrubjay.freshness.grounds import Ground, GroundsStanding, replacement, sort_grounds, still_supports
from scrubjay.freshness.merged import READ_MOST, merged_citations
from scrubjay.git.ancestry import blobs_at, existing_commits, last_change, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.memories import MemoryReader, rewrites
from scrubjay.memories.anchor import Anchor
from scrubjay.memories.arrival import Hung, arrived
from scrubjay.memories.grounds import cited_commits, cited_places, generation, grounds, hung_on
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, Relation
from scrubjay.model.memory import Memory
from scrubjay.model.view import View
from scrubjay.secrets import mask
from scrubjay.text.sentences import sentences

UNMERGED = CitationStatus.UNMERGED
SUPPORTING = (Relation.SAME, Relation.SPEAKS)
STANDING_OR_LOST = (CitationStatus.RESOLVED, CitationStatus.GONE, CitationStatus.SUPERSEDED)
"""What a source that supports nothing can be said to be: its words may change without any loss."""


@dataclass(frozen=True, slots=True)
class MovedMemory:
    """A memory with changed sources, and their state."""

    memory: Memory
    standing: GroundsStanding


@dataclass(frozen=True, slots=True, kw_only=True)
class _Now:
    """The state of a commit for everything that is checked."""

    view: View
    blobs: Mapping[str, str]
    decisions: Mapping[str, DecisionEntry]
    missing: frozenset[str]
    away: frozenset[str]
    carried: frozenset[str]
    """Commits whose change is here under another hash: amend, rebase, cherry-pick, squash."""

    merged: frozenset[CitationResult]
    """Sources that were only on a branch when they were cited, and that the base branch has now."""


class Freshness:
    """Checks the citations of one worktree's memories at a view. Thread-safe."""

    def __init__(self, git: Git, documents: Documents, memories: MemoryReader, *, shallow: bool = False) -> None:
        self._git = git
        self._documents = documents
        self._memories = memories
        self._shallow = shallow
        self._carried: tuple[tuple[str, frozenset[str]], frozenset[str]] | None = None
        self._lock = threading.Lock()
        self._known: tuple[tuple[object, ...], tuple[MovedMemory, ...]] | None = None

    def of(self, ids: Collection[str], view: View) -> dict[str, GroundsStanding]:
        """The state of the sources of some memories; memories without citations are omitted.

        A source that a memory names, and that doesn't support it, counts while it stands and once it is gone.
        """
        if not ids or not view.commit:
            return {}
        return {id: _that_count(one) for id, one in self._judged(self._grounds(ids=ids), view).items()}

    def moved(self, view: View) -> tuple[MovedMemory, ...]:
        """Every memory of this view with changed sources, newest first. Cached until something changes."""
        if not view.commit:
            return ()
        key = (view.commit, *(self._memories.reading(scope, lambda c, _: generation(c)) for scope in self._scopes()))
        with self._lock:
            if self._known and self._known[0] == key:
                return self._known[1]
        found = self._moved(view)
        with self._lock:
            self._known = (key, found)
        return found

    def _moved(self, view: View) -> tuple[MovedMemory, ...]:
        cited = [self._memories.reading(s, lambda c, _: (cited_places(c), cited_commits(c))) for s in self._scopes()]
        places = frozenset(place for some, _ in cited for place in some)
        commits = frozenset(commit for _, some in cited for commit in some)
        entries = self._entries(view)
        now = blobs_at(self._git, view.commit, sorted({path for path, _ in places}))
        paths = {path for path, blob in places if now.get(path) != blob or _void(entries.get(path))}
        away = (
            unreachable(self._git, existing_commits(self._git, commits), view.commit) if commits else frozenset[str]()
        )
        lost = {*away, *(commits - existing_commits(self._git, commits))} if commits else set[str]()
        if not paths and not lost:
            return ()
        named = self._grounds(paths=paths, commits=lost)
        asked = {id: tuple(one for one in some if one.relation in SUPPORTING) for id, some in named.items()}
        standings = {id: one for id, one in self._judged(asked, view).items() if one.moved}
        shown = self._memories.of_ids(standings)
        ordered = sorted(shown.values(), key=lambda one: (one.recorded_at, one.id), reverse=True)
        return tuple(MovedMemory(memory, standings[memory.id]) for memory in ordered)

    def _scopes(self) -> tuple[str, ...]:
        return ("project", "user") if self._memories.user_exists() else ("project",)

    def _grounds(
        self, *, ids: Collection[str] = (), paths: Collection[str] = (), commits: Collection[str] = ()
    ) -> dict[str, tuple[CitationResult, ...]]:
        """The citations of memories; of the user's own only those in this clone: the rest are another repository's."""
        found: dict[str, tuple[CitationResult, ...]] = {}
        for scope in self._scopes():
            some = self._memories.reading(
                scope, lambda c, place: grounds(c, place, ids=ids, paths=paths, commits=commits)
            )
            found |= some if scope == "project" else self._of_here(some)
        return found

    def _of_here(self, found: Mapping[str, tuple[CitationResult, ...]]) -> dict[str, tuple[CitationResult, ...]]:
        wanted = {one.commit for some in found.values() for one in some if one.commit}
        there = existing_commits(self._git, wanted) if wanted else frozenset[str]()
        kept = {id: tuple(one for one in some if one.commit in there) for id, some in found.items()}
        return {id: some for id, some in kept.items() if some}

    def _judged(self, found: Mapping[str, tuple[CitationResult, ...]], view: View) -> dict[str, GroundsStanding]:
        cited = [one for some in found.values() for one in some]
        commits = {one.commit for one in cited if one.kind is CitationKind.COMMIT and one.commit}
        there = existing_commits(self._git, commits) if commits else frozenset[str]()
        away = unreachable(self._git, there, view.commit) if there else frozenset[str]()
        now = _Now(
            view=view,
            blobs=blobs_at(self._git, view.commit, sorted({one.path for one in cited if one.path})),
            decisions=self._entries(view),
            missing=frozenset(commits - there),
            away=away,
            carried=self._came(frozenset((commits - there) | away), view.commit),
            merged=merged_citations(
                self._git, [one for one in cited if one.status is UNMERGED], view.commit, self._came
            ),
        )
        known: dict[CitationResult, Ground] = {}
        for one in cited:
            if one not in known:
                known[one] = self._checked(one, now)
        return {id: sort_grounds(tuple(known[one] for one in some)) for id, some in found.items()}

    def _came(self, lost: frozenset[str], commit: str) -> frozenset[str]:
        """Of some commits, those whose change `commit` contains under another hash. The last answer is cached."""
        if not lost:
            return lost
        asked = (commit, lost)
        with self._lock:
            if self._carried and self._carried[0] == asked:
                return self._carried[1]
        hung, became = self._memories.reading(
            "project", lambda c, place: (hung_on(c, place, lost), rewrites.became(c, self._git))
        )
        every = {
            commit: hung.get(commit) or [Hung(Anchor(commit=commit, patch_id="", path="", blob=""))]
            for commit in sorted(lost)
        }
        come = arrived(
            self._git, [one for some in every.values() for one in some], commit, lambda: became, contains_quote
        )
        found = frozenset(commit for commit, some in every.items() if all(one in come for one in some))
        with self._lock:
            self._carried = (asked, found)
        return found

    def _checked(self, one: CitationResult, now: _Now) -> Ground:
        try:
            found = self._ground(one, now)
            if one.status is UNMERGED and found.status is CitationStatus.RESOLVED and one not in now.merged:
                found = Ground(text=one.text, path=one.path, status=UNMERGED, detail=one.detail)
        except ScrubjayError as error:
            found = Ground(text=one.text, path=one.path, status=CitationStatus.FAILED, detail=str(error)[:200])
        return replace(found, citation=one)

    def _ground(self, one: CitationResult, now: _Now) -> Ground:
        if one.kind is CitationKind.COMMIT or not one.path:
            status, detail = self._commit_status(one.commit, now)
            return Ground(text=one.text, path="", status=status, detail=detail)
        entry, blob = now.decisions.get(one.path), now.blobs.get(one.path, "")
        if _void(entry):
            newer = ", ".join(entry.standing.superseded_by) if entry else ""
            return Ground(
                text=one.text, path=one.path, status=CitationStatus.SUPERSEDED, detail=f"by {newer}" if newer else ""
            )
        if blob == one.blob:
            return Ground(text=one.text, path=one.path, status=CitationStatus.RESOLVED)
        since = last_change(self._git, now.view.commit, one.path)
        if not blob:
            new = next((file.path for file in list_tree(self._git, now.view.commit) if file.blob == one.blob), "")
            if new:
                return Ground(text=one.text, path=new, status=CitationStatus.RESOLVED, detail=f"now {new}")
            return self._renamed(one, since, now.view) or Ground(
                text=one.text, path=one.path, status=CitationStatus.GONE, since=since
            )
        text, cited = self._texts(one, blob)
        here = sentences(text)
        if still_supports(one.words, cited, here, text):
            return Ground(text=one.text, path=one.path, status=CitationStatus.RESOLVED)
        return Ground(
            text=one.text,
            path=one.path,
            status=CitationStatus.CHANGED,
            since=since,
            words=replacement(one.words or cited, here),
        )

    def _commit_status(self, commit: str, now: _Now) -> tuple[CitationStatus, str]:
        """How a cited commit stands at a view, and why in words."""
        if commit in now.carried:
            return CitationStatus.RESOLVED, "its change is here in another commit"
        if commit in now.missing and self._shallow:
            return CitationStatus.FAILED, "older than this shallow clone"
        if commit in now.missing:
            return CitationStatus.GONE, "the commit is not in this clone"
        return CitationStatus.UNREACHABLE if commit in now.away else CitationStatus.RESOLVED, ""

    def _renamed(self, one: CitationResult, since: str, view: View) -> Ground | None:
        """The renamed source, if the commit that removed its file renamed it and its words are still there."""
        told = ("diff-tree", "-r", "-M", "-z", "--name-status", "--no-commit-id", "--diff-filter=R", "--end-of-options")
        named = [os.fsdecode(one) for one in self._git.fields(*told, since)] if since else []
        new = next((to for old, to in zip(named[1::3], named[2::3], strict=False) if old == one.path), "")
        blob = next((file.blob for file in view.files if file.path == new), "") if new else ""
        if not blob:
            return None
        text, cited = self._texts(one, blob)
        if not still_supports(one.words, cited, sentences(text), text):
            return None
        return Ground(text=one.text, path=new, status=CitationStatus.RESOLVED, detail=f"now {new}")

    def _texts(self, one: CitationResult, blob: str) -> tuple[str, str]:
        """The current text of a source, and the old cited lines where no quotation of it is stored; masked."""
        with ObjectReader(self._git) as reader:
            text = mask(reader.read(blob, READ_MOST).decode("utf-8", "replace")).text
            cited = ""
            if not one.words and one.lines[0]:
                old = reader.read(one.blob, READ_MOST).decode("utf-8", "replace")
                cited = mask("\n".join(old.split("\n")[one.lines[0] - 1 : one.lines[1]])).text
        return text, cited

    def _entries(self, view: View) -> dict[str, DecisionEntry]:
        return {entry.path: entry for entry in self._documents.decisions(view)}


def _void(entry: DecisionEntry | None) -> bool:
    return entry is not None and (bool(entry.standing.superseded_by) or entry.decision.status in ENDED_STATUSES)


def contains_quote(quote: str, text: str) -> bool:
    """Whether a text, secrets masked, still holds a quotation that a memory relied on."""
    return still_supports(quote, "", sentences(text), text)


def _that_count(now: GroundsStanding) -> GroundsStanding:
    """The sources that support, and of the others those that stand or are lost."""
    return GroundsStanding(
        tuple(
            one
            for one in now.grounds
            if one.status in STANDING_OR_LOST or (one.citation is not None and one.citation.relation in SUPPORTING)
        )
    )
