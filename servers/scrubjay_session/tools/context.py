"""Tool assemble_context: prompt blocks for a question within a token budget."""

from scrubjay_serving import Here, ScrubjayServer
from scrubjay_serving.heading import heading

ASSEMBLE = "Prompt blocks for a question. budget: tokens of the context window."


def assemble_context(
    *,
    query: str,
    budget: int = 8192,
    model: str = "",
    single_turn: bool = False,
    deadline_ms: int = 0,
    debug: bool = False,
    repo: str = "",
    here: Here,
) -> str:
    """Assemble a context."""
    from scrubjay.blocks import ContextRequest, report

    request = ContextRequest(query, budget, model, here.session, single_turn, deadline_ms or None)
    made, at = here.workspace.context.contexts.assemble(request)
    answer = report(made, heading(here.workspace, at), debug=debug)
    here.workspace.sessions.ledger.record_answer(here.session, answer)
    return answer


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(assemble_context, title="Assemble a context", description=ASSEMBLE, toolset="context")
