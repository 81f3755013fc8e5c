"""The services of conversations: import and retention, search, and extraction of memories from them."""

from dataclasses import dataclass

from scrubjay.conversations import Conversations, TurnReader, store
from scrubjay.extraction.extraction import Extraction
from scrubjay.extraction.stated import Stated
from scrubjay.memories import Memories
from scrubjay.model.view import View
from scrubjay.recall.conversations import ConversationSearch
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.storage import Connection
from scrubjay.wiring.inputs import WorktreeInputs


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationServices:
    """What was said in sessions of a project: stored, found again, and read for memories."""

    service: Conversations
    said: TurnReader
    retriever: HybridRetriever
    search: ConversationSearch
    extraction: Extraction


def wire_conversations(inputs: WorktreeInputs, memories: Memories) -> ConversationServices:
    """Wire the services of conversations; what is extracted goes to `memories`."""
    shared, database = inputs.shared, inputs.stores.session
    settings = shared.settings

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        return store.visible(connection, view.key)

    retriever = HybridRetriever(database, visible, shared.embedder, reranker=inputs.reranker, indexes=shared.indexes)
    said = TurnReader(database)
    return ConversationServices(
        service=Conversations(
            database,
            shared.tokenizer,
            shared.clock,
            settings.conversations.retention_days,
            settings.privacy.personal,
        ),
        said=said,
        retriever=retriever,
        search=ConversationSearch(
            inputs.git,
            inputs.repository,
            database,
            retriever,
            lambda: inputs.enqueue("search"),
            grows=settings.conversations.index,
        ),
        extraction=Extraction(
            database=database,
            turn_reader=said,
            memories=memories,
            author=settings.user_id,
            stated=Stated(shared.embedder),
            reader=shared.reader,
            off=settings.extraction.by == "off",
            captured=shared.captured,
        ),
    )
