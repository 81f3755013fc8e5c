"""How is each exit asked that could tell what somebody wrote? Tools, resources, prompts, commands, hooks."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.behaviour.every_tool import DECLARED

WORD = "quetzal"
"""Stands in everything that the author of the story writes."""

TAG = "quetzaltag"


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids of what the author wrote: a memory that holds, one that waits, one that took another's place; and handoffs
    that they left: one that waits, one that somebody took.
    """

    holds: str
    waits: str
    replaces: str
    left: str
    taken: str


Arguments = Callable[[Ids], dict[str, object]]
Words = Callable[[Ids], tuple[tuple[str, ...], ...]]

GIVEN: dict[str, Callable[[Ids], object]] = {
    "query": lambda _: "where are parcels weighed at the gate",
    "topic": lambda _: "gate",
    "path": lambda _: "docs/guide.md",
    "id": lambda ids: ids.holds,
    "memory_id": lambda ids: ids.replaces,
    "handoff_id": lambda ids: ids.taken,
    "pool_id": lambda _: "seeds",
}
"""What an argument is given instead of what stands in a tool's example."""

TOOLS: dict[str, Arguments] = {
    "session_init": lambda _: {"session": "none"},
    "session_save": lambda _: {"handoff": {"target_id": "any:zed"}},
    "set_task_context": lambda _: {"task": "Weigh parcels", "expected_version": 99},
    "search_conversations": lambda _: {"query": "weigh parcels"},
    "search_knowledge": lambda _: {"kinds": ["memory"], "limit": 20},
    "remember": lambda _: {"content": "Seeds are dried at the third gate.", "kind": "", "scope": "project"},
    "update_memory": lambda _: {"content": ""},
    "explore_graph": lambda ids: {"question": f"memory:{ids.holds}", "hops": 3},
    "register_agent": lambda _: {"name": "child"},
    "initiate_handoff": lambda ids: {
        "target_id": "any:zed", "context": {"task_description": "Weigh", "relevant_memories": [ids.holds]},
    },
    "create_pool": lambda _: {"name": "scales"},
    "leave_pool": lambda _: {"pool_id": "scales"},
}  # fmt: skip
"""What a tool is given beside its example."""


def asked(name: str, ids: Ids) -> dict[str, object]:
    """The arguments with which a tool could tell what the author wrote."""
    tool = DECLARED[name]
    told = [one.name for one in tool.arguments if one.name in tool.example or one.name == "query"]
    given = {argument: GIVEN[argument](ids) for argument in told if argument in GIVEN}
    return {**tool.example, **given, **(TOOLS[name](ids) if name in TOOLS else {})}


RESOURCES: dict[str, str] = {
    "scrubjay://document/{+path}": "scrubjay://document/docs/guide.md",
    "scrubjay://decision/{number}": "scrubjay://decision/1",
    "scrubjay://memories/{tag}": f"scrubjay://memories/{TAG}",
    "scrubjay://task/{+name}": "scrubjay://task/HEAD",
    "scrubjay://handoffs/{+name}": "scrubjay://handoffs/pending",
    "scrubjay://pool/{+name}": "scrubjay://pool/seeds",
}

PROMPTS: dict[str, dict[str, str]] = {
    "assemble-context": {"query": "which parcels are weighed at the gate?"},
    "session-init": {},
    "session-save": {},
}

