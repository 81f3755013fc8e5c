"""The tools of the knowledge server, as data; what they run is imported at the first call."""

from typing import Annotated, Any, Final, Literal

import anyio.to_thread
from mcp.server.mcpserver import Context, Elicit, ElicitationResult, Resolve
from pydantic import Field

from scrubjay.extensions.kinds.tool import NEEDED, SEARCHES, SEARCHES_ALL, WRITES, DeclaredTool, ToolArgument, limit
from scrubjay.extensions.loading import load
from scrubjay_serving.knowledge import NONE, TEXTS, knowledge_tools
from scrubjay_serving.sanitising import Choice, can_ask
from scrubjay_serving.worktree import Target

_T: Final = "scrubjay_knowledge.tools"

Action = Literal["list", "show", "ask"]


class ReviewAnswer(Choice):
    """What the user picks; none of it is preset."""

    choice: Literal["keep", "reword", "no", "later"] = Field(description="keep: I stand behind it; no: never again")
    words: str = Field(default="", description="With reword: what it shall say")


async def ask(
    action: Action, ids: tuple[str, ...], ctx: Context[Any, Any], target: Target
) -> Elicit[ReviewAnswer] | ReviewAnswer | None:
    """Put claims to the user and return the choice; None where nothing is asked, nobody can be, or nobody answers."""
    if action != "ask" or not can_ask(ctx):
        return None
    put_to_user = await anyio.to_thread.run_sync(load, f"{_T}.review:put_to_user")
    picked: Elicit[ReviewAnswer] | ReviewAnswer | None = await put_to_user(ids, ctx, target)
    return picked


QUERY: Final = ToolArgument("query", default=NEEDED)
SERVICE: Final = ToolArgument("service_filter", "a named service, or top folder")

_SHARED: Final = knowledge_tools(_T)

TOOLS: Final[tuple[DeclaredTool, ...]] = (
    *_SHARED[:-1],
    DeclaredTool(
        "review_memories",
        f"{_T}.review:review_memories",
        "Review",
        "Claims held for the user: list, show, or (with trust.elicitation) ask: the user keeps, rewords or refuses "
        "them.",
        needs=WRITES,
        arguments=(ToolArgument("action", "", Action, "list"), ToolArgument("ids", kind=TEXTS, default=NONE)),
        writes=True,
        repeatable=False,
        further={"ctx": Context[Any, Any], "answer": Annotated[ElicitationResult[ReviewAnswer], Resolve(ask)]},
    ),
    _SHARED[-1],
    DeclaredTool(
        "story",
        f"{_T}.search:story",
        "Story of a topic",
        "What happened to a topic, oldest first: commits, decisions, incidents, each with its source.",
        needs=SEARCHES_ALL,
        arguments=(ToolArgument("topic", default=NEEDED), limit(40)),
        toolset="story",
        example={"topic": "queue"},
    ),
    DeclaredTool(
        "search_code_kb",
        f"{_T}.search:search_code_kb",
        "Search code",
        "search_knowledge in code alone.",
        needs=SEARCHES,
        arguments=(QUERY, SERVICE, limit(10)),
        toolset="agents",
        example={"query": "queue"},
    ),
    DeclaredTool(
        "search_decisions",
        f"{_T}.search:search_decisions",
        "Search decisions",
        "search_knowledge in decisions alone.",
        needs=SEARCHES,
        arguments=(QUERY, ToolArgument("topic_filter", "words of the title"), limit(10)),
        toolset="agents",
        example={"query": "queue"},
    ),
    DeclaredTool(
        "search_incidents",
        f"{_T}.search:search_incidents",
        "Search incidents",
        "search_knowledge in incidents and runbooks alone.",
        needs=SEARCHES,
        arguments=(QUERY, SERVICE, limit(10)),
        toolset="agents",
        example={"query": "queue"},
    ),
)
