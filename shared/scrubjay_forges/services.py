"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
    from scrubjay_forges.discussions.forgetting import ForgottenForge
    from scrubjay_forges.discussions.judging import TextJudge
    from scrubjay_forges.discussions.kept import KeptDiscussions
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
    from scrubjay_forges.wiring import Targets


class ForgeServices(Services):
    """Issues, pull requests and reviews, and what the core hears of them."""

    discussions: "KeptDiscussions" = made()
    open_discussions: "OpenNamed" = made()
    forge_targets: "Targets" = made()
    text_keeping: "Keeping" = made()
    discussion_store: "DiscussionStore" = made()
    text_judge: "TextJudge" = made()
    merges: "MergesInLog" = made()
    named_discussions: "NamedDiscussions" = made()
    discussion_views: "DiscussionViews" = made()
    forge_sync: "ForgeSync" = made()
    forget_forge: "Callable[[str], ForgottenForge]" = made()
    discussion_retriever: "HybridRetriever" = made()
    retriever_of_all_discussions: "HybridRetriever" = made()
    discussion_search: "DiscussionSearch" = made()
    thread_reader: "ThreadReader" = made()
    reviewed_lines: "ReviewedLines" = made()
    reviewers: "Reviewers" = made()
    named_by: "NamedBy" = made()
    beside: "BesideDocuments" = made()
