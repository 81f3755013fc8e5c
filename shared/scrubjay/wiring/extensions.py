"""Services of the parts that will be extensions: one class each, which leaves with its part."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scrubjay.agents.callers import Callers
    from scrubjay.agents.directory import AgentDirectory
    from scrubjay.consolidation.step import Step
    from scrubjay.defence import SessionWindows
    from scrubjay.discussions.forgetting import ForgottenForge
    from scrubjay.discussions.judging import TextJudge
    from scrubjay.discussions.log import MergesInLog
    from scrubjay.discussions.named import NamedDiscussions, OpenNamed
    from scrubjay.discussions.said import Keeping
    from scrubjay.discussions.store import DiscussionStore
    from scrubjay.discussions.views import DiscussionViews
    from scrubjay.forges.sync import ForgeSync
    from scrubjay.freshness.discussions import CitedDiscussions
    from scrubjay.graph.graph import Graph
    from scrubjay.handoffs.manager import HandoffManager
    from scrubjay.handoffs.store import HandoffStore
    from scrubjay.history.discussed import StoryDiscussions
    from scrubjay.history.named_by import NamedBy
    from scrubjay.history.reviewed import ReviewedLines
    from scrubjay.history.reviewers import Reviewers
    from scrubjay.importing.importer import Importer
    from scrubjay.listing.needs import Further
    from scrubjay.pools.asking import PoolQueries
    from scrubjay.pools.gate import PoolGate
    from scrubjay.pools.pools import Pools
    from scrubjay.pools.sharing import Sharing
    from scrubjay.procedures.procedures import Procedures
    from scrubjay.promotion.engine import PromotionEngine
    from scrubjay.promotion.judge import PromotionJudge
    from scrubjay.promotion.log import PromotionLog
    from scrubjay.promotion.outcomes.store import SessionOutcomes
    from scrubjay.promotion.proposals import Proposals
    from scrubjay.promotion.publisher import ProposalPublisher
    from scrubjay.published.published import PublishedMemories
    from scrubjay.publishing.proposed_branches import ProposedBranches
    from scrubjay.publishing.publisher import Publisher
    from scrubjay.recall.beside import BesideDocuments
    from scrubjay.recall.discussed import DiscussionSearch
    from scrubjay.recall.thread import ThreadReader
    from scrubjay.retrieval.hybrid import HybridRetriever
    from scrubjay.wiring.discussion_stores import Targets
    from scrubjay.wiring.discussions import KeptDiscussions
    from scrubjay.wiring.growth import Consolidation
    from scrubjay.wiring.promotion import Promotion

_W = "scrubjay.wiring"


class ForgeServices(Services):
    """Issues, pull requests and reviews, and what the core hears of them."""

    discussions: "KeptDiscussions" = made(f"{_W}.discussions:KeptDiscussions")
    open_discussions: "OpenNamed" = made(f"{_W}.discussions:open_discussions")
    forge_targets: "Targets" = made(f"{_W}.discussion_stores:forge_targets")
    text_keeping: "Keeping" = made(f"{_W}.discussion_stores:text_keeping")
    discussion_store: "DiscussionStore" = made(f"{_W}.discussion_stores:discussion_store")
    text_judge: "TextJudge" = made(f"{_W}.discussion_stores:text_judge")
    merges: "MergesInLog" = made(f"{_W}.discussion_stores:merges")
    named_discussions: "NamedDiscussions" = made(f"{_W}.discussion_stores:named_discussions")
    discussion_views: "DiscussionViews" = made("scrubjay.discussions.views:DiscussionViews")
    forge_sync: "ForgeSync" = made(f"{_W}.forges:forge_sync")
    forget_forge: "Callable[[str], ForgottenForge]" = made(f"{_W}.forges:forget_forge")
    discussion_retriever: "HybridRetriever" = made(f"{_W}.discussed:discussion_retriever")
    retriever_of_all_discussions: "HybridRetriever" = made(f"{_W}.discussed:retriever_of_all_discussions")
    discussion_search: "DiscussionSearch" = made(f"{_W}.discussed:discussion_search")
    thread_reader: "ThreadReader" = made(f"{_W}.discussed:thread_reader")
    reviewed_lines: "ReviewedLines" = made("scrubjay.history.reviewed:ReviewedLines")
    reviewers: "Reviewers" = made("scrubjay.history.reviewers:Reviewers")
    named_by: "NamedBy" = made(f"{_W}.discussed:named_by")
    beside: "BesideDocuments" = made(f"{_W}.discussed:beside")
    story_discussions: "StoryDiscussions" = made(f"{_W}.discussed:story_discussions")
    cited_discussions: "CitedDiscussions" = made("scrubjay.freshness.discussions:CitedDiscussions")


class AgentServices(Services):
    """Who calls, what one agent leaves for another, and pools."""

    callers: "Callers" = made(f"{_W}.agents:callers")
    agent_directory: "AgentDirectory" = made(f"{_W}.handoffs:agent_directory")
    session_windows: "SessionWindows" = made("scrubjay.defence.window:SessionWindows")
    handoff_store: "HandoffStore" = made(f"{_W}.agents:handoff_store")
    handoffs: "HandoffManager" = made(f"{_W}.handoffs:handoffs")
    has_handoffs: Callable[[], bool] = made(f"{_W}.agent_marks:has_handoffs")
    completed_sessions: Callable[[], frozenset[str]] = made(f"{_W}.agent_marks:completed_sessions")
    pool_gate: "PoolGate" = made(f"{_W}.pools:pool_gate")
    pools: "Pools" = made(f"{_W}.pools:pools")
    sharing: "Sharing" = made(f"{_W}.pools:sharing")
    pool_queries: "PoolQueries" = made(f"{_W}.pools:pool_queries")
    pools_of: "Callable[[Collection[str]], Mapping[str, tuple[str, ...]]]" = made(f"{_W}.agent_marks:pools_of")


class PublishingServices(Services):
    """Memories as files in git."""

    published: "PublishedMemories" = made(f"{_W}.published:published")
    left_in_git: Callable[[str], str] = made(f"{_W}.published:left_in_git")
    publisher: "Publisher" = made(f"{_W}.publishing:publisher")
    proposed_branches: "ProposedBranches" = made(f"{_W}.publishing:proposed_branches")
    proposal_publisher: "ProposalPublisher" = made(f"{_W}.publishing:PublishedProposals")


class GrowthServices(Services):
    """What graduates, procedures, and what memory does by itself."""

    promotion_log: "PromotionLog" = made("scrubjay.promotion.log:PromotionLog")
    outcomes: "SessionOutcomes" = made(f"{_W}.proposing:outcomes")
    promotion_judge: "PromotionJudge | None" = made(f"{_W}.models:promotion_judge")
    promotion_engine: "PromotionEngine" = made(f"{_W}.promotion:promotion_engine")
    promotion: "Promotion" = made(f"{_W}.promotion:Promotion")
    proposals: "Proposals" = made(f"{_W}.proposing:proposals")
    proposed: Callable[[], tuple[str, str] | None] = made(f"{_W}.proposing:proposed")
    further_needs: "Further" = made(f"{_W}.proposing:further_needs")
    procedures: "Procedures" = made(f"{_W}.growth:procedures")
    consolidation_steps: "tuple[Step, ...]" = made(f"{_W}.growth:consolidation_steps")
    consolidation: "Consolidation" = made(f"{_W}.growth:Consolidation")


class ExchangeServices(Services):
    """What other programs remembered."""

    importer: "Importer" = made("scrubjay.importing.importer:Importer")


class GraphServices(Services):
    """How things hang together."""

    graph: "Graph" = made(f"{_W}.graph:graph")
