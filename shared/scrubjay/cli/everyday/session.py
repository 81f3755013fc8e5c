"""`scrubjay session`: starts a session with a briefing, notes a step, saves the session's state."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.calling import agent_label, command_caller
from scrubjay.cli.claims import author
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import Session
from scrubjay.cli.output import branch, say
from scrubjay.context.briefing.lines import files_named
from scrubjay.context.extraction.extraction import CandidateOrigin
from scrubjay.context.extraction.text import judged_lines
from scrubjay.git.head import head
from scrubjay.git.status import status
from scrubjay.memory.grounding.injection import forbid_instructions, texts_of
from scrubjay.model.visible import session_name
from scrubjay.session.tasks.merge import parse_kind
from scrubjay.session.tasks.sent import Telling
from scrubjay.session.tasks.task import Note, SessionSave

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.git.head import Head
    from scrubjay.session.tasks.sent import SentMark
    from scrubjay.session.tasks.task import Saved


app = application(
    no_args_is_help=True, help="Start a session with a briefing, note a step, or save the session's state."
)

NAMED = 10
"""Uncommitted files that are named after a save."""


@app.command()
def init(
    ctx: typer.Context,
    focus: Annotated[str, typer.Option("--focus", help="Topic of the session; decisions about it come first.")] = "",
    budget: Annotated[int, typer.Option("--budget", min=150, max=10_000, help="Maximum number of tokens.")] = 1500,
    session: Session = "",
) -> None:
    """Print the briefing that a session starts with."""
    invocation = invoked(ctx)
    with open_workspace(invocation) as (_, workspace):
        briefing = workspace.briefer.compose(focus, budget, session)
        say(briefing.text)
        if named := session or invocation.session:
            _keep(workspace, named, briefing.text, briefing.since)
        for tell in workspace.provided("session_start"):
            if told := tell(workspace, lambda: command_caller(invocation, workspace, writes=False)):
                say(told)


def _keep(workspace: "Workspace", session: str, text: str, since: "SentMark") -> None:
    """Record what a session is told, as it is printed."""
    worktree = str(workspace.repository.worktree)
    telling = Telling(session=session_name(session), worktree=worktree, channel="command", text=text)
    workspace.sent_texts.keep(telling, since)


@app.command()
def save(
    ctx: typer.Context,
    summary: Annotated[str, typer.Argument(help="Summary of this session in one to three sentences.")],
    completed: Annotated[list[str], typer.Option(help="A finished step. Repeatable.")] = [],  # noqa: B006
    in_progress: Annotated[str, typer.Option("--in-progress", help="The unfinished step.")] = "",
    blocker: Annotated[list[str], typer.Option(help="A blocker. Repeatable.")] = [],  # noqa: B006
    next_step: Annotated[list[str], typer.Option(help="A next step. Repeatable.")] = [],  # noqa: B006
    dead_end: Annotated[
        list[str], typer.Option(help='A dead end, as "what was tried -> why it failed". Repeatable.')
    ] = [],  # noqa: B006
    decision: Annotated[list[str], typer.Option(help="A decision with its reason. Repeatable.")] = [],  # noqa: B006
    candidate: Annotated[list[str], typer.Option(help="A fact worth remembering. Repeatable.")] = [],  # noqa: B006
    session: Session = "",
) -> None:
    """Save this session's state for the next session on this branch."""
    invocation = invoked(ctx)
    entry = SessionSave(
        summary=summary,
        completed=tuple(completed),
        in_progress=in_progress,
        blockers=tuple(blocker),
        next_steps=tuple(next_step),
        dead_ends=tuple(dead_end),
        decisions=tuple(decision),
        candidates=tuple(candidate),
        session=session or invocation.session,
    )
    _forbid_instructions(invocation, entry)
    with open_workspace(invocation) as (_, workspace):
        now = head(workspace.git)
        saved = workspace.tasks.save(now.branch, now.commit, entry)
        writer = author(invocation)
        origin = CandidateOrigin(
            author=workspace.settings.user_id, session=entry.session, branch=now.branch, commit=now.commit,
            words=writer.origin, act=writer.act, agent=agent_label(invocation),
        )  # fmt: skip
        judged = workspace.extraction.judge(candidate, origin)
        at_stake = status(workspace.git, workspace.repository).uncommitted
    _show_saved(now, saved, judged_lines(judged))
    if at_stake.count:
        say(f"not committed, so only in this worktree: {files_named(at_stake.count, at_stake.paths[:NAMED])}")


def _show_saved(now: "Head", saved: "Saved", judged: Iterable[str]) -> None:
    """Print what was saved, what of other sessions was kept or closed, and what became of the candidates."""
    _print_saved("saved", now, saved)
    for part in saved.kept:
        for text in part.entries:
            say(f"kept from another session, {part.name.replace('_', ' ')} of session {saved.kept_of or '-'}: {text}")
    for part in saved.closed:
        for text in part.entries:
            say(f"closed, because this save doesn't name it: {text} ({part.name.replace('_', ' ')})")
    for line in judged:
        say(line)


@app.command()
def note(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help='One sentence; a dead end as "what was tried -> why".')],
    kind: Annotated[
        str,
        typer.Option("--kind", help="done, doing, next, blocked, dead_end, decision, question, goal or constraint."),
    ] = "done",
    session: Session = "",
) -> None:
    """Note one step immediately, so that a crash loses little."""
    invocation = invoked(ctx)
    entry = Note(text, parse_kind(kind), session or invocation.session)
    _forbid_instructions(invocation, entry)
    with open_workspace(invocation) as (_, workspace):
        now = head(workspace.git)
        saved = workspace.tasks.note(now.branch, now.commit, entry)
    _print_saved("noted", now, saved)


def _forbid_instructions(invocation: "Invocation", entry: object) -> None:
    """Refuse what would speak to the next session as an attack does; candidates are judged as claims."""
    forbid_instructions(texts_of(entry, without="candidates"), by_person=not agent_label(invocation))


def _print_saved(label: str, now: "Head", saved: "Saved") -> None:
    again = ", as before" if saved.repeated else ""
    position = f"{branch(now.branch)} @ {now.commit[:10] or 'no commits'}"
    say(f"{label}: version {saved.version} of {position}, {saved.saved_at}{again}")
    if saved.masked:
        say(f"secrets masked before storing: {', '.join(saved.masked)}")
