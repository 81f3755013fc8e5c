"""Maker of what goes into a prompt."""

from scrubjay.context.blocks.contexts import Contexts, ContextSources
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.clock import Clock
from scrubjay.model.grade import grade_named
from scrubjay.search.recall.recall import Recall
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.settings.schema import Settings


def contexts(
    documents: Documents, memories: MemoryReader, grades: Grades, task_reader: TaskReader, turn_reader: TurnReader,
    recall: Recall, clock: Clock, user_settings: Settings
) -> Contexts:  # fmt: skip
    return Contexts(
        ContextSources(
            documents=documents,
            memories=memories,
            grades=grades,
            tasks=task_reader,
            turn_reader=turn_reader,
            search=recall.look,
            clock=clock,
            least=grade_named(user_settings.memory.min_grade),
        )
    )
