"""The tools of the knowledge server, as data; what they run is imported at the first call."""

from typing import Annotated, Any, Final, Literal

import anyio.to_thread
from mcp.server.mcpserver import Context, Elicit, ElicitationResult, Resolve

from scrubjay.extensions.kinds.tool import (
    NEEDED,
    NOBODYS,
    OPEN,
    READS,
    SEARCHES,
    SEARCHES_ALL,
    WRITES,
    DeclaredTool,
    ToolArgument,
    budget,
    limit,
)
from scrubjay.extensions.loading import load
from scrubjay.knowledge.index.kinds import Kind as SearchKind
from scrubjay_knowledge.forms import KnowledgeStatus, Remembered, ReviewAnswer
from scrubjay_serving.sanitising import can_ask
from scrubjay_serving.worktree import Target

_T: Final = "scrubjay_knowledge.tools"
TEXTS: Final[Any] = tuple[str, ...]
NONE: Final = ()
HITS: Final = 8
"""The usual limit of a search; another one shows all that was found, however it fits."""

Action = Literal["list", "show", "ask"]
How = Literal["supersede", "correct", "extend", "invalidate", "retract"]
Kind = Literal["fact", "preference", "decision", "procedure", "incident", "episode", "question"]
KindOrNone = Literal["", "fact", "preference", "decision", "procedure", "incident", "episode", "question"]
GradeName = Literal["told", "quoted", "said"]
State = Literal["", "stale", "faded", "waiting", "lost", "contradicted", "published"]


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
ID: Final = ToolArgument("id", default=NEEDED)
AS_OF: Final = ToolArgument("as_of", "commit, tag, branch or date")
SERVICE: Final = ToolArgument("service_filter", "a named service, or top folder")

