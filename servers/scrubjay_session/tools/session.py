"""Tools session_init, session_save and note_progress: start of a session, end of it, and steps between."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scrubjay.model.session import session_name
from scrubjay_agents.services import AgentServices
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Budget, Repo, about
from scrubjay_session.views.session import noted, saved

if TYPE_CHECKING:
    from scrubjay.session.tasks.sent_text import SentMark
    from scrubjay.session.tasks.task import SessionSave
    from scrubjay_agents.api import Prepared

INIT = """\
Start here, once a session and after switching branch: briefing within a token budget: task, dead ends, news, \
decisions, memories."""

SAVE = """\
Save what this session leaves for the next; call before ending or compaction."""

HANDOFF = "initiate_handoff's arguments; what context lacks is this save's"

NOTE = "Record a step."
KINDS = ("done", "doing", "next", "blocked", "dead_end", "decision", "question")


def session_init(
    *,
    focus: Annotated[str, about("what it is about")] = "",
    budget: Budget = 1500,
    session: Annotated[str, about("any stable id")] = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Start of a session."""
    from scrubjay.context.briefing.briefer import FULL_BRIEFING
    from scrubjay.identity.insight.events import told as told_events
    from scrubjay.operations.doctor.notices import take_notices

    workspace = target.workspace
    session = session if session == FULL_BRIEFING else target.named(session)
    told = _told(target, session)
    briefing = workspace.briefer.compose(focus, budget, session, target.writer)
    handoffs = _handoffs(target, session, told)
    answer = "\n".join(filter(None, (briefing.text, handoffs, *take_notices(workspace))))
    workspace.counts.count(*told_events("session_init", len(answer)))
    _keep(target, "" if session == FULL_BRIEFING else session, answer, briefing.since)
    return answer


def _keep(target: Target, session: str, answer: str, since: "SentMark") -> None:
    """Record what the session is told, as it is sent."""
    from scrubjay.session.tasks.sent import Telling

    worktree, client = str(target.workspace.repository.worktree), target.configured or target.client
    named = session_name(session or target.writer)
    telling = Telling(session=named, worktree=worktree, channel="session_init", text=answer, client=client)
    target.workspace.sent_texts.keep(telling, since)


def _handoffs(target: Target, session: str, told: str) -> str:
    """What waits for the caller, where the toolset is on; the briefing is worth more than an error of it."""
    from scrubjay.context.briefing.briefer import FULL_BRIEFING
    from scrubjay.errors import ScrubjayError

    if "agents" not in target.workspace.settings.toolsets:
        return ""
    given = "" if session == FULL_BRIEFING else session
    try:
        return AgentServices.of(target.workspace).handoffs.at_start(target.caller(given), told)
    except ScrubjayError:
        return ""


def _told(target: Target, session: str) -> str:
    """What the session was told before, such as by its client's hook."""
    workspace = target.workspace
    if "agents" not in workspace.settings.toolsets:
        return ""
    before = workspace.ledger.last_told(session, str(workspace.repository.worktree))
    return before.text if before is not None else ""


def session_save(
    *,
    summary: Annotated[str, about("1-3 sentences")],
    completed: tuple[str, ...] = (),
    in_progress: str = "",
    blockers: Annotated[tuple[str, ...], about("all open ones")] = (),
    next_steps: Annotated[tuple[str, ...], about("all open ones")] = (),
    dead_ends: Annotated[tuple[str, ...], about("tried -> why it failed")] = (),
    decisions: tuple[str, ...] = (),
    candidates: Annotated[tuple[str, ...], about("facts worth remembering")] = (),
    handoff: Annotated[dict[str, Any], Field(default_factory=dict, description=HANDOFF)],
    session: str = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """End of a session."""
    from scrubjay.context.extraction.extraction import CandidateOrigin
    from scrubjay.git.head import head
    from scrubjay.memory.grounding.addressing import forbid_instructions, texts_of
    from scrubjay.session.tasks.task import SessionSave

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
    prepared = _prepared(target, session, handoff, save) if handoff else None
    done = target.workspace.tasks.save(current.branch, current.commit, save)
    left = AgentServices.of(target.workspace).handoffs.leave(prepared) if prepared is not None else None
    author, told = target.workspace.settings.user_id, target.named(session)
    origin = CandidateOrigin(
        author=author, session=told, branch=current.branch, commit=current.commit, agent=target.agent
    )
    judged = target.workspace.extraction.judge(candidates, origin)
    return saved(target.workspace, current, save, done, judged, left)


def _prepared(target: Target, session: str, handoff: dict[str, Any], save: "SessionSave") -> "Prepared":
    """What the save leaves for another agent, checked before anything is stored."""
    from scrubjay_agents.api import leaving

    given = leaving(handoff, save)
    return AgentServices.of(target.workspace).handoffs.prepare(
        target.caller(session, writes=True), given.target_id, given.context, given.ttl_seconds, given.source_id
    )


def note_progress(
    *, text: str, kind: Annotated[str, about(", ".join(KINDS))] = "done", repo: Repo = "", target: Target
) -> str:
    """One step of a session."""
    from scrubjay.git.head import head
    from scrubjay.memory.grounding.addressing import forbid_instructions, texts_of
    from scrubjay.session.tasks.merge import parse_kind
    from scrubjay.session.tasks.task import Note

    current = head(target.workspace.git)
    note = Note(text, parse_kind(kind, KINDS), target.writer)
    forbid_instructions(texts_of(note))
    return noted(target.workspace, current, target.workspace.tasks.note(current.branch, current.commit, note))


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(session_init, title="Start a session", description=INIT, always=True)
    server.offer(
        session_save, title="Save a session", description=SAVE, writes=True, arguments_with={"handoff": "agents"}
    )
    server.offer(note_progress, title="Note progress", description=NOTE, writes=True)
