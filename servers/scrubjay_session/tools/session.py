"""session_init and session_save: how a session starts, and what it leaves."""

from scrubjay_serving import Here, ScrubjayServer
from scrubjay_serving.fields import Budget
from scrubjay_session.views.session import saved

INIT = """\
Start here: briefing of this repository within a token budget: branch, task, dead ends, what happened since the last \
save, decisions, memories. Call once when a session starts or after switching branch. \
focus: what the session is about, ranks decisions. session: any stable id; the same id in the same state gets a short \
"unchanged"."""

SAVE = """\
Save what this session leaves for the next one; call before ending or compaction. summary: 1-3 sentences. \
dead_ends: "what was tried -> why it failed". candidates: facts worth remembering, one sentence each. \
For the goal itself use set_task_context."""


def session_init(*, focus: str = "", budget: Budget = 1500, session: str = "", repo: str = "", here: Here) -> str:
    """Start of a session."""
    return here.workspace.briefer.compose(focus, budget, session or here.session).text


def session_save(
    *,
    summary: str,
    completed: tuple[str, ...] = (),
    in_progress: str = "",
    blockers: tuple[str, ...] = (),
    next_steps: tuple[str, ...] = (),
    dead_ends: tuple[str, ...] = (),
    decisions: tuple[str, ...] = (),
    candidates: tuple[str, ...] = (),
    session: str = "",
    repo: str = "",
    here: Here,
) -> str:
    """End of a session."""
    from scrubjay.git.head import head
    from scrubjay.sessions import SessionSave

    save = SessionSave(
        summary, completed, in_progress, blockers, next_steps, dead_ends,
        decisions, candidates, session or here.session,
    )  # fmt: skip
    at = head(here.workspace.git)
    return saved(here.workspace, at, save, here.workspace.tasks.save(at.branch, at.commit, save))


def register(server: ScrubjayServer) -> None:
    """Offer the family on a server."""
    server.offer(session_init, title="Start a session", description=INIT, always=True)
    server.offer(session_save, title="Save a session", description=SAVE, writes=True)
