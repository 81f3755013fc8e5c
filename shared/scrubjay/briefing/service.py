"""The briefing of a worktree, gathered and written; never the same one twice in a session."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

from scrubjay.briefing.compose import Briefing, Counter, compose
from scrubjay.briefing.facts import Facts
from scrubjay.briefing.gather import Sources, gather
from scrubjay.briefing.lines import cut, headings
from scrubjay.sessions.bounds import identifier, text
from scrubjay.tokens import count_tokens

EPOCH = datetime.fromtimestamp(0, UTC)

MAX_FOCUS = 500
"""Characters of a focus."""


class Briefer:
    """Writes briefings for one worktree."""

    def __init__(self, sources: Sources, count: Counter = count_tokens) -> None:
        self._sources = sources
        self._count = count

    def compose(self, focus: str = "", budget: int = 1500, session: str = "") -> Briefing:
        """The briefing in at most `budget` tokens; with a `focus` its decisions are those that bear on it.

        A session that was given this very briefing before gets a short answer that says so, with what is
        uncommitted now. Raises LimitExceeded or UsageError for a focus or session out of bounds.
        """
        focus = " ".join(text("focus", focus, MAX_FOCUS).split())
        session = identifier("session", session)
        facts = gather(self._sources, focus)
        if not session:
            return compose(facts, budget, self._count)
        tasks, worktree = self._sources.tasks, str(self._sources.repository.worktree)
        state = fingerprint(facts, budget)
        before = tasks.briefed(session, worktree)
        if before is not None and before[0] == state:
            return unchanged(facts, before[1])
        briefing = compose(facts, budget, self._count)
        tasks.set_briefed(session, worktree, state)
        return briefing


def fingerprint(facts: Facts, budget: int) -> str:
    """Equal when two briefings would tell the same; what is uncommitted or behind is told anyway."""
    still = replace(facts, now=EPOCH, knowledge="", in_progress="", changed=0, changed_paths=())
    told = f"{budget} {still!r}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def unchanged(facts: Facts, since: str) -> Briefing:
    """The short answer: nothing is new since the briefing of a moment; at most 150 tokens."""
    lines = [
        next(headings(facts)),
        f"Unchanged since {since[11:16]} UTC, when this session was briefed. "
        "session_init without session shows the briefing again.",
    ]
    if facts.changed:
        lines.append(f"Uncommitted: {facts.changed} files: {cut(', '.join(facts.changed_paths), 100)}")
    return Briefing("\n".join(lines), unchanged=True)