COMMANDS: dict[str, Words] = {
    "search": lambda _: (("weigh parcels gate",), ("weigh", "--kind", "conversation"), ("--kind", "memory")),
    "story": lambda _: (("gate",),),
    "graph path": lambda ids: ((f"memory:{ids.holds}", "docs/guide.md", "--either-way"),),
    "graph around": lambda ids: (("docs/guide.md", "--hops", "3"), (f"memory:{ids.replaces}", "--json")),
    "graph find": lambda _: (("memories that cite docs/guide.md",), ("memories of anything", "--json")),
    "graph export": lambda ids: (("docs/guide.md",), (f"memory:{ids.holds}", "--format", "svg")),
    "status": lambda _: ((),),
    "log": lambda _: ((),),
    "explain": lambda _: (("docs/guide.md",),),
    "verify": lambda _: ((),),
    "doctor": lambda _: ((),),
    "report": lambda _: (("--json",), ("--json", "--own"), ("--html", "-")),
    "rot": lambda _: ((), ("--json",)),
    "gc": lambda _: ((),),
    "embed": lambda _: (("--status",),),
    "ingest": lambda _: ((),),
    "provenance": lambda ids: ((ids.holds,), (ids.waits, "--json"), (ids.replaces,)),
    "memories show": lambda ids: ((ids.holds,), (ids.waits, "--json"), (ids.replaces,)),
    "review list": lambda _: ((), ("--json",)),
    "review show": lambda ids: ((ids.waits,),),
    "review history": lambda _: ((),),
    "memories": lambda _: (
        (), ("--json",), ("--waiting",), ("--contradicted",), ("--faded",), ("--lost",), ("--stale",),
        ("--fallen",), ("--containing", "parcels"), ("--sort", "used"),
    ),
    "export": lambda _: ((), ("--scope", "user")),
    "checkpoint list": lambda _: ((),),
    "audit show": lambda _: (("--limit", "100"), ("--scope", "user")),
    "audit verify": lambda _: ((),),
    "session init": lambda _: ((),),
    "session note": lambda _: (("Weighed once.",),),
    "session save": lambda _: (("Weighed twice.",),),
    "project list": lambda _: ((),),
    "project show": lambda _: ((),),
    "hooks status": lambda _: ((),),
    "publish": lambda ids: (
        (ids.holds, "--dry-run"), (ids.replaces, "--dry-run", "--json"), ("--list",), ("--list", "--json"),
    ),
    "blast": lambda _: (("mallory",), ("mallory", "--json")),
    "quarantine": lambda _: (("--list",), ("--list", "--json")),
    "remember": lambda _: (("Seeds are dried at the second gate.", "--json"),),
    "forget": lambda ids: ((ids.holds,),),
    "pool list": lambda _: ((), ("--json",)),
    "pool join": lambda _: (("seeds",),),
    "pool share": lambda ids: (("seeds", ids.replaces),),
    "pool query": lambda _: (("seeds",), ("seeds", "where are parcels weighed at the gate", "--json")),
    "sync status": lambda _: ((), ("--json",)),
    "agents list": lambda _: ((), ("--json",)),
    "procedure list": lambda _: ((), ("--json",)),
    "procedure show": lambda ids: ((ids.holds,), (ids.holds, "--json")),
    "procedure publish": lambda ids: ((ids.holds, "--dry-run"),),
    "promotion log": lambda _: ((), ("--json",)),
    "promotion explain": lambda ids: ((ids.holds,), (ids.holds, "--json")),
    "promotion replay": lambda _: ((), ("--json",)),
    "handoff list": lambda _: ((), ("--json",)),
    "handoff show": lambda ids: ((ids.left,), (ids.taken, "--json")),
    "handoff accept": lambda ids: ((ids.taken,),),
    "handoff complete": lambda ids: ((ids.taken,),),
    "handoff reject": lambda ids: ((ids.taken, "no scales"),),
    "handoff cancel": lambda ids: ((ids.taken,),),
}  # fmt: skip

PAGES: dict[str, Callable[[Ids], tuple[str, ...]]] = {
    "decisions": lambda _: ("decisions", "decisions/1"),
    "graph": lambda ids: (
        "graph", "graph?about=docs/guide.md&hops=3", f"graph?about=memory:{ids.holds}",
        f"graph/export.svg?about=memory:{ids.replaces}",
    ),
    "discussion": lambda _: ("discussion",),
    "audit": lambda _: ("audit", "audit?chain=user", "audit?chain=agents", "audit/export.jsonl"),
    "settings": lambda _: ("settings",),
    "review": lambda ids: (
        "review", f"review?claim={ids.waits}", f"review/group?claim={ids.waits}",
        f"review/merge?id={ids.waits}&id={ids.holds}", "review/disputes", "review/proposals", "review/archive",
        "review/past",
    ),
    "search": lambda ids: (
        "search?q=where+are+parcels+weighed+at+the+gate", "search?kind=memory&limit=50", "search?grade=told",
        "search/why?q=where+are+parcels+weighed+at+the+gate", "search/why?q=gate+secret&kind=document",
        f"search/why?q={ids.holds}", f"search/why?q={ids.waits}", "document?path=docs/guide.md",
    ),
    "sessions": lambda _: (
        "sessions", "sessions/5e551000bad0", "sessions/5e551000bad0/turns", "sessions/5e551000bad0/forget",
        "sessions/good", "sessions/SessionStart-1", "sessions/UserPromptSubmit-1", "sessions/SessionStart-2",
    ),
    "today": lambda _: ("../../", "today", "today/health"),
    "memories": lambda _: (
        "memories", "memories?as=cards", "memories?state=waiting", "memories?state=contradicted", "memories?q=parcels",
        "memories?state=faded", "memories?state=lost", "memories?state=fallen", "memories?state=published",
    ),
    "memory": lambda ids: (
        *(
            f"memories/{id}{part}" for id in (ids.holds, ids.waits, ids.replaces)
            for part in ("", "/change?how=merge", "/end?act=retract", "/forget", "/share", "/quarantine")
        ),
        "memories/undo",
    ),
    "context": lambda _: (
        "context?q=where+are+parcels+weighed+at+the+gate", "context/text?q=where+are+parcels+weighed+at+the+gate",
    ),
    "agents": lambda ids: (
        "agents", "agents?handoffs=all", f"agents/handoffs/{ids.left}", f"agents/handoffs/{ids.taken}",
        "agents/pools/seeds", "agents/hand-over", "agents/quarantine?who=mallory",
    ),
    "promotion": lambda ids: (
        "promotion", f"promotion/why/{ids.holds}", "promotion/replay?outcome_threshold=.6", "promotion/published",
        f"promotion/publish?id={ids.holds}",
    ),
}  # fmt: skip
"""The operator's page, by view: the addresses of a worktree that are opened."""

