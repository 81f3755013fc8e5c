"""The services of conversations: import and retention, search, and extraction of memories from them."""

from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.conversations import Conversations, TurnReader
    from scrubjay.extraction.extraction import Extraction
    from scrubjay.model.view import View
    from scrubjay.recall.conversations import ConversationSearch
    from scrubjay.retrieval.hybrid import HybridRetriever
    from scrubjay.storage import Connection


class ConversationServices:
    """What was said in sessions of a project: stored, found again, and read for memories."""

    def __init__(self, inputs: WorktreeInputs, memories: MemoryServices) -> None:
        self._inputs = inputs
        self._memories = memories
        self._database = inputs.stores.session

    @on_first_use
    def service(self) -> "Conversations":
        """Imports transcripts, counts and deletes turns."""
        from scrubjay.conversations import Conversations

        shared, settings = self._inputs.shared, self._inputs.shared.settings
        return Conversations(
            self._database,
            shared.tokenizer,
            shared.clock,
            settings.conversations.retention_days,
            settings.privacy.personal,
        )

    @on_first_use
    def said(self) -> "TurnReader":
        """Reads turns."""
        from scrubjay.conversations import TurnReader

        return TurnReader(self._database)

    @on_first_use
    def retriever(self) -> "HybridRetriever":
        """Search over passages of turns."""
        from scrubjay.conversations import store
        from scrubjay.retrieval.hybrid import HybridRetriever

        def visible(connection: "Connection", view: "View", kinds: tuple[str, ...]) -> int:
            return store.visible(connection, view.key)

        shared = self._inputs.shared
        return HybridRetriever(
            self._database, visible, shared.embedder, reranker=self._inputs.reranker, indexes=shared.indexes
        )

    @on_first_use
    def search(self) -> "ConversationSearch":
        """Answers questions about sessions."""
        from scrubjay.recall.conversations import ConversationSearch

        inputs = self._inputs
        return ConversationSearch(
            inputs.git,
            inputs.repository,
            self._database,
            self.retriever,
            lambda: inputs.enqueue("search"),
            grows=inputs.shared.settings.conversations.index,
        )

    @on_first_use
    def extraction(self) -> "Extraction":
        """Reads turns for memories."""
        from scrubjay.extraction.extraction import Extraction
        from scrubjay.extraction.stated import Stated

        shared, settings = self._inputs.shared, self._inputs.shared.settings
        return Extraction(
            database=self._database,
            turn_reader=self.said,
            memories=self._memories.service,
            author=settings.user_id,
            stated=Stated(shared.embedder),
            reader=shared.reader() if shared.reader else None,
            off=settings.extraction.by == "off",
            captured=shared.captured,
        )

    def turns_wait(self) -> bool:
        """Whether something was said since turns were last read for memories."""
        from scrubjay.extraction.read_marks import ReadMarks

        shared = self._inputs.shared
        if shared.settings.extraction.by == "off":
            return False
        return ReadMarks(self._database).turns_wait(self.said, by_model=shared.reader is not None)
