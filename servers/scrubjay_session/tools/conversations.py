"""Tool search_conversations: turns of earlier sessions."""

from typing import Annotated

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo, about

SEARCH = "Find turns of earlier sessions."


def search_conversations(
    *,
    query: str,
    since: str = "",
    until: str = "",
    role: Annotated[str, about("user, assistant, tool")] = "",
    limit: Limit = 5,
    repo: Repo = "",
    target: Target,
) -> str:
    """Search."""
    from scrubjay.search.recall.conversation_text import render_conversations
    from scrubjay.search.recall.conversations import ConversationRequest

    request = ConversationRequest(query=query, since=since, until=until, role=role, limit=limit)
    return render_conversations(target.workspace.conversation_search.search(request))


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(search_conversations, title="Search conversations", description=SEARCH, toolset="conversations")
