"""Functions behind the tools that start and end a session, and the wording of their answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.context.briefing.briefer import FULL_BRIEFING, Briefing
from scrubjay.context.briefing.lines import files_named
from scrubjay.context.extraction.extraction import CandidateOrigin
from scrubjay.context.extraction.text import Judged, judged_lines
from scrubjay.git.head import Head, head
from scrubjay.git.status import status
from scrubjay.identity.insight.events import told_events
from scrubjay.memory.grounding.injection import forbid_instructions, texts_of
from scrubjay.model.visible import session_name
from scrubjay.operations.doctor.notices import take_notices
from scrubjay.session.tasks.sent import Telling
from scrubjay.session.tasks.task import Saved, SessionSave
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_session.tools.task import entries_said, masked, merged

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

NAMED = 10
"""Uncommitted files that an answer names."""


def session_init(target: CallTarget, *, focus: str, budget: int, session: str) -> str:
    """Start a session: returns its briefing, what extensions add, and notices."""
    workspace = target.workspace
    session = session if session == FULL_BRIEFING else target.named(session)
    parts = target.begin_parts(session)
    briefing = workspace.briefer.draft(focus, budget, session, target.writer)
    answer = "\n".join(filter(None, (briefing.text, *parts(), *take_notices(workspace))))
    workspace.counts.count(*told_events("session_init", len(answer)))
    _keep(target, "" if session == FULL_BRIEFING else session, answer, briefing)
    return answer


def _keep(target: CallTarget, session: str, answer: str, briefing: Briefing) -> None:
    """Record what the session is told, as it is sent."""
    worktree, client = str(target.workspace.repository.worktree), target.configured or target.client
    named = session_name(session or target.writer)
    telling = Telling(session=named, worktree=worktree, channel="session_init", text=answer, client=client)
    target.workspace.sent_texts.keep(telling, briefing.since, briefing.note)


def session_save(
    target: CallTarget, *, summary: str, completed: tuple[str, ...], in_progress: str, blockers: tuple[str, ...],
    next_steps: tuple[str, ...], dead_ends: tuple[str, ...], decisions: tuple[str, ...], candidates: tuple[str, ...],
    session: str,
) -> str:  # fmt: skip
    """Save what a session leaves behind; returns lines that say what was stored."""
    save = SessionSave(
        summary=summary,
        completed=completed,
        in_progress=in_progress,
        blockers=blockers,
        next_steps=next_steps,
        dead_ends=dead_ends,
        decisions=decisions,
        candidates=candidates,
        session=target.named(session) or target.writer,
    )
    forbid_instructions(texts_of(save, without="candidates"))
    current = head(target.workspace.git)
    parts = target.begin_parts((save, session))
    done = target.workspace.tasks.save(current.branch, current.commit, save)
    added = list(parts())
    origin = CandidateOrigin(
        author=target.workspace.settings.user_id, session=target.named(session), branch=current.branch,
        commit=current.commit, agent=target.agent,
    )  # fmt: skip
    judged = target.workspace.extraction.judge(candidates, origin)
    return "\n".join([*_saved(target, current, save, done, judged), *added])


def _closed(outcome: Saved) -> list[str]:
    """The entries that were open and were closed by this save, so that nothing disappears silently."""
    if not outcome.closed:
        return []
    return [
        "No longer open, since this save doesn't name it (note_progress brings it back):",
        *entries_said(outcome.closed),
    ]


def _uncommitted(workspace: "Workspace") -> str:
    """The files that stay behind uncommitted, in a line; empty where there are none, or git couldn't tell."""
    changes = status(workspace.git, workspace.repository).uncommitted
    named = files_named(changes.count, changes.paths[:NAMED])
    return f"Not committed, so only in this worktree: {named}" if changes.count else ""


def _saved(target: CallTarget, at: Head, save: SessionSave, outcome: Saved, judged: Sequence[Judged]) -> list[str]:
    """The outcome of session_save, and of each memory candidate."""
    counts = [f"{len(save.completed)} completed"] if save.completed else []
    counts += [
        f"{len(values)} {name}{'s' if len(values) > 1 else ''}"
        for name, values in (
            ("blocker", save.blockers), ("next step", save.next_steps), ("dead end", save.dead_ends),
            ("decision", save.decisions), ("candidate", save.candidates),
        )
        if values
    ]  # fmt: skip
    contents = f" with {', '.join(counts)}" if counts else ""
    word = "Already saved" if outcome.repeated else "Saved"
    lines = [heading(target.workspace, at), f"{word} at {outcome.saved_at}, task version {outcome.version}{contents}."]
    lines.extend(merged(outcome))
    lines.extend(_closed(outcome))
    if outcome.masked:
        lines.append(masked(outcome.masked))
    if judged:
        lines += ["Candidates:", *judged_lines(judged)]
    if at_stake := _uncommitted(target.workspace):
        lines.append(at_stake)
    lines.append("The next session_init on this branch shows it.")
    return lines
