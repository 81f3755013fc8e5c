"""Tool search_conversations: turns of earlier sessions."""

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit

SEARCH = "Find turns of earlier sessions. role: user, assistant, tool. since: 2026-03-01."


def search_conversations(
    *, query: str, since: str = "", until: str = "", role: str = "", limit: Limit = 5, repo: str = "", target: Target
) -> str:
    """Search."""
    from scrubjay.recall import ConversationRequest, render_conversations

    request = ConversationRequest(query=query, since=since, until=until, role=role, limit=limit)
    return render_conversations(target.workspace.conversations.search.search(request))


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(search_conversations, title="Search conversations", description=SEARCH, toolset="conversations")
