"""Tools that a home and a team both answer, as data, with the forms of their answers."""

from typing import Any, Final, Literal

from pydantic import BaseModel

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
from scrubjay.knowledge.index.kinds import Kind as SearchKind

TEXTS: Final[Any] = tuple[str, ...]
NONE: Final = ()
HITS: Final = 8
"""The usual limit of a search; another one shows all that was found, however it fits."""

How = Literal["supersede", "correct", "extend", "invalidate", "retract"]
Kind = Literal["fact", "preference", "decision", "procedure", "incident", "episode", "question"]
KindOrNone = Literal["", "fact", "preference", "decision", "procedure", "incident", "episode", "question"]
GradeName = Literal["told", "quoted", "said"]
State = Literal["", "stale", "faded", "waiting", "lost", "contradicted", "published"]


class KnowledgeStatus(BaseModel):
    """What is indexed of HEAD; `embedded` is the share of its passages that have a vector."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    skipped: list[str] = []
    not_read: dict[str, int] = {}
    note: str = ""


class Remembered(BaseModel):
    """The answer to a claim: outcome, grade, grounds, nearby memories, and what would help."""

    at: str
    outcome: Literal["stored", "known", "held", "blocked", "forgotten", "invalidated", "retracted"]
    grade: str = ""
    id: str = ""
    why: str = ""
    grounds: list[dict[str, str]] = []
    near: list[str] = []
    other: dict[str, str | float] = {}
    add: str = ""


ID: Final = ToolArgument("id", default=NEEDED)
AS_OF: Final = ToolArgument("as_of", "commit, tag, branch or date")


def knowledge_tools(runs: str) -> tuple[DeclaredTool, ...]:
    """The tools, in the order of the list; `runs` is the package of the functions behind them."""
    return (
        DeclaredTool(
            "search_knowledge",
            f"{runs}.search:search_knowledge",
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
            f"{runs}.documents:get_document",
            "Read a document",
            "Text of one document at HEAD, with line numbers, secrets masked; cut at the budget, then it says how to "
            "read on. Uncommitted changes are not in it. To find documents use search_knowledge.",
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
            f"{runs}.documents:list_decisions",
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
            f"{runs}.documents:knowledge_status",
            "State of the knowledge",
            "What is indexed at HEAD: documents, passages, vectors, files behind, masked, skipped.",
            needs=OPEN,
            answers=KnowledgeStatus,
        ),
        DeclaredTool(
            "remember",
            f"{runs}.memories:remember",
            "Remember",
            "Keep one claim for later sessions: a self-contained sentence, no guess, no secret. It is kept as said by "
            "you, beside the words of the places it names; a source's own sentence is quoted. Answers stored, known, "
            "held (for the user) or blocked, its grounds, what is near, what to add. Not for the task "
            "(set_task_context).",
            needs=WRITES,
            arguments=(
                ToolArgument("content", default=NEEDED),
                ToolArgument("kind", "inferred if empty", KindOrNone),
                ToolArgument(
                    "scope",
                    "this repository, all of yours, or the team",
                    Literal["project", "user", "team"],
                    "project",
                ),
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
            f"{runs}.memories:update_memory",
            "Change a memory",
            "Change a memory: supersede (no longer so), correct (was never so), extend (content is added); without new "
            "words invalidate (no longer so), retract (was never so): content says why. What a user told is only "
            "proposed.",
            needs=WRITES,
            arguments=(ID, ToolArgument("content", default=NEEDED), ToolArgument("how", "", How, "supersede")),
            writes=True,
            repeatable=False,
            answers=Remembered,
            example={"id": NOBODYS, "content": "I prefer very short answers."},
        ),
        DeclaredTool(
            "forget_memory",
            f"{runs}.memories:forget_memory",
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
            f"{runs}.memories:get_provenance",
            "Where it comes from",
            "A memory's grade at HEAD and history: evidence, checks, reviews.",
            needs=READS,
            arguments=(ID,),
            example={"id": NOBODYS},
        ),
        DeclaredTool(
            "list_memories",
            f"{runs}.memories:list_memories",
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
    )
