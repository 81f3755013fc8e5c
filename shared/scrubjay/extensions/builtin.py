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
        provides=(
            Provide("citation_reader", "scrubjay.wiring.discussed:discussion_check"),
            Provide("ground_text", "scrubjay_forges.grounding.cited:CitedDiscussions"),
            Provide("history_source", "scrubjay.wiring.discussed:story_discussions"),
            Provide("searched_apart", "scrubjay.wiring.discussed:discussion_search_of"),
            Provide("document_note", "scrubjay.wiring.discussed:beside_of"),
            Provide("named_text", "scrubjay.wiring.discussed:named_threads"),
            Provide("job_step", "scrubjay_forges.job_steps:STEPS"),
            Provide("rebuild", "scrubjay_forges.discussions.indexing:forget_entries"),
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
        toolsets={
            "agents": ToolFamilies(
                "session",
                ("scrubjay_session.tools.agents", "scrubjay_session.tools.handoffs", "scrubjay_session.tools.pools"),
            ),
        },
        provides=(
            Provide("hook_step", "scrubjay_agents.hooks:HandoffStep"),
            Provide("row_law", "scrubjay_agents.row_laws:HandoffRows"),
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
        provides=(Provide("check", "scrubjay_publishing.checks:published"),),
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
        provides=(
            Provide("job_step", "scrubjay_growth.job_steps:STEPS"),
            Provide("need", "scrubjay_growth.provided:needs"),
            Provide("proposal", "scrubjay_growth.provided:proposals"),
            Provide("session_hearer", "scrubjay_growth.provided:heard"),
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
        toolsets={"graph": ToolFamilies("knowledge", ("scrubjay_knowledge.tools.graph",))},
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
