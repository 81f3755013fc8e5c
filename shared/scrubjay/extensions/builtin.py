"""The manifests of our own extensions, together: one import for all, since start and the help read each of them."""

from typing import Final

from scrubjay.extensions.manifest import Command, Extension, Provide, ToolFamilies

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
            "discussions": "scrubjay_forges.discussions.kept:KeptDiscussions",
            "open_discussions": "scrubjay_forges.discussions.kept:open_discussions",
            "forge_targets": "scrubjay_forges.wiring:forge_targets",
            "text_keeping": "scrubjay_forges.wiring:text_keeping",
            "discussion_store": "scrubjay_forges.wiring:discussion_store",
            "text_judge": "scrubjay_forges.wiring:text_judge",
            "merges": "scrubjay_forges.discussions.log:MergesInLog",
            "named_discussions": "scrubjay_forges.discussions.named:NamedDiscussions",
            "discussion_views": "scrubjay_forges.discussions.views:DiscussionViews",
            "forge_sync": "scrubjay_forges.reading:forge_sync",
            "forget_forge": "scrubjay_forges.reading:forget_forge",
            "discussion_retriever": "scrubjay_forges.told:discussion_retriever",
            "retriever_of_all_discussions": "scrubjay_forges.told:retriever_of_all_discussions",
            "discussion_search": "scrubjay_forges.told:discussion_search",
            "thread_reader": "scrubjay_forges.told:thread_reader",
            "reviewed_lines": "scrubjay_forges.history.reviewed:ReviewedLines",
            "reviewers": "scrubjay_forges.history.reviewed:Reviewers",
            "named_by": "scrubjay_forges.told:named_by",
            "beside": "scrubjay_forges.told:beside",
        },
        provides=(
            Provide("citation_reader", "scrubjay_forges.told:discussion_check"),
            Provide("citation_check", "scrubjay_forges.grounding.links:checks_afar"),
            Provide("ground_text", "scrubjay_forges.grounding.cited:CitedDiscussions"),
            Provide("history_source", "scrubjay_forges.told:story_discussions"),
            Provide("searched_apart", "scrubjay_forges.told:discussion_search_of"),
            Provide("document_note", "scrubjay_forges.told:beside_of"),
            Provide("named_text", "scrubjay_forges.told:named_threads"),
            Provide("source", "scrubjay_forges.provided:sources"),
            Provide("searched_database", "scrubjay_forges.provided:databases"),
            Provide("closed_commit", "scrubjay_forges.provided:closed"),
            Provide("due_job", "scrubjay_forges.provided:due"),
            Provide("index_summary", "scrubjay_forges.provided:summaries"),
            Provide("content_check", "scrubjay_forges.provided:kept"),
            Provide("reading_check", "scrubjay_forges.provided:unread"),
            Provide("rebuild", "scrubjay_forges.provided:repaired"),
            Provide("rebuilt_knowledge", "scrubjay_forges.discussions.indexing:forget_entries"),
            Provide("job_step", "scrubjay_forges.job_steps:STEPS"),
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
                "Every day", "story",
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
            "agent_directory": "scrubjay_agents.wiring:agent_directory",
            "session_windows": "scrubjay_agents.defence.suspicion:SessionWindows",
            "handoff_store": "scrubjay_agents.handoffs.store:HandoffStore",
            "handoffs": "scrubjay_agents.wiring:handoffs",
            "has_handoffs": "scrubjay_agents.provided:has_handoffs",
            "pool_gate": "scrubjay_agents.wiring:pool_gate",
            "pools": "scrubjay_agents.wiring:pools",
            "sharing": "scrubjay_agents.pools.sharing:Sharing",
            "pool_queries": "scrubjay_agents.wiring:pool_queries",
        },
        toolsets={
            "agents": ToolFamilies(
                "session",
                ("scrubjay_session.tools.agents", "scrubjay_session.tools.handoffs", "scrubjay_session.tools.pools"),
            ),
        },
        provides=(
            Provide("hook_step", "scrubjay_agents.hooks:HandoffStep"),
            Provide("pools_of", "scrubjay_agents.provided:pools_of"),
            Provide("shared_in", "scrubjay_agents.provided:shared_in"),
            Provide("session_seen", "scrubjay_agents.provided:seen"),
            Provide("session_start", "scrubjay_agents.provided:at_start"),
            Provide("caller_notice", "scrubjay_agents.provided:notices"),
            Provide("completed_session", "scrubjay_agents.provided:completed"),
            Provide("work_check", "scrubjay_agents.provided:waiting"),
            Provide("row_law", "scrubjay_agents.row_laws:HandoffRows"),
            Provide("view", "scrubjay_ui.views:AGENTS"),
        ),
    ),
    Extension(
        name="publishing",
        summary="Memories as files in git, for a pull request",
        commands={
            "publish": Command(
                "scrubjay_publishing.commands.publish:app",
                "Commit memories as Markdown on a branch, for a pull request. Nothing is pushed.", "Sharing", "blast",
            ),
        },
        worktree={
            "published": "scrubjay_publishing.wiring:published",
            "publisher": "scrubjay_publishing.wiring:publisher",
            "proposed_branches": "scrubjay_publishing.wiring:proposed_branches",
            "proposal_publisher": "scrubjay_publishing.wiring:PublishedProposals",
        },
        provides=(
            Provide("stand_in", "scrubjay_publishing.wiring:published_files"),
            Provide("check", "scrubjay_publishing.checks:published"),
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
            "outcomes": "scrubjay_growth.wiring:outcomes",
            "promotion_judge": "scrubjay_growth.wiring:promotion_judge",
            "promotion_engine": "scrubjay_growth.wiring:promotion_engine",
            "promotion": "scrubjay_growth.running:Promotion",
            "promotion_proposals": "scrubjay_growth.wiring:promotion_proposals",
            "procedures": "scrubjay_growth.wiring:procedures",
            "consolidation_steps": "scrubjay_growth.wiring:consolidation_steps",
            "consolidation": "scrubjay_growth.running:Consolidation",
        },
        provides=(
            Provide("job_step", "scrubjay_growth.job_steps:STEPS"),
            Provide("need", "scrubjay_growth.provided:needs"),
            Provide("proposal", "scrubjay_growth.provided:proposals"),
            Provide("session_hearer", "scrubjay_growth.provided:heard"),
            Provide("session_forgetter", "scrubjay_growth.provided:forgotten"),
            Provide("briefing_line", "scrubjay_growth.provided:proposed"),
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
            ),
        },
        worktree={
            "importer": "scrubjay_exchange.importing.importer:Importer",
        },
        provides=(Provide("check", "scrubjay_exchange.checks:sync"),),
    ),
    Extension(
        name="graph",
        summary="How things hang together, with the evidence of each relation",
        commands={
            "graph": Command(
                "scrubjay_graph.commands.graph:app", "Show how things hang together: path, around, find, export.",
                "Sharing", "consolidate",
            ),
        },
        worktree={
            "graph": "scrubjay_graph.wiring:graph",
        },
        toolsets={"graph": ToolFamilies("knowledge", ("scrubjay_knowledge.tools.graph",))},
        provides=(Provide("view", "scrubjay_ui.views:GRAPH"),),
    ),
    Extension(
        name="bench",
        summary="The search quality of each recipe, measured",
        commands={
            "bench": Command(
                "scrubjay_bench.commands.bench:app", "Measure the search quality of each recipe.", "Care", "embed"
            ),
        },
    ),
)  # fmt: skip
"""In the order in which what they provide is used."""
