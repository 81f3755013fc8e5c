"""Collector of a briefing's facts: git status, task, decisions and memories of a worktree, each read once."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from scrubjay.context.briefing.difference import OneTimeLine
from scrubjay.context.briefing.facts import BriefingFacts, CommitLine, MergedLine
from scrubjay.context.briefing.lines import truncate
from scrubjay.context.briefing.memory_sections import (
    MemorySections,
    SelectedDecisions,
    select_decisions,
    select_memories,
)
from scrubjay.context.briefing.notices import downgraded_ids, one_time_notices
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.errors import StorageCorrupt
from scrubjay.git.ancestry import ahead_behind, base_branches, changed_between, merge_base
from scrubjay.git.head import Head, head, replaced_note
from scrubjay.git.history import newest_commits
from scrubjay.git.process import Git
from scrubjay.git.status import Status, status
from scrubjay.knowledge.documents.left_out import LeftOut, short_note
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.point import SessionPoint
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.session.tasks.task import PastSave, Task
from scrubjay.text.words import STOP_WORDS, Word, spaced_camel_case, words

MAX_WORDS = 24
"""Words of a topic; the search itself uses the rarest of them."""

MAX_TOPIC_FILES = 8

_USUAL = frozenset({
    "feature", "feat", "fix", "bugfix", "hotfix", "chore", "wip", "main", "master", "trunk", "dev", "release", "branch",
    "src", "lib", "test", "tests", "docs", "doc", "index", "init", "utils", "readme", "changelog",
})  # fmt: skip
"""Stop words of branch names and paths."""


def topic(task: str, goals: Sequence[str], branch: str, files: Iterable[str]) -> str:
    """The words that describe the work, as one text; empty where nothing does."""
    named = "" if branch.startswith("detached:") else branch
    paths = [path.rsplit(".", 1)[0] for path in list(files)[:MAX_TOPIC_FILES]]
    unique: dict[str, str] = {}
    for text in (named, task, *goals[:5], *paths):
        for word in words(spaced_camel_case(text), Word.PLAIN, shortest=2):
            low = word.lower()
            if low not in STOP_WORDS and low not in _USUAL and not low.isdecimal():
                unique.setdefault(low, word)
    return " ".join(list(unique.values())[:MAX_WORDS])


MAX_COMMITS = 10
MAX_READ = 2 * MAX_COMMITS + 1
"""Commits that are read for those that are told: as many may be merges."""

MAX_PATHS = 8
MAX_OWN = 1_000
"""Paths that a branch changed, among which the decisions are that it brings."""

MAX_MOVED = 3
MAX_FILES = 12
MAX_MERGED = 2
MAX_LEFT_OPEN = 5


def gather(
    sources: BriefingSources, focus: str, session: str = "", shown_text: str = "", shown_keys: Collection[str] = ()
) -> BriefingFacts:
    """Everything that the briefing of a worktree may say to a session.

    `shown_text` is the text that sessions here were shown before, `shown_keys` the keys of one-time lines that were
    shown.
    """
    current = head(sources.git)
    sources.merged.sweep()
    task = sources.tasks.get(current.branch, current.commit)
    last = next(iter(sources.tasks.saves(current.branch)), None)
    unsaved = sources.points.last_unsaved(current.branch, session, current.commit)
    since, more, after = _recent_commits(sources, current, last, unsaved)
    now = status(sources.git, sources.repository)
    changed = now.uncommitted.paths
    files = tuple(
        dict.fromkeys(
            path for point in sources.points.others(current.branch) for path in point.files if path not in changed
        )
    )
    base, ahead, missing, brought = _divergence(sources.git, current, now)
    about = focus or _topic(task, current, (*changed, *files, *brought))
    knowledge = _known_or_damaged(sources, about, brought, shown_text, shown_keys, only=bool(focus))
    return BriefingFacts(
        now=sources.clock(),
        worktree=sources.repository.name,
        branch=current.branch,
        commit=current.commit,
        knowledge=knowledge.state,
        in_progress=now.in_progress,
        replaced=replaced_note(sources.git, sources.repository),
        base=base,
        ahead=ahead,
        behind=missing,
        task=task,
        last=last,
        unsaved=unsaved,
        merged=_merged(sources, current, last),
        since=since,
        more_since=more,
        since_what=after,
        conflicted=now.conflicted.count,
        conflicted_paths=now.conflicted.paths[:MAX_PATHS],
        changed=now.uncommitted.count,
        changed_paths=changed[:MAX_PATHS],
        changes_unknown=bool(now.unknown),
        files=files[:MAX_FILES],
        decisions=knowledge.decisions.lines,
        has_relevant=knowledge.decisions.bearing,
        unlisted_decisions=knowledge.decisions.unlisted,
        focus=focus,
        told=knowledge.memories.told,
        memories=knowledge.memories.grounded,
        said=knowledge.memories.said,
        said_in_all=knowledge.memories.in_all,
        needs=knowledge.needs,
        once=knowledge.once,
        moved=knowledge.moved,
        moved_claims=knowledge.moved_claims,
        downgraded=knowledge.fallen,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeKnowledge:
    """The part of the facts that comes from knowledge.db, and the index's state."""

    state: str
    decisions: SelectedDecisions = field(default_factory=SelectedDecisions)
    memories: MemorySections = field(default_factory=MemorySections)
    needs: tuple[str, ...] = ()
    once: tuple[OneTimeLine, ...] = ()
    moved: int = 0
    moved_claims: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()