SILENT: dict[str, str] = {
    "ui": "starts the page, whose views are asked above",
    "update": "changes what it is given by an id, as the tool does",
    "init": "sets up, and reads no memory",
    "review": "a screen at a terminal, over the list that `review list` prints",
    "review approve": "changes what it is given by an id, as `update` does",
    "review edit": "an editor",
    "review reject": "changes what it is given by an id",
    "review merge": "changes what it is given by ids",
    "review settle": "a screen at a terminal over the pairs that `review list` prints, or the ids that it is given",
    "review undo": "takes back a decision",
    "review promote": "prints the ids that it is given; what is proposed is in `review list`",
    "review decline": "counts the ids that it is given",
    "promotion outcome": "repeats what it is given",
    "memories edit": "an editor",
    "memories confirm": "changes what it is given by an id",
    "memories retract": "changes what it is given by an id",
    "memories ungroup": "changes what it is given by an id",
    "consolidate": "counts what it changed",
    "import": "reads files",
    "checkpoint create": "names a moment",
    "checkpoint restore": "restores what was believed; what is shown of it is asked above",
    "project join": "binds a clone",
    "project move": "moves a folder",
    "project forget": "deletes a project",
    "settings list": "settings, and no memory",
    "settings get": "a setting",
    "settings set": "writes a setting",
    "extensions list": "names and versions of packages",
    "extensions show": "the name of a package, and what it brings",
    "extensions enable": "writes a setting",
    "extensions disable": "writes a setting",
    "extensions forget": "deletes what a package stored",
    "settings unset": "removes a setting",
    "hooks install": "writes files",
    "hooks uninstall": "deletes files",
    "serve session": "starts a server, whose tools are asked above",
    "serve knowledge": "starts a server, whose tools are asked above",
    "stores list": "names of stores, and counts",
    "watch": "ids and counts of what changes",
    "team init": "names a team and its owner",
    "team join": "names a team, and what goes to its server",
    "team leave": "names a team",
    **dict.fromkeys(("stores replay", "team replay"), "counts what it brought"),
    "team archive": "sessions of one's own, kept there",
    "team evidence": "counts of sessions",
    **{f"team promotion{name}": "ids of memories, counts" for name in ("", " explain", " log", " replay")},
    "team migrate": "the number of a schema",
    "team status": "names of teams, members and repositories, and counts",
    **{f"team member {name}": "names a member" for name in ("add", "list", "role", "remove")},
    "team member erase": "names the name that stands for a member who left",
    "team hand-over": "names members, and counts",
    "team audit": "ids of acts, and names of members",
    "team token create": "prints a token",
    "team token list": "names of members and tokens",
    "team token revoke": "names a token",
    **{f"team repository {name}": "names a repository" for name in ("add", "list", "fetch", "remove", "credential")},
    **{f"team repository {name}": "names a repository and members" for name in ("grant", "revoke")},
    **{f"team key {name}": "ids of keys, and counts" for name in ("show", "rotate")},
    "team memory list": "what members proposed to a server, which has none of this home's memories",
    "team memory accept": "an id",
    "team memory refuse": "an id",
    "team backup": "copies a server's database, which has none of this home's memories",
    "team restore": "restores such a copy",
    "team member sign-in": "prints a link that signs a member in",
    "team invite create": "prints an invitation",
    "team invite list": "names of who is invited",
    "team invite revoke": "names who was invited",
    "backup make": "copies the home as it is, into the person's own file",
    "backup restore": "restores such a copy",
    "sync now": "sends what is encrypted, without what is quarantined, and prints counts and ids",
    "sync key": "a key and its fingerprint",
    "sync forget-machine": "the name that it is given, and names of machines",
    "forge sync": "reads a forge, and prints counts",
    "forge import": "reads files, and prints counts",
    "forge list": "repositories, and counts",
    "forge show": "what others wrote at a forge, which nobody here can put in quarantine",
    "forge forget": "deletes what was read of a forge",
    "bench": "measures on questions of the repository's documents",
    "completion": "a shell's script",
    "uninstall": "takes away what init did",
    "pool create": "names a pool",
    "pool leave": "names a pool",
    "agents register": "names an agent",
    "agents unregister": "names an agent",
    "agents cleanup": "counts what it deletes",
    "handoff create": "repeats what it is given",
}
"""Commands that tell nothing of memories, with the reason."""

TELLING = {
    "tool session_init", "tool get_task_context", "tool search_knowledge", "tool review_memories", "tool list_memories",
    "tool query_shared", "command handoff list", "command handoff show",
    "tool get_provenance", "tool search_conversations", "tool assemble_context", "tool set_task_context",
    "resource scrubjay://memories/{tag}", "completion tag", "prompt assemble-context",
    "command search", "command provenance", "command review list", "command review show", "command memories",
    "command export", "command session init", "hook SessionStart", "hook UserPromptSubmit", "page graph",
    "page review", "page search",
    "page sessions", "page today",
    "page memories", "page memory",
    "page context", "page agents", "page promotion",
}  # fmt: skip
"""Exits that tell what the author wrote while nobody is quarantined: the others are asked all the same."""
