"""Queries of the sessions' pages: which sessions there were, and what each was told, did and left."""

from collections.abc import Iterable, Sequence

from scrubjay.app import Workspace
from scrubjay.errors import GitFailed, NotFound, UsageError
from scrubjay.git.history import recent_commits
from scrubjay.git.record import Commit
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pattern import pattern
from scrubjay.session.conversations.model import Turn
from scrubjay.session.tasks.sent import SentText
from scrubjay.session.tasks.task import LISTS, PastSave, Task
from scrubjay.session.tasks.timeline import BranchWork, TimelineEntry, TimelineFilters
from scrubjay_ui.visit import Visit

_MOMENT = pattern(r"(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{1,2}):(\d{2})")
_DAY = pattern(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def anchors(moments: Iterable[str]) -> tuple[str, ...]:
    """The anchor of each moment, `told-1014`; a second one of the same minute is `told-1014-2`."""
    seen: dict[str, int] = {}
    found = []
    for moment in moments:
        name = f"told-{moment[11:13]}{moment[14:16]}"
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(found)


def end_of_minute(text: str, day: str) -> str:
    """The end of the minute that somebody means by `10:14` of a day, or by `2026-11-23 10:14`. Raises UsageError."""
    match = _MOMENT.fullmatch(text)
    if match is None or int(match[2]) > 23 or int(match[3]) > 59:
        raise UsageError(f"{text[:40]!r} is no moment. Write 10:14, or 2026-11-23 10:14, in UTC.")
    return f"{match[1] or day}T{int(match[2]):02}:{match[3]}:59Z"


def checked_day(text: str) -> str:
    """A day as it was typed, or empty. Raises UsageError."""
    if text and not _DAY.fullmatch(text):
        raise UsageError(f"{text[:40]!r} is no day. Write it as 2026-11-23.")
    return text


MAX_TEXTS = 25
MAX_CHARACTERS = 120_000
"""Texts, and characters of them, on one page."""

CHANNELS = {
    "session_init": "by session_init",
    "start": "at its start, without being asked",
    "compaction": "after its context was compacted, without being asked",
    "hint": "with a prompt, without being asked",
    "command": "by `scrubjay session init`",
}
"""How a text came to a session, in words."""


@dataclass(frozen=True, slots=True)
class ToldText:
    """A text that the session was told, with the anchor that leads to it and how it came."""

    anchor: str
    how: str
    sent: SentText


def told(at: Workspace, session: str) -> tuple[tuple[ToldText, ...], ...]:
    """Pages of the texts that a session was told, in order; at least one page."""
    texts = at.sent_texts.told(session)
    names = anchors(text.at for text in texts)
    named = zip(names, texts, strict=True)
    return paged([ToldText(anchor, CHANNELS.get(text.channel, text.channel), text) for anchor, text in named])


def page_of(pages: Sequence[Sequence[ToldText]], at: str) -> int:
    """The number of the page with the last text of a moment; the first one where there is none."""
    return max((number for number, page in enumerate(pages, 1) for text in page if text.sent.at == at), default=1)


def address(visit: Visit, session: str, at: str) -> str:
    """The address of what a session or its sub-agent was told at a moment."""
    return f"{visit.link('sessions', session.partition('/')[0], told=at)}#{anchors([at])[0]}"


def paged(texts: Sequence[ToldText]) -> tuple[tuple[ToldText, ...], ...]:
    """Texts in pages: a page ends before it has too many of them, or too many characters."""
    pages: list[list[ToldText]] = [[]]
    for text in texts:
        length = sum(len(other.sent.text) for other in pages[-1]) + len(text.sent.text)
        if pages[-1] and (len(pages[-1]) == MAX_TEXTS or length > MAX_CHARACTERS):
            pages.append([])
        pages[-1].append(text)
    return tuple(tuple(page) for page in pages)


@dataclass(frozen=True, slots=True)
class WorkingSetChange:
    """The change of one part of a working set: its kept, its removed and its new entries."""

    name: str
    kept: tuple[str, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]


def changes(before: Task, after: Task) -> tuple[WorkingSetChange, ...]:
    """The changes of a working set, each part of it that isn't empty, the task first."""
    parts = [("task", _as_entries(before.task), _as_entries(after.task))]
    parts += [(name, getattr(before, name), getattr(after, name)) for name in LISTS]
    return tuple(_change(name.replace("_", " "), old, new) for name, old, new in parts if old or new)


def _change(name: str, old: tuple[str, ...], new: tuple[str, ...]) -> WorkingSetChange:
    """What of a list was kept, removed and added."""
    return WorkingSetChange(
        name,
        tuple(entry for entry in new if entry in old),
        tuple(entry for entry in old if entry not in new),
        tuple(entry for entry in new if entry not in old),
    )


def _as_entries(task: str) -> tuple[str, ...]:
    """The task as entries: one, or none."""
    return (task,) if task else ()


PAGE = 50
MAX_COMMITS = 30
MAX_MEMORIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionList:
    """A page of sessions. `choices` are what they can be narrowed by."""

    entries: tuple[TimelineEntry, ...]
    total: int
    page: int
    last: int
    filters: TimelineFilters
    choices: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class BranchPart:
    """What the session did on a branch. `changes` are those of the working set; None where its start isn't known."""

    work: BranchWork
    branch: str
    changes: tuple[WorkingSetChange, ...] | None
    commits: tuple[Commit, ...]
    unknown_commits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDetail:
    """Everything that is kept of a session."""

    entry: TimelineEntry
    quarantined: bool
    told: tuple[ToldText, ...]
    page: int
    last: int
    branches: tuple[BranchPart, ...]
    files: tuple[str, ...]
    saves: tuple[PastSave, ...]
    dead_ends: tuple[str, ...]
    memories: tuple[Memory, ...]
    turns: int


def sessions(visit: Visit) -> SessionList:
    """The sessions of the visited project. Raises UsageError for a filter that can't be."""
    timeline = visit.workspace.timeline
    filters = TimelineFilters(
        worktree=visit.text("worktree"),
        branch=visit.text("branch"),
        client=visit.text("client"),
        day=checked_day(visit.text("day")),
    )
    page = visit.number("page", 1, 1, 100_000)
    entries, total = timeline.page(filters, PAGE, (page - 1) * PAGE)
    last = max(1, -(-total // PAGE))
    return SessionList(entries=entries, total=total, page=page, last=last, filters=filters, choices=timeline.choices())


def found(visit: Visit) -> TimelineEntry:
    """The session that the address names. Raises NotFound."""
    entry = visit.workspace.timeline.entry(visit.params["session"])
    if entry is None:
        raise NotFound("No session of this project has this address. It may have been forgotten, or be too old.")
    return entry


def session(visit: Visit) -> SessionDetail:
    """Everything that is kept of the session that the address names. Raises NotFound."""
    entry, at = found(visit), visit.workspace
    pages = told(at, entry.session)
    page = visit.number("page", page_of(pages, visit.text("told")), 1, len(pages))
    work, saves = at.timeline.work(entry.session), at.timeline.saves(entry.session)
    branches = tuple(_branch_part(at, one) for one in work)
    new = [
        text for part in branches for change in part.changes or () if change.name == "dead ends" for text in change.new
    ]
    dead_ends = dict.fromkeys((*new, *(text for past in saves for text in past.save.dead_ends)))
    _, turns = at.turn_reader.page(entry.session, 1, 0)
    return SessionDetail(
        entry=entry,
        quarantined=at.timeline.is_quarantined(entry.session),
        told=pages[page - 1],
        page=page,
        last=len(pages),
        branches=branches,
        files=tuple(dict.fromkeys(path for one in work for path in one.point.files)),
        saves=saves,
        dead_ends=tuple(dead_ends),
        memories=_memories(at, entry.session),
        turns=turns,
    )


def turns(visit: Visit) -> tuple[TimelineEntry, tuple[Turn, ...], int, int]:
    """The session that the address names, a page of its turns, the page's number and the last one's."""
    entry, page = found(visit), visit.number("page", 1, 1, 100_000)
    listed, total = visit.workspace.turn_reader.page(entry.session, PAGE, (page - 1) * PAGE)
    return entry, listed, page, max(1, -(-total // PAGE))


def _branch_part(at: Workspace, work: BranchWork) -> BranchPart:
    """What a session did on a branch, with its commits."""
    point = work.point
    commits: tuple[Commit, ...] = ()
    unknown = False
    if point.began_head and point.head and point.began_head != point.head:
        try:
            commits = recent_commits(at.git, MAX_COMMITS, since=point.began_head, at=point.head)
        except GitFailed:
            unknown = True
        unknown = unknown or not commits
    changed = changes(work.before, work.after) if work.before is not None else None
    return BranchPart(work, point.branch.removeprefix("merged:"), changed, commits, unknown)


def _memories(at: Workspace, session: str) -> tuple[Memory, ...]:
    """Memories of the session and its sub-agents that hold or wait, as far as this worktree sees them."""
    reader = at.memories
    listed = [
        memory
        for status in (MemoryStatus.ACTIVE, MemoryStatus.HELD)
        for memory in reader.narrowed(status=status, session=session)
    ]
    own = (memory for memory in listed if memory.session.partition("/")[0] == session)
    return tuple(own)[:MAX_MEMORIES]