def _known_or_damaged(
    sources: BriefingSources,
    about: str,
    brought: Collection[str],
    shown_text: str,
    shown_keys: Collection[str],
    *,
    only: bool,
) -> WorktreeKnowledge:
    """The facts of knowledge.db; if it is damaged, those of session.db and git still stand."""
    try:
        return _memory_facts(sources, about, brought, shown_text, shown_keys, only=only)
    except StorageCorrupt:
        return WorktreeKnowledge(state="can't be read: `scrubjay doctor --repair`")


def _memory_facts(
    sources: BriefingSources,
    about: str,
    brought: Collection[str],
    shown_text: str,
    shown_keys: Collection[str],
    *,
    only: bool,
) -> WorktreeKnowledge:
    view, behind = sources.recall.searchable.current()
    records = sources.documents.records(view)
    entries = {entry.path: entry for entry in records.decisions}
    decisions = select_decisions(sources, view, entries, about, brought, only=only)
    moved = sources.freshness.moved(view)
    return WorktreeKnowledge(
        state=_knowledge(sources, view, records.left_out, behind),
        decisions=decisions,
        memories=select_memories(
            memories=sources.memories,
            grades=sources.grades,
            recall=sources.recall,
            decisions=records.by_path,
            view=view,
            about=about,
            with_said=sources.said,
        ),
        needs=tuple(need.text for need in sources.needs(view)),
        once=one_time_notices(
            memories=sources.memories,
            grades=sources.grades,
            view=view,
            moved=moved,
            shown_text=shown_text,
            shown_keys=shown_keys,
            now=sources.clock(),
            proposed=sources.proposed(),
        ),
        moved=len(moved),
        moved_claims=tuple(
            f"{entry.memory.id[:8]} {truncate(entry.memory.content)} ({entry.standing.mark})"
            for entry in moved[:MAX_MOVED]
        ),
        fallen=tuple(
            sorted(downgraded_ids(sources.grades.of([entry.memory.id for entry in moved], view), sources.min_grade))
        ),
    )


def _topic(task: Task | None, current: Head, files: Sequence[str]) -> str:
    return topic(task.task if task else "", task.goals if task else (), current.branch, files)


def _divergence(git: Git, current: Head, now: Status) -> tuple[str, int, int, tuple[str, ...]]:
    """What HEAD is compared with (the base branch, else its upstream), the commits ahead and behind, and their paths.

    The paths are those that the branch changed.
    """
    base = next(base_branches(git), None) if current.commit else None
    if base is None or base.name == current.branch:
        return now.upstream, now.ahead, now.behind, ()
    ahead, behind = ahead_behind(git, base.commit, current.commit)
    start = merge_base(git, base.commit, current.commit) if ahead else ""
    own = changed_between(git, start, current.commit, MAX_OWN) if start else ()
    return base.name, ahead, behind, tuple(map(shown, own))


def _merged(sources: BriefingSources, current: Head, last: PastSave | None) -> tuple[MergedLine, ...]:
    """Work merged from other branches since the last save here."""
    merges = sources.merged.reachable(current.commit, MAX_MERGED * 5)
    fresh = [
        merge
        for merge in merges
        if (last is None or merge.archived_at >= last.saved_at) and merge.task.branch != current.branch
    ]
    return tuple(
        MergedLine(
            branch=merge.task.branch,
            task=merge.task.task or _summary(sources.tasks, merge.task.branch),
            how=merge.how,
            noticed_at=merge.archived_at,
            decisions=merge.task.decisions[:3],
            dead_ends=merge.task.dead_ends[:3],
            left_open=_left_open(merge.task)[:MAX_LEFT_OPEN],
        )
        for merge in fresh[:MAX_MERGED]
    )


def _left_open(task: Task) -> tuple[str, ...]:
    return (*task.in_progress, *task.blockers, *task.next_steps, *task.questions)


def _summary(tasks: TaskReader, branch: str) -> str:
    """The summary of the branch's last save."""
    return next((past.save.summary for past in tasks.saves(branch)), "work")


def _recent_commits(
    sources: BriefingSources, current: Head, last: PastSave | None, unsaved: SessionPoint | None
) -> tuple[tuple[CommitLine, ...], bool, Literal["", "save", "began"]]:
    """Commits after the last save or since an unsaved session began, or simply the newest where there is none.

    Merges aren't told: what they brought is. The second value says whether there are more, the third which case it is.
    """
    label: Literal["", "save", "began"] = "began" if unsaved is not None else "save" if last is not None else ""
    since = unsaved.began_head if unsaved is not None else last.head if last is not None else ""
    if not current.commit or since == current.commit:
        return (), False, label
    commits = newest_commits(sources.git, MAX_READ, since)
    if not commits:  # that commit was rewritten, or undone by a reset
        commits, label = newest_commits(sources.git, MAX_READ), ""
    own = [commit for commit in commits if len(commit.parents) < 2][: MAX_COMMITS + 1]
    lines = tuple(CommitLine(commit.short, sources.people.text(commit.subject, current.commit)) for commit in own)
    return lines[:MAX_COMMITS], len(lines) > MAX_COMMITS, label


def _knowledge(sources: BriefingSources, view: View, left_out: LeftOut, behind: int) -> str:
    """The state of the index in a few words."""
    if not view.files:
        return "; ".join(filter(None, ["no documents at HEAD", short_note(left_out, fits=False, found=True)]))
    counts = sources.documents.counts(view)
    absent = short_note(left_out, fits=True, found=True)
    states = [f"{behind} file{'s' if behind > 1 else ''} behind" if behind else absent or "fresh"]
    if counts.passages and counts.embedded < 1:
        share = int(counts.embedded * 100)
        states.append(f"{share} % embedded" if share else "keyword only")
    return ", ".join(states)
