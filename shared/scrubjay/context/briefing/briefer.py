"""The briefing of a worktree, stage by stage; what a session was already told is omitted.

1. Gather, on one snapshot of the databases (`gather`): where HEAD is and what is uncommitted (`git.status`); the task
   of the branch, its last save and unsaved session (`session.tasks`); the commits since; the work that was merged; the
   files at hand; what all that is about (`gather.topic`); the decisions that bear on it (`decisions`); the memories
   that persons told, that are grounded, that agents say (`memory_sections`); what needs the person; notices that are
   shown once (`notices`); what lost its ground.
2. Write every line with its rank (`lines.render_lines`), and cut by rank to the budget (`compose`).
3. Look: the session knows the working set from now on, so its next write is merged with later ones.
4. Tell: a session that was briefed before gets only what is new (`news`); what is told is recorded (`told`).

`prepare` is stages 1 and 2 for nobody in particular, without the present moment: the worker keeps it for the client's
hooks after each commit, capture and write to the working set, and they add that moment (`client_hooks.session_start`).
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from scrubjay.context.briefing.difference import drop_shown, fill_ages, new_lines
from scrubjay.context.briefing.facts import BriefingFacts
from scrubjay.context.briefing.gather import gather
from scrubjay.context.briefing.lines import BriefingLine, headings, render_lines, truncate
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.context.briefing.told import LIVE_PREFIX, BriefingLedger, PreparedBriefing, ToldBriefing
from scrubjay.errors import ScrubjayError, StorageError
from scrubjay.inference.tokens import count_tokens
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.visible import session_name
from scrubjay.session.tasks.merge import bounded_text, identifier
from scrubjay.session.tasks.sent import SentMark
from scrubjay.storage.database import Database, snapshots
from scrubjay.storage.driver import Connection

MIN_BUDGET = 150
MAX_BUDGET = 10_000

FOOTER_TOKENS = 40
"""Reserved for the footer that says what was omitted; the longest form measures 34 tokens."""

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Briefing:
    """The text that starts a session. `omitted` counts lines that the budget omitted.

    `marked` is the same text with age placeholders and without the first line: what the session is recorded to know.
    `since` is the moment before it was gathered. `note` records, within a transaction, that it is told.
    """

    text: str
    omitted: int = 0
    unchanged: bool = False
    marked: str = ""
    since: SentMark = (0, 0)
    note: Callable[[Connection], None] = field(default=lambda _: None, compare=False, repr=False)


def compose(facts: BriefingFacts, budget: int, count: CountTokens) -> Briefing:
    """Write the briefing within `budget` tokens.

    Monotonic: by rank, a smaller budget gives a prefix of a larger one's lines. The first line is always there.
    """
    budget = max(MIN_BUDGET, min(budget, MAX_BUDGET))
    everything = render_lines(facts)
    costs = [count(fill_ages(line.text, facts.now)) + 1 for line in everything]
    first = next(h for h in headings(facts) if count(h) <= budget - FOOTER_TOKENS)
    needed = count(first) + 1 + sum(costs)
    included = set(range(len(everything)))
    if needed > budget:
        included = _fitting_lines(everything, costs, budget - count(first) - 1 - FOOTER_TOKENS)
    left_out = sum(not line.is_title for i, line in enumerate(everything) if i not in included)
    marked = "\n".join(line.text for i, line in enumerate(everything) if i in included)
    footer = [_footer(left_out, needed, facts.focus)] if left_out else []
    parts = [first, *([fill_ages(marked, facts.now)] if marked else []), *footer]
    return Briefing("\n".join(parts), left_out, marked="\n".join([marked, *footer]))


def _fitting_lines(everything: Sequence[BriefingLine], costs: Sequence[int], room: int) -> set[int]:
    """Indices of the lines that fit, taken by rank until one doesn't; a section's title comes with its first entry."""
    included: set[int] = set()
    for i in sorted(range(len(everything)), key=lambda i: (everything[i].rank, i)):
        line = everything[i]
        if line.is_title:
            continue
        new = {i} if line.title is None or line.title in included else {line.title, i}
        room -= sum(costs[n] for n in new)
        if room < 0:
            break
        included |= new
    return included


def _footer(left_out: int, needed: int, focus: str) -> str:
    """The last line of a briefing that left lines out: how many, and the call that shows them."""
    rounded = -(-(needed + FOOTER_TOKENS) // 500) * 500
    omitted = f"{left_out} line{'s' if left_out > 1 else ''}"
    if rounded <= MAX_BUDGET:
        again = ", focus=…" if focus else ""
        return f"(left out: {omitted}; session_init(budget={rounded}{again}) shows them)"
    return f"(left out: {omitted}; get_task_context and list_decisions show them)"


EPOCH = datetime.fromtimestamp(0, UTC)

MAX_FOCUS = 500
"""Characters of a focus."""

BUDGET = 1500
"""Default budget in tokens, also of the prepared briefing."""

FULL_BRIEFING = "none"
"""Session value that requests everything, whatever was told before."""

NEWS_TOKENS = 150
"""Token budget of an answer to a session that was briefed before.