TOOLS: Final[tuple[DeclaredTool, ...]] = (
    DeclaredTool(
        "search_knowledge",
        f"{_T}.search:search_knowledge",
        "Search the knowledge",
        "Search documents, decisions and memories by words and meaning, and code by words, as HEAD sees them: a "
        "question, error texts; before grepping. Where is it done: two to four likely identifiers with "
        'kinds=["code"]. Hits carry path:lines, status; memories with grade and grounds, and discussions, follow.',
        needs=SEARCHES_ALL,
        arguments=(
            ToolArgument(
                "query",
                'may hold "phrase", -word, status: service: tag: applies: since: until: symbol:NAME callers:NAME',
                default=NEEDED,
            ),
            ToolArgument("also_ask", "up to 4 other wordings, fused: likely API names, synonyms", TEXTS, NONE),
            ToolArgument(
                "kinds",
                "empty: all; commits: who, when; memory: all grades, query may be empty",
                tuple[SearchKind, ...],
                NONE,
            ),
            ToolArgument("path", "folder, file, glob"),
            limit(HITS),
            budget(1500),
            AS_OF,
            ToolArgument("detail", "full: all text, scores", Literal["concise", "full"], "concise"),
        ),
        always=True,
        example={"query": "why a queue"},
    ),
    DeclaredTool(
        "get_document",
        f"{_T}.documents:get_document",
        "Read a document",
        "Text of one document at HEAD, with line numbers, secrets masked; cut at the budget, then it says how to read "
        "on. Uncommitted changes are not in it. To find documents use search_knowledge.",
        needs=SEARCHES,
        arguments=(
            ToolArgument("path", "as printed: path, ADR-004, #123, owner/repo#123", default=NEEDED),
            ToolArgument("section", "a heading's text"),
            ToolArgument("lines", "10-40, 10-, @12000: after characters"),
            ToolArgument("outline", "headings only", bool, False),
            budget(5000, 500),
            AS_OF,
        ),
        example={"path": "docs/adr/0001-queue.md"},
    ),
    DeclaredTool(
        "list_decisions",
        f"{_T}.documents:list_decisions",
        "List decisions",
        "Decision records (ADR, RFC, KEP) at HEAD: number, title, status, date, what replaces what, path. What one "
        "says: get_document.",
        needs=SEARCHES,
        arguments=(
            ToolArgument("status", "current, all, or one such as superseded", default="current"),
            ToolArgument("path", "folder, file, glob"),
            ToolArgument("since", "2026-03-01, 2026"),
            ToolArgument("words", "all of them in name, title or path"),
            limit(30),
            ToolArgument("offset", kind=int, default=0, least=0),
        ),
    ),
    DeclaredTool(
        "knowledge_status",
        f"{_T}.documents:knowledge_status",
        "State of the knowledge",
        "What is indexed at HEAD: documents, passages, vectors, files behind, masked, skipped.",
        needs=OPEN,
        answers=KnowledgeStatus,
    ),
    DeclaredTool(
        "remember",
        f"{_T}.memories:remember",
        "Remember",
        "Keep one claim for later sessions: a self-contained sentence, no guess, no secret. It is kept as said by "
        "you, beside the words of the places it names; a source's own sentence is quoted. Answers stored, known, held "
        "(for the user) or blocked, its grounds, what is near, what to add. Not for the task (set_task_context).",
        needs=WRITES,
        arguments=(
            ToolArgument("content", default=NEEDED),
            ToolArgument("kind", "inferred if empty", KindOrNone),
            ToolArgument("scope", "this repository, or all of yours", Literal["project", "user"], "project"),
            ToolArgument("sources", "path:lines, ADR-003, commit; at most 3", TEXTS, NONE),
            ToolArgument("quote", "a printed line, or the user's words"),
            ToolArgument("supersedes", "id of the memory it replaces"),
            ToolArgument("valid_until", "2026-12-31"),
            ToolArgument("applies", "where it holds: staging, v1"),
            ToolArgument("key", "the same key again stores nothing new"),
            ToolArgument("tags", kind=TEXTS, default=NONE),
            ToolArgument("session"),
        ),
        writes=True,
        repeatable=False,
        always=True,
        answers=Remembered,
        retired=("source",),
        example={"content": "I prefer short answers.", "kind": "preference", "scope": "user"},
    ),
    DeclaredTool(
        "update_memory",
        f"{_T}.memories:update_memory",
        "Change a memory",
        "Change a memory: supersede (no longer so), correct (was never so), extend (content is added); without new "
        "words invalidate (no longer so), retract (was never so): content says why. What a user told is only proposed.",
        needs=WRITES,
        arguments=(ID, ToolArgument("content", default=NEEDED), ToolArgument("how", "", How, "supersede")),
        writes=True,
        repeatable=False,
        answers=Remembered,
        example={"id": NOBODYS, "content": "I prefer very short answers."},
    ),
    DeclaredTool(
        "forget_memory",
        f"{_T}.memories:forget_memory",
        "Forget a memory",
        "Delete for good what a memory says, when asked to; update_memory replaces it.",
        needs=WRITES,
        arguments=(ID,),
        writes=True,
        destroys=True,
        answers=Remembered,
        example={"id": NOBODYS},
    ),
    DeclaredTool(
        "get_provenance",
        f"{_T}.memories:get_provenance",
        "Where it comes from",
        "A memory's grade at HEAD and history: evidence, checks, reviews.",
        needs=READS,
        arguments=(ID,),
        example={"id": NOBODYS},
    ),
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
    DeclaredTool(
        "list_memories",
        f"{_T}.memories:list_memories",
        "List memories",
        "Memories by grade, kind, tags, author, session, since, state; newest first.",
        needs=READS,
        arguments=(
            ToolArgument("kinds", kind=tuple[Kind, ...], default=NONE),
            ToolArgument("grades", kind=tuple[GradeName, ...], default=NONE),
            ToolArgument("tags", kind=TEXTS, default=NONE),
            ToolArgument("author"),
            ToolArgument("session"),
            ToolArgument("since"),
            ToolArgument("state", kind=State),
            limit(20),
        ),
        toolset="memories",
    ),
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
