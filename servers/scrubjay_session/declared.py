"""The tools of the session server, as data; what they run is imported at the first call."""

from typing import Any, Final, Literal

from pydantic import BaseModel

from scrubjay.extensions.kinds.tool import (
    NEEDED,
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

KINDS: Final = ("done", "doing", "next", "blocked", "dead_end", "decision", "question")
"""Of a step."""

Part = Literal["status", "commits", "diff", "files", "branches"]
TEXTS: Final[Any] = tuple[str, ...]
NONE: Final = ()


class TaskWritten(BaseModel):
    """The answer of set_task_context."""

    at: str
    outcome: Literal["saved", "conflict"]
    version: int
    current: str = ""
    yours: str = ""
    note: str = ""


TOOLS: Final[tuple[DeclaredTool, ...]] = (
    DeclaredTool(
        "session_init",
        "scrubjay_session.tools.session:session_init",
        "Start a session",
        "Start here, once a session and after switching branch: briefing within a token budget: task, dead ends, news, "
        "decisions, memories.",
        needs=READS,
        arguments=(
            ToolArgument("focus", "what it is about"),
            budget(1500),
            ToolArgument("session", "any stable id"),
        ),
        always=True,
    ),
    DeclaredTool(
        "session_save",
        "scrubjay_session.tools.session:session_save",
        "Save a session",
        "Save what this session leaves for the next; call before ending or compaction.",
        needs=WRITES,
        arguments=(
            ToolArgument("summary", "1-3 sentences", default=NEEDED),
            ToolArgument("completed", kind=TEXTS, default=NONE),
            ToolArgument("in_progress"),
            ToolArgument("blockers", "all open ones", TEXTS, NONE),
            ToolArgument("next_steps", "all open ones", TEXTS, NONE),
            ToolArgument("dead_ends", "tried -> why it failed", TEXTS, NONE),
            ToolArgument("decisions", kind=TEXTS, default=NONE),
            ToolArgument("candidates", "facts worth remembering", TEXTS, NONE),
            ToolArgument("session"),
        ),
        writes=True,
        example={"summary": "Measured."},
    ),
    DeclaredTool(
        "note_progress",
        "scrubjay_session.tools.task:note_progress",
        "Note progress",
        "Record a step.",
        needs=WRITES,
        arguments=(
            ToolArgument("text", default=NEEDED),
            ToolArgument("kind", ", ".join(KINDS), default="done"),
        ),
        writes=True,
        example={"text": "Measured."},
    ),
    DeclaredTool(
        "set_task_context",
        "scrubjay_session.tools.task:set_task_context",
        "Set the task",
        "Set the goal of the current branch.",
        needs=WRITES,
        arguments=(
            ToolArgument("task", default=NEEDED),
            ToolArgument("details", "goals, constraints, open_questions, ticket, ...", dict[str, Any], dict),
            ToolArgument("expected_version", "the one you read; another is a conflict; 0 overwrites", int, 0),
        ),
        writes=True,
        answers=TaskWritten,
        example={"task": "Bound the queue"},
    ),
    DeclaredTool(
        "get_task_context",
        "scrubjay_session.tools.task:get_task_context",
        "Show the task",
        "The task of a branch (default: current): goal, version, progress, dead ends.",
        needs=READS,
        arguments=(ToolArgument("branch"),),
    ),
    DeclaredTool(
        "get_repository_state",
        "scrubjay_session.tools.repository:get_repository_state",
        "Repository state",
        "Live git state: status, newest commits, diff against HEAD, top-level documents, branches; limit a part.",
        needs=OPEN,
        arguments=(ToolArgument("include", kind=tuple[Part, ...], default=("status", "commits")), limit(10)),
    ),
    DeclaredTool(
        "search_commits",
        "scrubjay_session.tools.repository:search_commits",
        "Search commits",
        "Find commits among HEAD's newest 2,000 by id, or by words of message or changed paths.",
        needs=SEARCHES,
        arguments=(ToolArgument("query", default=NEEDED), ToolArgument("path", "what touches it"), limit(10)),
        example={"query": "queue"},
    ),
    DeclaredTool(
        "get_file_history",
        "scrubjay_session.tools.repository:get_file_history",
        "History of a file",
        "The commits of one file, newest first, through renames.",
        needs=OPEN,
        arguments=(ToolArgument("path", "from the repository's top", default=NEEDED), limit(10)),
        example={"path": "docs/adr/0001-queue.md"},
    ),
    DeclaredTool(
        "search_conversations",
        "scrubjay_session.tools.questions:search_conversations",
        "Search conversations",
        "Find turns of earlier sessions.",
        needs=SEARCHES_ALL,
        arguments=(
            ToolArgument("query", default=NEEDED),
            ToolArgument("since"),
            ToolArgument("until"),
            ToolArgument("role", "user, assistant, tool"),
            limit(5),
        ),
        toolset="conversations",
        example={"query": "queue"},
    ),
    DeclaredTool(
        "assemble_context",
        "scrubjay_session.tools.questions:assemble_context",
        "Assemble a context",
        "Prompt blocks; budget: context window.",
        needs=SEARCHES_ALL,
        arguments=(
            ToolArgument("query", default=NEEDED),
            ToolArgument("budget", kind=int, default=0),
            ToolArgument("model"),
            ToolArgument("single_turn", kind=bool, default=False),
            ToolArgument("deadline_ms", kind=int, default=0),
            ToolArgument("debug", kind=bool, default=False),
        ),
        toolset="context",
        example={"query": "why a queue"},
    ),
)
