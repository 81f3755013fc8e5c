"""Tool story: what happened to a topic, in order."""

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo

STORY = "What happened to a topic, oldest first: commits, decisions, incidents, each with its source."


def story(*, topic: str, limit: Limit = 40, repo: Repo = "", target: Target) -> str:
    """Tell a story."""
    from scrubjay.search.recall.provenance import story_text

    view, told = target.workspace.storyteller.tell(topic, limit)
    return story_text(view, told, topic)


def register(server: ScrubjayServer) -> None:
    """Register the tool on a server."""
    server.offer(story, title="Story of a topic", description=STORY, toolset="story")