A focus may use its own budget, and so may a session's first full briefing: a hook that found nothing prepared told it
the working set alone.
"""


LIVE_TOKENS = 150
"""Part of the budget reserved for what a hook adds: the first line, uncommitted files, the last session here."""

_LIVE = ("In conflict: ", "Uncommitted: ", "(left out: ", "Session ")
"""Prefixes of lines about the present moment; they never count as news."""


class Briefer:
    """Writes briefings for one worktree."""

    def __init__(self, sources: BriefingSources, ledger: BriefingLedger, count: CountTokens = count_tokens) -> None:
        self._sources = sources
        self._ledger = ledger
        self._count = count

    def compose(self, focus: str = "", budget: int = BUDGET, session: str = "", writer: str = "") -> Briefing:
        """Compose the briefing as `draft` does, and record it as told; a full disk only means it may be shown twice."""
        briefing = self.draft(focus, budget, session, writer)
        with suppress(StorageError):
            self._sources.session.write(briefing.note)
        return briefing

    def draft(self, focus: str = "", budget: int = BUDGET, session: str = "", writer: str = "") -> Briefing:
        """The briefing in at most `budget` tokens; with a `focus` its decisions are the relevant ones.

        A session that was briefed before, by this or by its client's hook, gets only what is new and what is
        uncommitted now. `writer` is who will write to the working set where there is no session. Its `note` is for
        who shows it. Raises LimitExceeded or UsageError for a focus or session out of bounds.
        """
        focus = " ".join(bounded_text("focus", focus, MAX_FOCUS).split())
        session = "" if session == FULL_BRIEFING else session_name(identifier("session", session))
        worktree = str(self._sources.repository.worktree)
        with snapshots(self._databases()):
            since = self._ledger.mark()
            before = self._ledger.last_told(session, worktree) if session else None
            facts = self._gathered(focus, session or writer)
        briefing = told = compose(facts, budget, self._count)
        if before is not None:
            wants_more = bool(focus) or budget > BUDGET or before.state.startswith(LIVE_PREFIX)
            most = budget if wants_more else min(budget, NEWS_TOKENS)
            told = news(facts, before, briefing, self._count, most, older=wants_more)
        text, keys = drop_shown(told.text, ())

        def note(connection: Connection) -> None:
            self._sources.tasks.note_look(connection, facts.branch, facts.commit, session or writer)
            if session:
                known = drop_shown(briefing.marked, ())[0]
                self._ledger.note_told(connection, session, worktree, fingerprint(facts), known)
            self._ledger.note_keys(connection, worktree, keys)

        return replace(told, text=text, since=since, note=note)

    def _databases(self) -> tuple[Database, ...]:
        """All databases that facts are read from."""
        return (self._sources.session, *self._sources.memories.databases())

    def _gathered(self, focus: str, session: str) -> BriefingFacts:
        worktree = str(self._sources.repository.worktree)
        with snapshots(self._databases()):
            return gather(self._sources, focus, session, *self._ledger.recent(worktree))

    def prepare(self) -> None:
        """Write the briefing that the client's hooks will show, and store it for this worktree.

        Best effort: if it fails, a session starts with less, and nothing else fails.
        """
        try:
            quarantines = self._ledger.quarantines()  # before anything is read that one takes away
            self._prepare(self._gathered("", ""), quarantines)
        except ScrubjayError:
            return

    def _prepare(self, facts: BriefingFacts, quarantines: int) -> None:
        hidden = self._sources.branches.at(facts.commit).hidden if facts.commit else frozenset[str]()
        prepared = PreparedBriefing(
            worktree=str(self._sources.repository.worktree),
            branch=facts.branch,
            head=facts.commit,
            task_version=facts.task.version if facts.task else 0,
            state=fingerprint(facts),
            knowledge=facts.knowledge,
            text=compose(without_live(facts), BUDGET - LIVE_TOKENS, self._count).marked,
            hidden=tuple(sorted({*hidden, *facts.downgraded})),
            quarantines=quarantines,
        )
        self._ledger.prepare(prepared)


def fingerprint(facts: BriefingFacts) -> str:
    """A hash equal for briefings of the same content; what changes at any moment, and is told live, doesn't count."""
    stable = replace(without_live(facts), now=EPOCH, knowledge="", once=())
    return hashlib.sha256(repr(stable).encode("utf-8", "surrogatepass")).hexdigest()


def without_live(facts: BriefingFacts) -> BriefingFacts:
    """The facts without those of the present moment, which are read when the briefing is shown."""
    return replace(
        facts,
        in_progress="",
        replaced="",
        conflicted=0,
        conflicted_paths=(),
        changed=0,
        changed_paths=(),
        changes_unknown=False,
        unsaved=None,
    )


def news(
    facts: BriefingFacts, before: ToldBriefing, briefing: Briefing, count: CountTokens, budget: int, *, older: bool
) -> Briefing:
    """The part of a briefing that a session doesn't know, in at most `budget` tokens, with a line on since when.

    `older` counts older commits than it knows as well.
    """
    since = before.shown_at[11:16]
    fresh = [line for line in new_lines(before.text, briefing.marked, older=older) if not line.startswith(_LIVE)]
    note = (
        f"New since {since} UTC, when this session was briefed:"
        if fresh
        else (
            f"Unchanged since {since} UTC, when this session was briefed. "
            f'session_init(session="{FULL_BRIEFING}") shows the briefing again.'
        )
    )
    lines = [next(headings(facts)), note]
    if facts.conflicted:
        conflicts = counted(facts.conflicted, "file")
        lines.append(f"In conflict: {conflicts}: {truncate(', '.join(facts.conflicted_paths), 200)}")
    if facts.changed:
        changed = counted(facts.changed, "file")
        lines.append(f"Uncommitted: {changed}: {truncate(', '.join(facts.changed_paths), 100)}")
    left = budget - sum(count(line) + 1 for line in lines)
    for number, line in enumerate(fresh):
        filled = fill_ages(line, facts.now)
        left -= count(filled) + 1
        if left < 15 and number < len(fresh) - 1:
            lines.append(
                f'({counted(len(fresh) - number, "more line")}; session_init(session="{FULL_BRIEFING}") shows all)'
            )
            break
        lines.append(filled)
    return Briefing("\n".join(lines), unchanged=not fresh, marked=briefing.marked)
