"""Tool knowledge_status: counts of what is indexed at HEAD, and what is missing."""

from scrubjay_knowledge import views
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo

STATUS = "What is indexed at HEAD: documents, passages, vectors, files behind, masked, skipped."


def knowledge_status(*, repo: Repo = "", target: Target) -> views.KnowledgeStatus:
    """Count what is indexed."""
    state = target.workspace.answers.index_state()
    return views.status(target.workspace, state.view, state.counts, state.left_out)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(knowledge_status, title="State of the knowledge", description=STATUS, structured=True)
