"""What a recorded question is, and those that no repository changes: help, and what means nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

BAD: tuple[Any, ...] = ("", "\0", "../../etc/passwd", "zz", -1, 10**30, None, [], {"a": 1}, "f" * 12)


@dataclass(frozen=True, slots=True)
class Ask:
    """One question.

    `of`: cli, a server (session, knowledge, or other: a session server of another client), git, or file, which is
    written with `given`. `keep`: the name under which the first new id of the answer stands in later arguments.
    `writes`: what it does gets a moment of its own.
    """

    of: str
    arguments: list[Any] = field(default_factory=list)
    method: str = "tools/call"
    given: str = ""
    keep: str = ""
    writes: bool = False


def cli(*words: str, given: str = "", keep: str = "", writes: bool = False) -> Ask:
    return Ask(of="cli", arguments=list(words), method="run", given=given, keep=keep, writes=writes)


def call(server: str, tool: str, *, keep: str = "", writes: bool = False, **arguments: Any) -> Ask:
    return Ask(of=server, arguments=[tool, arguments], keep=keep, writes=writes)


def bad_commands() -> Iterator[Ask]:
    for words in ("nothing", "search", "search --kind zz x", "search --as-of nowhere x", "search x --limit -1",
        "provenance zz", "provenance ffffffffffff", "update zz new", "forget ffffffffffff --yes", "explain ../x",
        "review approve zz", "pool share none none", "pool query none", "handoff show ffffffff",
        "handoff accept zz", "project show zz", "settings set no.key 1", "settings set conversations.index banana",
        "graph around nothing-of-this-name", "graph find", "story zzzz", "export /no/such/folder/x",
        "import nowhere.jsonl", "sync now", "forge sync", "backup --check nowhere", "backup restore nowhere",
        "checkpoint restore none", "publish ffffffffffff", "blast nobody", "promotion explain zz",
        "remember x --kind zz", "serve nothing", "quarantine", "agents register zz", "embed --status",
        "ui --port -1", "bench --only none --json", "gc"):  # fmt: skip
        yield cli(*words.split())


TOOLS = {
    "knowledge": "search_knowledge:query get_document:path list_decisions:status remember:content update_memory:id "
    "forget_memory:id get_provenance:id review_memories:action list_memories:kinds story:topic explore_graph:question "
    "search_code_kb:query search_decisions:query search_incidents:query knowledge_status:repo",
    "session": "session_init:budget session_save:summary note_progress:text set_task_context:task "
    "get_task_context:branch get_repository_state:include search_commits:query get_file_history:path "
    "search_conversations:query assemble_context:query register_agent:agent_type get_agent_info:agent_id "
    "get_agents_for_user:user_id initiate_handoff:context accept_handoff:handoff_id complete_handoff:handoff_id "
    "reject_handoff:handoff_id cancel_handoff:handoff_id get_pending_handoffs:limit create_pool:name join_pool:pool_id "
    "leave_pool:pool_id share_memory_to_scope:pool_id query_shared:pool_id",
}
"""An argument of each tool that gets values which mean nothing; others that it needs are missing or `zz`."""


def bad_calls() -> Iterator[Ask]:
    turn = 0
    for server, tools in TOOLS.items():
        for tool, argument in (named.split(":") for named in tools.split()):
            yield call(server, tool, no_such_argument=1)
            for more in range(2):
                turn += 3
                yield call(server, tool, **{argument: BAD[(turn + more) % len(BAD)]})
        yield call(server, "no_such_tool")


COMMANDS = (
    "", "init", "search", "story", "ui", "ingest", "verify", "status", "report", "doctor", "explain", "log", "remember",
    "update", "provenance", "review", "memories", "rot", "forget", "export", "import", "checkpoint", "pool", "audit",
    "quarantine", "blast", "publish", "sync", "forge", "consolidate", "graph", "procedure", "promotion", "session",
    "handoff", "agents", "project", "settings", "hooks", "serve", "team", "backup",
    "embed", "bench", "gc", "completion", "uninstall",
)  # fmt: skip
