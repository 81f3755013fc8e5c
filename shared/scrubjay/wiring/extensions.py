"""Services of the parts that will be extensions: one class each, which leaves with its part."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scrubjay.identity.agents.callers import Callers
    from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
    from scrubjay.wiring.discussion_stores import Targets
    from scrubjay.wiring.discussions import KeptDiscussions
    from scrubjay.wiring.growth import Consolidation
    from scrubjay.wiring.promotion import Promotion
    from scrubjay_agents.defence import SessionWindows
    from scrubjay_agents.directory import AgentDirectory
    from scrubjay_agents.handoffs.manager import HandoffManager
    from scrubjay_agents.handoffs.store import HandoffStore
    from scrubjay_agents.pools.asking import PoolQueries
    from scrubjay_agents.pools.gate import PoolGate
    from scrubjay_agents.pools.pools import Pools
    from scrubjay_agents.pools.sharing import Sharing
    from scrubjay_exchange.importing.importer import Importer
    from scrubjay_forges.discussions.forgetting import ForgottenForge
    from scrubjay_forges.discussions.judging import TextJudge
    from scrubjay_forges.discussions.log import MergesInLog
    from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
    from scrubjay_forges.discussions.said import Keeping
    from scrubjay_forges.discussions.store import DiscussionStore
    from scrubjay_forges.discussions.views import DiscussionViews
    from scrubjay_forges.forges.sync import ForgeSync
    from scrubjay_forges.history.named_by import NamedBy
    from scrubjay_forges.history.reviewed import ReviewedLines, Reviewers
    from scrubjay_forges.recall.beside import BesideDocuments
    from scrubjay_forges.recall.discussed import DiscussionSearch
    from scrubjay_forges.recall.thread import ThreadReader
    from scrubjay_graph.graph import Graph
    from scrubjay_growth.consolidation.consolidate import Step
    from scrubjay_growth.procedures.procedures import Procedures
    from scrubjay_growth.promotion.engine import PromotionEngine
    from scrubjay_growth.promotion.judge import PromotionJudge
    from scrubjay_growth.promotion.log import PromotionLog
    from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
    from scrubjay_growth.promotion.proposals import ProposalPublisher, Proposals
    from scrubjay_publishing.proposed_branches import ProposedBranches
    from scrubjay_publishing.publisher import Publisher
    from scrubjay_publishing.standings.published import PublishedMemories

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
    discussion_views: "DiscussionViews" = made("scrubjay_forges.discussions.views:DiscussionViews")
    forge_sync: "ForgeSync" = made(f"{_W}.forges:forge_sync")
    forget_forge: "Callable[[str], ForgottenForge]" = made(f"{_W}.forges:forget_forge")
    discussion_retriever: "HybridRetriever" = made(f"{_W}.discussed:discussion_retriever")
    retriever_of_all_discussions: "HybridRetriever" = made(f"{_W}.discussed:retriever_of_all_discussions")
    discussion_search: "DiscussionSearch" = made(f"{_W}.discussed:discussion_search")
    thread_reader: "ThreadReader" = made(f"{_W}.discussed:thread_reader")
    reviewed_lines: "ReviewedLines" = made("scrubjay_forges.history.reviewed:ReviewedLines")
    reviewers: "Reviewers" = made("scrubjay_forges.history.reviewed:Reviewers")
    named_by: "NamedBy" = made(f"{_W}.discussed:named_by")
    beside: "BesideDocuments" = made(f"{_W}.discussed:beside")


class AgentServices(Services):
    """Who calls, what one agent leaves for another, and pools."""

    callers: "Callers" = made(f"{_W}.agents:callers")
    agent_directory: "AgentDirectory" = made(f"{_W}.handoffs:agent_directory")
    session_windows: "SessionWindows" = made("scrubjay_agents.defence.suspicion:SessionWindows")
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
    publisher: "Publisher" = made(f"{_W}.publishing:publisher")
    proposed_branches: "ProposedBranches" = made(f"{_W}.publishing:proposed_branches")
    proposal_publisher: "ProposalPublisher" = made(f"{_W}.publishing:PublishedProposals")


class GrowthServices(Services):
    """What graduates, procedures, and what memory does by itself."""

    promotion_log: "PromotionLog" = made("scrubjay_growth.promotion.log:PromotionLog")
    outcomes: "SessionOutcomes" = made(f"{_W}.proposing:outcomes")
    promotion_judge: "PromotionJudge | None" = made(f"{_W}.models:promotion_judge")
    promotion_engine: "PromotionEngine" = made(f"{_W}.promotion:promotion_engine")
    promotion: "Promotion" = made(f"{_W}.promotion:Promotion")
    promotion_proposals: "Proposals" = made(f"{_W}.proposing:promotion_proposals")
    proposed: Callable[[], tuple[str, str] | None] = made(f"{_W}.proposing:proposed")
    procedures: "Procedures" = made(f"{_W}.growth:procedures")
    consolidation_steps: "tuple[Step, ...]" = made(f"{_W}.growth:consolidation_steps")
    consolidation: "Consolidation" = made(f"{_W}.growth:Consolidation")


class ExchangeServices(Services):
    """What other programs remembered."""

    importer: "Importer" = made("scrubjay_exchange.importing.importer:Importer")


class GraphServices(Services):
    """How things hang together."""

    graph: "Graph" = made(f"{_W}.graph:graph")
