"""Functions behind assemble_context, which a prompt uses too, and behind the search of earlier sessions."""

from scrubjay.context.blocks.assembler import report
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.errors import UsageError
from scrubjay.identity.insight.events import told_events
from scrubjay.search.recall.conversation_text import render_conversations
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_serving.backend import Backend
from scrubjay_serving.worktree import find_worktree


def search_conversations(target: CallTarget, *, query: str, since: str, until: str, role: str, limit: int) -> str:
    """Search the turns of earlier sessions."""
    request = ConversationRequest(query=query, since=since, until=until, role=role, limit=limit)
    return render_conversations(target.workspace.conversation_search.search(request))


def assemble_context(
    target: CallTarget, *, query: str, budget: int, model: str, single_turn: bool, deadline_ms: int, debug: bool
) -> str:
    """Assemble a context."""
    request = ContextRequest(query, budget, model, target.session, single_turn, deadline_ms or None)
    made, head = target.workspace.contexts.assemble(request)
    answer = report(made, heading(target.workspace, head), debug=debug)
    target.workspace.ledger.record_answer(target.session, answer)
    target.workspace.counts.count(*told_events("blocks", len(answer)))
    return answer


def prompt_text(backend: Backend, query: str, budget: str) -> str:
    """The blocks for a question, and the question. Raises ScrubjayError."""
    if not budget.strip().isdecimal():
        raise UsageError(f"The argument budget can't be {budget[:20]!r}. Give a number of tokens, such as 8192.")
    place = find_worktree(backend)
    made, _ = place.workspace.contexts.assemble(ContextRequest(query, int(budget), session=place.session))
    return f"{made.text}\n{query}"
