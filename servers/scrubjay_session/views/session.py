"""Rendered outcomes of session_save and note_progress."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.context.extraction.text import Judged
    from scrubjay.git.head import Head
    from scrubjay.session.tasks.task import KeptEntries, Saved, SessionSave
    from scrubjay_agents.api import Handoff


NAMED = 10
"""Uncommitted files that an answer names."""


def masked(kinds: Sequence[str]) -> str:
    """A note of the secrets that were masked before storing; empty without any."""
    return f"Secrets were masked before storing: {', '.join(kinds)}." if kinds else ""


def merged(outcome: "Saved") -> list[str]:
    """The entries that other sessions wrote meanwhile, and that were merged."""
    if not outcome.kept:
        return []
    whose = f"session {outcome.kept_of}" if outcome.kept_of else "another session"
    lines = [f"Merged: {whose} wrote here since you last looked. Kept beside yours:"]
    return lines + _entries(outcome.kept)


def closed(outcome: "Saved") -> list[str]:
    """The entries that were open and were closed by this save, so that nothing disappears silently."""
    if not outcome.closed:
        return []
    return [
        "No longer open, since this save doesn't name it (note_progress brings it back):",
        *_entries(outcome.closed),
    ]


def _entries(groups: "Sequence[KeptEntries]") -> list[str]:
    """Agents' entries, each behind its kind."""
    from scrubjay.session.tasks.task import AGENT_CHOICE

    names = [(AGENT_CHOICE if group.name == "decisions" else group.name, group.entries[:5]) for group in groups]
    return [f"- {name}: {' '.join(entry.split())[:200]}" for name, entries in names for entry in entries]


def noted(workspace: "Workspace", head: "Head", outcome: "Saved") -> str:
    """The outcome of note_progress."""
    return "\n".join(
        [heading(workspace, head), f"Noted, task version {outcome.version}.", *filter(None, [masked(outcome.masked)])]
    )


def uncommitted(workspace: "Workspace") -> str:
    """The files that stay behind uncommitted, in a line; empty where there are none, or git couldn't tell."""
    from scrubjay.context.briefing.lines import files_named
    from scrubjay.git.status import status

    changes = status(workspace.git, workspace.repository).uncommitted
    named = files_named(changes.count, changes.paths[:NAMED])
    return f"Not committed, so only in this worktree: {named}" if changes.count else ""


def saved(
    workspace: "Workspace", head: "Head", save: "SessionSave", outcome: "Saved", judged: "Sequence[Judged]",
    left: "Handoff | None" = None,
) -> str:  # fmt: skip
    """The outcome of session_save, of each memory candidate, and the handoff that was left with it."""
    from scrubjay.context.extraction.text import judged_lines

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
    lines = [heading(workspace, head), f"{word} at {outcome.saved_at}, task version {outcome.version}{contents}."]
    lines.extend(merged(outcome))
    lines.extend(closed(outcome))
    if outcome.masked:
        lines.append(masked(outcome.masked))
    if judged:
        lines += ["Candidates:", *judged_lines(judged)]
    if at_stake := uncommitted(workspace):
        lines.append(at_stake)
    lines.append("The next session_init on this branch shows it.")
    if left is not None:
        from scrubjay_agents.api import in_full

        lines += ["Left for another agent:", *in_full(left)]
    return "\n".join(lines)
