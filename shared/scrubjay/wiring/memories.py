"""The services of memories: what is remembered, how well it is grounded, who judges and who reviews it."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.on_first_use import on_first_use
from scrubjay.wiring.sessions import SessionRecords

if TYPE_CHECKING:
    from scrubjay.freshness import Freshness, Grades
    from scrubjay.freshness.fallen import Falls
    from scrubjay.freshness.model_reading import GroundReader
    from scrubjay.importing.importer import Importer
    from scrubjay.memories import Memories, MemoryReader, MemoryStores, RememberRequest
    from scrubjay.memories.archive import MemoryArchive
    from scrubjay.memories.figures import MemoryFigures
    from scrubjay.memories.memories import Validate
    from scrubjay.memories.visibility import WorktreeBranches
    from scrubjay.model.evidence import ValidationResult
    from scrubjay.model.grade import Grade
    from scrubjay.recall.own import UserRetriever
    from scrubjay.review import ReviewQueue


class MemoryServices:
    """The memories that a worktree sees, the project's and the user's.

    A judge and grades need memories, and remembering needs both. So these read through a `MemoryReader`, and the
    service that writes stands over the same stores.
    """

    def __init__(
        self,
        inputs: WorktreeInputs,
        knowledge: KnowledgeServices,
        records: SessionRecords,
        discussions: DiscussionServices,
    ) -> None:
        self._inputs = inputs
        self._discussions = discussions
        self._knowledge = knowledge
        self._records = records

    @on_first_use
    def service(self) -> "Memories":
        """Remembers, updates and forgets."""
        from scrubjay.memories import Memories
        from scrubjay.wiring.memory_stores import embeds_at_once

        privacy = self._inputs.shared.settings.privacy
        return Memories(
            self._stores,
            validate=self._judged,
            grades=self._at_head,
            personal=privacy.personal,
            allowed=privacy.allow,
            after_forgetting=self._forget_told,
            on_stored=embeds_at_once(self._inputs),
            count=self._inputs.stores.counts.count,
        )

    @on_first_use
    def judge(self) -> "Validate":
        """Judges what is to be remembered."""
        from scrubjay.wiring.judging import wire_judge

        return wire_judge(
            self._inputs,
            knowledge=self._knowledge,
            reader=self._reader,
            grades=self.grades,
            own=self.own,
            discussions=self._discussions,
            acted=self.last_act,
        )

    @on_first_use
    def branches(self) -> "WorktreeBranches":
        """Says which memories a commit shows."""
        return self._knowledge.branches

    @on_first_use
    def freshness(self) -> "Freshness":
        """Checks the sources of memories."""
        from scrubjay.freshness import Freshness
        from scrubjay_forges.grounding.cited import CitedDiscussions

        inputs = self._inputs
        return Freshness(
            inputs.git,
            self._knowledge.documents,
            self._reader,
            ground_texts=(CitedDiscussions(self._discussions.named),),
            shallow=inputs.repository.shallow,
            acted=self.last_act,
        )

    def last_act(self) -> str:
        """When a person last acted here, the set-up of the project included (ISO 8601, UTC)."""
        from scrubjay.memories.newest import last_act

        return max(last_act(self._reader), self._inputs.project.created_at)

    @on_first_use
    def falls(self) -> "Falls":
        """Says when memories fell."""
        from scrubjay.freshness.fallen import Falls

        return Falls(self._inputs.git, self._knowledge.documents, self.freshness)

    @on_first_use
    def grades(self) -> "Grades":
        """Grades memories at a commit."""
        from scrubjay.freshness import Grades

        return Grades(self._reader, self.freshness, self.ground_reader.name if self.ground_reader else "")

    @on_first_use
    def ground_reader(self) -> "GroundReader | None":
        """Reads memories beside their grounds by the user's model, where the user asks for it."""
        wired = self._inputs.shared.ground_reader
        return wired() if wired else None

    @on_first_use
    def own(self) -> "UserRetriever":
        """Search over the memories that follow the user."""
        from scrubjay.recall.own import UserRetriever

        inputs, shared = self._inputs, self._inputs.shared
        return UserRetriever(
            inputs.project.id,
            shared.user_database,
            shared.clock,
            shared.embedder,
            reranker=inputs.reranker,
            indexes=shared.indexes,
            published=self._knowledge.published.ids,
        )

    @on_first_use
    def reviews(self) -> "ReviewQueue":
        """The claims that wait for a person."""
        from scrubjay.review import ReviewQueue
        from scrubjay.review.context import claim_context

        records = self._records
        return ReviewQueue(
            self.service,
            self._inputs.shared.settings.user_id,
            lambda memory: claim_context(records.tasks, records.points, memory),
        )

    @on_first_use
    def archive(self) -> "MemoryArchive":
        """Export, import and checkpoints of all memories."""
        from scrubjay.memories.archive import MemoryArchive

        return MemoryArchive(self.service, self._inputs.shared.settings.home, self._inputs.project.roots)

    @on_first_use
    def importer(self) -> "Importer":
        """Takes in what other programs remembered."""
        from scrubjay.importing.importer import Importer

        return Importer(self.service, self._inputs.shared.clock)

    @on_first_use
    def figures(self) -> "MemoryFigures":
        """Counts the project's memories."""
        from scrubjay.memories.figures import MemoryFigures

        return MemoryFigures(self._stores)

    @on_first_use
    def _stores(self) -> "MemoryStores":
        from scrubjay.wiring.memory_stores import memory_stores

        return memory_stores(self._inputs, self._records, self.branches, self._knowledge.published)

    @on_first_use
    def _reader(self) -> "MemoryReader":
        from scrubjay.memories import MemoryReader

        return MemoryReader(self._stores)

    def _forget_told(self, scope: str, forgotten: tuple[tuple[str, str], ...]) -> None:
        """Sessions of this project were told what was forgotten; what follows the user, those of others as well."""
        from scrubjay.wiring.forgetting import forget_told

        self._records.ledger.clear(forgotten)
        if scope == "user":
            shared = self._inputs.shared
            forget_told(shared.settings.home, shared.clock, forgotten, but=self._inputs.project.folder)

    def _judged(self, request: "RememberRequest") -> "ValidationResult":
        return self.judge(request)

    def _at_head(self, ids: Collection[str]) -> "Mapping[str, Grade]":
        return self.grades.grades_only(ids, self._knowledge.documents.view())
