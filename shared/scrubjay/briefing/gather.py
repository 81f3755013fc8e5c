"""What is true right now? Git, the task, the decisions and the memories of a worktree, read once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scrubjay.briefing.facts import CommitLine, DecisionLine, Facts, MemoryLine
from scrubjay.documents.current import newest_current
from scrubjay.documents.decisions import DecisionEntry
from scrubjay.documents.service import Documents
from scrubjay.freshness import Freshness
from scrubjay.git.head import Head, head
from scrubjay.git.history import recent_commits
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.status import Status, status
from scrubjay.memories import Memories, Memory
from scrubjay.model.clock import Clock
from scrubjay.model.view import View
from scrubjay.recall.service import Recall
from scrubjay.retrieval.hybrid import PER_DOCUMENT, HybridRetriever, SearchRequest
from scrubjay.retrieval.scope import Filters
from scrubjay.review import ReviewQueue
from scrubjay.secrets import mask
from scrubjay.sessions import PastSave, Tasks
from scrubjay.sessions.branches import tips

MAX_COMMITS = 10
MAX_PATHS = 8
MAX_DECISIONS = 5
MAX_MEMORIES = 5
MAX_WAITING = 3


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the facts of one worktree come from."""

    git: Git
    repository: Repository
    documents: Documents
    retriever: HybridRetriever
    recall: Recall
    memories: Memories
    reviews: ReviewQueue
    freshness: Freshness
    tasks: Tasks
    clock: Clock


def gather(sources: Sources, focus: str) -> Facts:
    """Everything that the briefing of a worktree may say."""
    at = head(sources.git)
    view, behind = sources.recall.current()
    task = sources.tasks.get(at.branch, at.commit, lambda: tips(sources.git, at.commit))
    last = next(iter(sources.tasks.saves(at.branch)), None)
    since, more = _since(sources.git, at, last)
    now = status(sources.git, sources.repository)
    waiting = sources.reviews.waiting()
    changed = tuple(dict.fromkeys((*now.staged.paths, *now.unstaged.paths, *now.untracked.paths)))
    return Facts(
        now=sources.clock(),
        worktree=sources.repository.worktree.name,
        branch=at.branch,
        commit=at.commit,
        knowledge=_knowledge(sources, view, behind),
        in_progress=now.in_progress,
        task=task,
        last=last,
        since=since,
        more_since=more,
        changed=max(len(changed), _most(now)),
        changed_paths=changed[:MAX_PATHS],
        decisions=_decisions(sources, view, focus),
        focus=focus,
        memories=tuple(_memory(memory) for memory in sources.memories.recent(MAX_MEMORIES)),
        waiting=sum(1 + len(one.alike) for one in waiting),
        waiting_claims=tuple(one.memory.content for one in waiting[:MAX_WAITING]),
        moved=len(sources.freshness.moved(view)),
    )


def _since(git: Git, at: Head, last: PastSave | None) -> tuple[tuple[CommitLine, ...], bool]:
    """Commits after the last save, or simply the newest where there is none; one more is read than shown."""
    if not at.commit or (last is not None and last.head == at.commit):
        return (), False
    known = last.head if last is not None else ""
    found = recent_commits(git, MAX_COMMITS + 1, since=known) or recent_commits(git, MAX_COMMITS + 1)
    lines = tuple(CommitLine(commit.short, mask(commit.subject).text) for commit in found)
    return lines[:MAX_COMMITS], len(lines) > MAX_COMMITS


def _most(now: Status) -> int:
    return max(now.staged.count, now.unstaged.count) + now.untracked.count


def _knowledge(sources: Sources, view: View, behind: int) -> str:
    """How the index stands."""
    if not view.files:
        return "no documents at HEAD"
    counts = sources.documents.counts(view)
    states = [f"{behind} file{'s' if behind > 1 else ''} behind" if behind else "fresh"]
    if counts.passages and counts.embedded < 1:
        share = int(counts.embedded * 100)
        states.append(f"{share} % embedded" if share else "keyword only")
    return ", ".join(states)


def _memory(memory: Memory) -> MemoryLine:
    mark = "unconfirmed" if memory.belief.unconfirmed else f"{memory.belief.confidence} confidence"
    return MemoryLine(memory.kind, memory.content, mark, memory.recorded_at)


def _decisions(sources: Sources, view: View, focus: str) -> tuple[DecisionLine, ...]:
    """Those that bear on the focus, else the newest that stand."""
    entries = {entry.path: entry for entry in sources.documents.decisions(view)}
    if focus and entries:
        ranked = [entries[path] for path in _relevant(sources, view, focus, entries) if path in entries]
    else:
        ranked = newest_current(entries.values())
    return tuple(line(entry, entries) for entry in ranked[:MAX_DECISIONS])


def _relevant(sources: Sources, view: View, focus: str, entries: Mapping[str, DecisionEntry]) -> Iterable[str]:
    """Paths of decisions by words alone: a briefing loads no model."""
    request = SearchRequest(
        focus,
        view,
        limit=MAX_DECISIONS * PER_DOCUMENT,
        filters=Filters(kinds=("decision",)),
        recipe="keyword",
        superseded_by={path: entry.standing.superseded_by for path, entry in entries.items()},
    )
    return dict.fromkeys(hit.path for hit in sources.retriever.search(request).hits)


def line(entry: DecisionEntry, entries: Mapping[str, DecisionEntry]) -> DecisionLine:
    """A decision as the briefing tells it; others are called by their names."""

    def names(paths: Sequence[str]) -> tuple[str, ...]:
        return tuple(entries[path].decision.name for path in paths if path in entries)

    said = entry.decision
    replaces, superseded = names(entry.standing.replaces), names(entry.standing.superseded_by)
    label = said.name if said.number else ""
    return DecisionLine(label, said.title, said.status, said.date, entry.path, replaces, superseded)
