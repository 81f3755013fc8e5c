"""The manifests of our own extensions, together: one import for all, since start and the help read each of them."""

from typing import Final

from scrubjay.extensions.builtin_afar import AFAR
from scrubjay.extensions.manifest import Command, DeclaredTools, Extension, Extra, Provide

_PAGE: Final = Extra("ui", ("jinja2", "plotext", "starlette", "uvicorn"))
_SYNC: Final = Extra("sync", ("cryptography", "pyrage"))
_OFFER: Final = "scrubjay.cli"

BUILT_IN: Final[tuple[Extension, ...]] = (
    Extension(
        name="forges",
        summary="Pull requests, issues and reviews of a forge, read-only",
        commands={
            "forge": Command(
                "scrubjay_forges.commands.forge:app",
                "Read issues, pull requests and reviews, read-only: sync, list, import, forget.",
                "Sharing", "sync",
            ),
        },
        worktree={
            "discussions": "scrubjay_forges.services:KeptDiscussions",
            "open_discussions": "scrubjay_forges.services:open_discussions",
            "forge_targets": "scrubjay_forges.forges.targets:forge_targets",
            "text_keeping": "scrubjay_forges.discussions.judging:text_keeping",
            "discussion_store": "scrubjay_forges.discussions.source:discussion_store",
            "discussion_sources": "scrubjay_forges.discussions.source:discussion_sources",
            "text_judge": "scrubjay_forges.discussions.judging:text_judge",
            "merges": "scrubjay_forges.discussions.log:MergesInLog",
            "named_discussions": "scrubjay_forges.discussions.named:NamedDiscussions",
            "discussion_views": "scrubjay_forges.discussions.views:DiscussionViews",
            "forge_sync": "scrubjay_forges.forges.sync:ForgeSync",
            "forget_forge": "scrubjay_forges.discussions.forgetting:forget_forge",
            "discussion_retriever": "scrubjay_forges.discussions.source:discussion_retriever",
            "retriever_of_all_discussions": "scrubjay_forges.discussions.source:retriever_of_all_discussions",
            "thread_reader": "scrubjay_forges.threads:ThreadReader",
            "reviewed_lines": "scrubjay_forges.reviews:ReviewedLines",
            "reviewers": "scrubjay_forges.reviews:Reviewers",
            "named_by": "scrubjay_forges.history:NamedBy",
            "beside": "scrubjay_forges.beside:BesideDocuments",
        },
        provides=(
            Provide("citation_reader", "scrubjay_forges.grounding:discussion_check"),
            Provide("citation_check", "scrubjay_forges.pages:checks_afar"),
            Provide("ground_text", "scrubjay_forges.cited:CitedDiscussions"),
            Provide("history_source", "scrubjay_forges.history:StoryDiscussions"),
            Provide("searched_apart", "scrubjay_forges.search:DiscussionSearch"),
            Provide("document_note", "scrubjay_forges.beside:BesideDocuments"),
            Provide("named_text", "scrubjay_forges.threads:ThreadTexts"),
            Provide("source", "scrubjay_forges.services:sources"),
            Provide("searched_database", "scrubjay_forges.services:databases"),
            Provide("closed_commit", "scrubjay_forges.services:closed_commits"),
            Provide("merged_head", "scrubjay_forges.services:merged_heads"),
            Provide("due_job", "scrubjay_forges.services:due_reading"),
            Provide("index_summary", "scrubjay_forges.services:summaries"),
            Provide("content_check", "scrubjay_forges.services:kept"),
            Provide("reading_check", "scrubjay_forges.services:unread"),
            Provide("rebuild", "scrubjay_forges.services:repaired"),
            Provide("rebuilt_knowledge", "scrubjay_forges.discussions.indexing:forget_entries"),
            Provide("job_step", "scrubjay_forges.services:STEPS"),
            Provide("view", "scrubjay_ui.views:DISCUSSIONS"),
        ),
    ),
    Extension(
        name="ui",
        summary="The page in the browser, and a project's state as one page",
        commands={
            "ui": Command(
                "scrubjay_ui.commands.ui:app",
                "Open a page in the browser: see everything that is stored, and correct it.",
                "Every day", "story", extra=_PAGE,
            ),
            "report": Command(
                "scrubjay_ui.commands.report:app", "Write a project's state as one page, or as JSON, for other people.",
                "Sharing", "status",
            ),
        },
        provides=(Provide("view", "scrubjay_ui.views:OWN"),),
    ),
    Extension(
        name="agents",
        summary="Several agents: pools, handoffs, and the list of them",
        commands={
            "pool": Command(
                "scrubjay_agents.commands.pool:app", "Share memories between agents in pools.", "Memories", "checkpoint"
            ),
            "handoff": Command(
                "scrubjay_agents.commands.handoff:app",
                "Hand work over: list, show, create, accept, complete, reject, cancel.", "Sessions", "session",
            ),
            "agents": Command(
                "scrubjay_agents.commands.agents:app", "List, register or forget agents, and clean up what has ended.",
                "Sessions", "handoff",
            ),
        },
        worktree={
            "agent_directory": "scrubjay_agents.directory:agent_directory",
            "session_windows": "scrubjay_agents.suspicion:SessionWindows",
            "handoff_store": "scrubjay_agents.handoffs.store:HandoffStore",
            "handoff_ground": "scrubjay_agents.handoffs.ground:HandoffGround",
            "handoff_acting": "scrubjay_agents.handoffs.acting:HandoffActing",
            "handoffs": "scrubjay_agents.handoffs.manager:HandoffManager",
            "handoffs_there": "scrubjay_agents.handoffs.there:handoffs_there",
            "has_handoffs": "scrubjay_agents.provided:has_handoffs",
            "pool_gate": "scrubjay_agents.pools.gate:PoolGate",
            "pools": "scrubjay_agents.pools.pools:Pools",
            "pools_there": "scrubjay_agents.pools.there:pools_there",
            "sharing": "scrubjay_agents.pools.sharing:Sharing",
            "pool_queries": "scrubjay_agents.pools.asking:PoolQueries",
        },
        toolsets={"agents": DeclaredTools("session", "scrubjay_agents.declared:TOOLS")},
        provides=(
            Provide("argument", "scrubjay_agents.declared:ADDED"),
            Provide("hook_step", "scrubjay_agents.hooks:HandoffStep"),
            Provide("pools_of", "scrubjay_agents.provided:pools_of"),
            Provide("shared_in", "scrubjay_agents.provided:shared_in"),
            Provide("session_seen", "scrubjay_agents.provided:note_activity"),
            Provide("session_start", "scrubjay_agents.provided:at_start"),
            Provide("caller_notice", "scrubjay_agents.provided:notices"),
            Provide("completed_session", "scrubjay_agents.provided:completed"),
            Provide("work_check", "scrubjay_agents.provided:waiting_handoffs"),
            Provide("row_law", "scrubjay_agents.handoffs.parse:HandoffRows"),
            Provide("watched_resource", "scrubjay_agents.declared:RESOURCES"),
            Provide("answer_news", "scrubjay_agents.news:news"),
            Provide("view", "scrubjay_ui.views:AGENTS"),
        ),
    ),
    Extension(
        name="watch",
        summary="Being told of changes: tasks, memories, pools, handoffs",
        commands={
            "watch": Command(
                "scrubjay_watch.commands:app", "Print a line for each change of tasks, memories, pools, handoffs.",
                "Every day", "status",
            ),
        },
        provides=(
            Provide("watched_resource", "scrubjay_watch.declared:RESOURCES"),
            Provide("notifier", "scrubjay_watch.watching:open_notifier"),
        ),
    ),
    Extension(
        name="publishing",
        summary="Memories as files in git, for a pull request",
        commands={
            "publish": Command(
                "scrubjay_publishing.commands:app",
                "Commit memories as Markdown on a branch, for a pull request. Nothing is pushed.", "Sharing", "blast",
            ),
        },
        worktree={
            "published": "scrubjay_publishing.publications:published",
            "publisher": "scrubjay_publishing.publisher:publisher",
            "proposed_branches": "scrubjay_publishing.proposed_branches:ProposedBranches",
            "proposal_publisher": "scrubjay_publishing.proposed_branches:PublishedProposals",
        },
        provides=(
            Provide("stand_in", "scrubjay_publishing.publications:published_files"),
            Provide("check", "scrubjay_publishing.services:published_check"),
            Provide("view", "scrubjay_ui.views:PUBLISHING"),
        ),
    ),
    Extension(
        name="growth",
        summary="What memories become: grouped, learned as procedures, graduated",
        commands={
            "consolidate": Command(
                "scrubjay_growth.commands.consolidate:app",
                "Group memories that say the same; let go what had its time.", "Sharing", "forge",
            ),
            "procedure": Command(
                "scrubjay_growth.commands.procedure:app",
                "Show what was learned from commands that succeeded; publish it as a skill.", "Sharing", "graph",
            ),
            "promotion": Command(
                "scrubjay_growth.commands.promotion:app",
                "Show why memories graduate, replay decisions, report how sessions ended.", "Sharing", "procedure",
            ),
        },
        worktree={
            "promotion_log": "scrubjay_growth.promotion.log:PromotionLog",
            "outcomes": "scrubjay_growth.promotion.outcomes.store:session_outcomes",
            "promotion_judge": "scrubjay_growth.promotion.judge:promotion_judge",
            "promotion_engine": "scrubjay_growth.promotion.running:promotion_engine",
            "promotion": "scrubjay_growth.promotion.running:Promotion",
            "promotion_proposals": "scrubjay_growth.promotion.proposals:promotion_proposals",
            "procedures": "scrubjay_growth.procedures.procedures:procedures",
            "consolidation_steps": "scrubjay_growth.consolidation_steps:consolidation_steps",
            "consolidation": "scrubjay_growth.consolidation:Consolidation",
        },
        provides=(
            Provide("job_step", "scrubjay_growth.services:STEPS"),
            Provide("need", "scrubjay_growth.services:proposal_needs"),
            Provide("proposal", "scrubjay_growth.services:proposals"),
            Provide("session_hearer", "scrubjay_growth.services:record_session"),
            Provide("session_forgetter", "scrubjay_growth.procedures.store:forgotten"),
            Provide("session_forgetter", "scrubjay_growth.promotion.outcomes.store:forgotten"),
            Provide("briefing_line", "scrubjay_growth.services:proposed"),
            Provide("view", "scrubjay_ui.views:PROMOTION"),
        ),
    ),
    Extension(
        name="exchange",
        summary="Other programs' memories, exports, and one person's machines",
        commands={
            "export": Command(
                "scrubjay_exchange.commands.export:app", "Export all memories with their history as JSON lines.",
                "Memories", "forget",
            ),
            "import": Command(
                "scrubjay_exchange.commands.import_memories:app", "Import memories, notes or conversations.",
                "Memories", "export",
            ),
            "sync": Command(
                "scrubjay_exchange.commands.sync:app",
                "Sync your own memories between your machines, encrypted, through a git remote.", "Sharing", "publish",
                extra=_SYNC,
            ),
        },
        provides=(
            Provide("check", "scrubjay_exchange.syncing.state:sync_check"),
            Provide("vector_files", "scrubjay_exchange.commands.vector_files:SignedFiles"),
        ),
    ),
    Extension(
        name="graph",
        summary="How things hang together, with the evidence of each relation",
        commands={"graph": Command(
            "scrubjay_graph.commands:app", "Show how things hang together: path, around, find, export.", "Sharing",
            "consolidate",
        )},
        worktree={
            "graph_builder": "scrubjay_graph.build.building:GraphBuilder",
            "own_graph": "scrubjay_graph.own:OwnGraph",
            "graph": "scrubjay_graph.graph:Graph",
        },
        toolsets={"graph": DeclaredTools("knowledge", "scrubjay_graph.tools:TOOLS", before="agents")},
        provides=(Provide("view", "scrubjay_ui.views:GRAPH"),),
    ),
    Extension(
        name="bench",
        summary="The search quality of each recipe, measured",
        commands={"bench": Command(
            "scrubjay_bench.commands:app", "Measure the search quality of each recipe.", "Care", "embed"
        )},
    ),
    *AFAR,
)  # fmt: skip
"""In the order in which what they provide is used."""
