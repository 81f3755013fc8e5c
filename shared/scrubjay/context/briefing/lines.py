"""Rendering and ranking of facts as lines."""

from collections.abc import Iterator, Sequence

from scrubjay.context.briefing.difference import COMMITS, DECISIONS, age_placeholder
from scrubjay.context.briefing.facts import BriefingFacts, DecisionLine, MemoryLine
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.visible import SESSION_SHOWN
from scrubjay.session.tasks.task import HANDOFF, Task, empty_task, to_json

MAX_LINE = 300
"""Characters of one line; what is longer is cut at a word."""

MAX_MEMORY = 1_000
"""The same of a memory's line, which holds its own text, a rival's and the words of a ground."""

_SINCE = dict(zip(("", "save", "began"), COMMITS, strict=True))


@dataclass(frozen=True, slots=True)
class BriefingLine:
    """A line of a section. Rank 1 is cut last. `title` is the position of the section's title, if it has one."""

    text: str
    section: str
    rank: int
    title: int | None = None
    is_title: bool = False


def headings(facts: BriefingFacts) -> Iterator[str]:
    """Variants of a briefing's first line (worktree, commit, state of the knowledge), ever shorter."""
    operation = f"{facts.in_progress} in progress" if facts.in_progress else ""
    state = "".join(f" · {part}" for part in (operation, facts.replaced) if part)
    commit = f"@ {facts.commit[:10]}" if facts.commit else "(no commits)"
    branch = "detached" if facts.branch.startswith("detached:") else facts.branch
    for limit in (120, 24):
        title = f"{truncate(facts.worktree, limit)} · {truncate(branch, limit)}"
        yield f"scrubjay · {title} {commit}{state} · knowledge: {facts.knowledge}"
    yield f"scrubjay · {commit}"


def render_lines(facts: BriefingFacts) -> list[BriefingLine]:
    """All facts as lines, in reading order; ages are placeholders."""
    out: list[BriefingLine] = []
    for news in facts.once:
        _add(out, "once", 2, replace(news, text=truncate(news.text)).marked)
    _working_set(out, facts.task or empty_task(facts.branch))
    _last_session(out, facts)
    _git_state(out, facts)
    _merged(out, facts)
    _decisions(out, facts)
    _memories(out, facts)
    return out


def _last_session(out: list[BriefingLine], facts: BriefingFacts) -> None:
    """Add the lines on the last session, and on one that ended without a save."""
    if facts.last is not None:
        when = age_placeholder(facts.last.saved_at)
        _add(out, "last", 3, f"Last session ({when}), noted by the agent: {truncate(facts.last.save.summary)}")
    if facts.unsaved is not None:
        _add(out, "last", 3, facts.unsaved.describe(age_placeholder(facts.unsaved.at)))


def _git_state(out: list[BriefingLine], facts: BriefingFacts) -> None:
    """Add what git says of the worktree: its base, its files, and the commits since the last session."""
    if facts.base and (facts.ahead or facts.behind):
        distance = f"{counted(facts.ahead, 'commit')} ahead, {facts.behind} behind"
        _add(out, "apart", 3, f"Against {truncate(facts.base, 120)}: {distance}")
    if facts.conflicted:
        _add(out, "conflicts", 1, f"In conflict: {files_named(facts.conflicted, facts.conflicted_paths)}")
    if facts.changes_unknown:
        _add(out, "changed", 3, "Uncommitted: unknown, git could not compare the working tree in time")
    if facts.changed:
        _add(out, "changed", 3, f"Uncommitted: {files_named(facts.changed, facts.changed_paths)}")
    if facts.files:
        _add(out, "files", 5, f"Files touched: {truncate(', '.join(facts.files))}")
    more = f", the newest {len(facts.since)}" if facts.more_since else ""
    _section(out, "since", 5, f"{_SINCE[facts.since_what]}{more}", [f"{c.short} {c.subject}" for c in facts.since])


def files_named(count: int, paths: Sequence[str]) -> str:
    """A number of files and the first of them, such as "2 files: a.py, b.py"."""
    rest = ", …" if count > len(paths) else ""
    return f"{counted(count, 'file')}: {truncate(', '.join(paths))}{rest}"


def _merged(out: list[BriefingLine], facts: BriefingFacts) -> None:
    """Add the work of other branches that HEAD has by now."""
    for entry in facts.merged:
        done = "Merged" if entry.left_open else "Finished"
        branch = truncate(entry.branch, 80)
        _add(
            out,
            "merged",
            5,
            f"{done}: {truncate(entry.task)} ({branch}, {entry.how}, seen {age_placeholder(entry.noticed_at)})",
        )
        _section(out, "merged", 5, f"Left open on {branch}", entry.left_open)
        _section(out, "merged", 5, f"Agent's choices on {branch}", entry.decisions)
        _section(out, "merged", 6, f"Dead ends on {branch}", entry.dead_ends)


def _decisions(out: list[BriefingLine], facts: BriefingFacts) -> None:
    """Add the section of decisions."""
    about = f"{DECISIONS}{'those that bear on this work' if facts.has_relevant else 'newest first'}"
    if facts.focus:
        focus = f"“{truncate(facts.focus, 60)}”"
        about = (
            f"Decisions about {focus}" if facts.has_relevant else f"No decision holds {focus}; in force, newest first"
        )
    _section(out, "decisions", 4, about, [decision_text(d) for d in facts.decisions])
    if facts.unlisted_decisions:
        _add(out, "decisions", 4, f"Decisions in force: {facts.unlisted_decisions} (list_decisions)")


