"""Tool assemble_context: prompt blocks for a question within a token budget."""

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo
from scrubjay_serving.heading import heading

ASSEMBLE = "Prompt blocks; budget: context window."


def assemble_context(
    *,
    query: str,
    budget: int = 8192,
    model: str = "",
    single_turn: bool = False,
    deadline_ms: int = 0,
    debug: bool = False,
    repo: Repo = "",
    target: Target,
) -> str:
    """Assemble a context."""
    from scrubjay.context.blocks.assembler import report
    from scrubjay.context.blocks.contexts import ContextRequest
    from scrubjay.identity.insight.events import told

    request = ContextRequest(query, budget, model, target.session, single_turn, deadline_ms or None)
    made, head = target.workspace.contexts.assemble(request)
    answer = report(made, heading(target.workspace, head), debug=debug)
    target.workspace.ledger.record_answer(target.session, answer)
    target.workspace.counts.count(*told("blocks", len(answer)))
    return answer


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(assemble_context, title="Assemble a context", description=ASSEMBLE, toolset="context")