def _memories(out: list[BriefingLine], facts: BriefingFacts) -> None:
    """Add the briefing's sections of memories by grade; what a person told stays even if its ground has no room."""
    told = [(memory_text(replace(memory, ground="")), memory.ground) for memory in facts.told]
    _section(out, "told", 3, "Told by people", [text for text, _ in told], limit=MAX_MEMORY)
    leaning = [f"{text.partition(' ')[0]} {ground}" for text, ground in told if ground]
    _section(out, "leaning", 6, "What people's words lean on", leaning, limit=MAX_MEMORY)
    bearing = [memory_text(memory) for memory in facts.memories]
    _section(out, "memories", 6, "Memories that bear on this work", bearing, limit=MAX_MEMORY)
    moved = f"Memories whose ground moved, {facts.moved} in all (`scrubjay rot`)"
    _section(out, "moved", 6, moved, facts.moved_claims)
    title = f"Only said by agents, {facts.said_in_all} in all (search_knowledge with kinds=['memory'])"
    _section(out, "said", 7, title, [memory_text(memory) for memory in facts.said], limit=MAX_MEMORY)
    if facts.needs:
        _add(out, "needs", 6, f"Needs the user: {truncate('; '.join(facts.needs))}")


def working_set(task: Task) -> tuple[str, ...]:
    """The lines of a task's working set, without the rest of a briefing."""
    out: list[BriefingLine] = []
    _working_set(out, task)
    return tuple(line.text for line in out)


def _working_set(out: list[BriefingLine], task: Task) -> None:
    """Add the lines of the branch's working set: what a colleague would say first."""
    if not task.task:
        _add(out, "task", 1, "Task: none set")
    else:
        _add(out, "task", 1, f"Task: {truncate(task.task)} ({_version_text(task)})")
    _section(out, "goals", 1, "Goals", task.goals)
    _section(out, "constraints", 1, "Constraints", task.constraints)
    details = [f"{truncate(key, 60)}: {v if isinstance(v, str) else to_json(v)}" for key, v in task.details.items()]
    _section(out, "details", 4, "Details", details)
    for step in task.in_progress:
        _add(out, "open", 2, f"In progress: {truncate(step)}")
    _section(out, "next", 2, "Next", task.next_steps)
    _section(out, "blocked", 2, "Blocked", task.blockers)
    _section(out, "questions", 2, "Open questions", task.questions)
    _section(out, "dead", 2, "Dead ends", task.dead_ends)
    _section(out, "decided", 2, "Agent's choices on this branch", task.decisions)
    _section(out, "completed", 6, "Completed", task.completed)


def decision_text(entry: DecisionLine) -> str:
    """A decision with its status, date, the decisions it replaces or is replaced by, and its path."""
    marks = [" ".join(part for part in (entry.status, entry.date) if part)]
    if entry.replaces:
        marks.append(f"replaces {', '.join(entry.replaces)}")
    if entry.superseded_by:
        marks.append(f"superseded by {', '.join(entry.superseded_by)}")
    details = "; ".join(mark for mark in marks if mark)
    return (
        f"{entry.name} {truncate(entry.title, 120)}".strip() + (f" ({details})" if details else "") + f" {entry.path}"
    )


def memory_text(entry: MemoryLine) -> str:
    """A memory as one line: id and mark, kind and words, a contradicting memory, and its ground.

    Whose words they are stands first, so that no memory's text can fake it.
    """
    label = f"{entry.id[:8]} {entry.mark}".strip()
    parts = [label, f"{entry.kind}: {truncate(entry.content)}"]
    parts += [f"rival: {truncate(entry.contradiction)}"] if entry.contradiction else []
    parts += [entry.ground] if entry.ground else []
    return " · ".join(parts)


def truncate(text: str, limit: int = MAX_LINE) -> str:
    """A text as one line of at most `limit` characters, cut at a word with an ellipsis."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    head = flat[: limit - 1]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;:") + "…"


def _version_text(task: Task) -> str:
    """The version of a task in words: its number, when it was noted, in which session, and whence it was copied."""
    source = f", copied from {task.inherited_from}" if task.inherited_from and HANDOFF not in task.details else ""
    session = f" in session {task.session[:SESSION_SHOWN]}" if task.session else ""
    return f"v{task.version}, noted by the agent {age_placeholder(task.saved_at)}{session}{source}"


def _add(out: list[BriefingLine], section: str, rank: int, text: str) -> None:
    """Add a line of a section."""
    out.append(BriefingLine(text, section, rank))


def _section(
    out: list[BriefingLine], section: str, rank: int, name: str, entries: Sequence[str], limit: int = MAX_LINE
) -> None:
    """Add a section's title and its entries; nothing where there are none."""
    if not entries:
        return
    title = len(out)
    out.append(BriefingLine(f"{name}:", section, rank, is_title=True))
    out.extend(BriefingLine(f"- {truncate(entry, limit)}", section, rank, title=title) for entry in entries)
