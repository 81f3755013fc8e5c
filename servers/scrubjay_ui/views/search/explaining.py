"""Why isn't something found? A path, a memory or a question, each explained in words."""

import re
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.memory import Memory
    from scrubjay.search.recall.absence import AbsenceReason
    from scrubjay_ui.views.search.asking import SearchQuestion


@dataclass(frozen=True, slots=True)
class ExplainedMemory:
    """A memory, and why it is or isn't in answers, in words."""

    memory: "Memory"
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAnswer:
    """What is known about something that wasn't found: as a path, as a memory, and as a question."""

    path: tuple[tuple[str, str], ...]
    memory: ExplainedMemory | None
    reasons: "tuple[AbsenceReason, ...]"


def why_not(workspace: "Workspace", question: "SearchQuestion", *, person: bool) -> WhyAnswer:
    """Explain a question that may be a path or a memory's id as well. Raises UsageError, UnknownRevision.

    A `person` is told whether what is quarantined holds its words.
    """
    return WhyAnswer(
        path=_path(workspace, question.query),
        memory=_memory(workspace, question.query),
        reasons=workspace.why_not.reasons(question.request(), person=person) if question.asked else (),
    )


def _path(workspace: "Workspace", text: str) -> tuple[tuple[str, str], ...]:
    """The state of a path, where a text looks like one."""
    from scrubjay.errors import UnsafePath
    from scrubjay.knowledge.documents.explained import explained

    if not text or len(text.split()) != 1 or not re.search(r"[/.]", text):
        return ()
    try:
        explanation = workspace.documents.explain(text)
    except UnsafePath as error:
        return (("path", str(error)),)
    return tuple(explained(explanation, workspace.documents.view().short))


def _memory(workspace: "Workspace", text: str) -> ExplainedMemory | None:
    from scrubjay.errors import NotFound, UsageError
    from scrubjay.text.hexadecimal import MEMORY_ID

    if not re.fullmatch(MEMORY_ID, text):
        return None
    try:
        memory = workspace.memories.get(text)
    except (NotFound, UsageError):
        return None
    return ExplainedMemory(memory, _standing(workspace, memory))


def _standing(workspace: "Workspace", memory: "Memory") -> tuple[str, ...]:
    """Why a memory is or isn't in answers."""
    from scrubjay.model.memory import MemoryStatus

    shown = workspace.memories.of_ids([memory.id])
    reasons = {
        MemoryStatus.ACTIVE: "it counts",
        MemoryStatus.HELD: "it is held: it waits for a person, and is in no answer until then",
        MemoryStatus.FADED: "it faded: its time is over, and only a search among memories finds it",
        MemoryStatus.FORGOTTEN: "it is forgotten: its words are gone",
    }
    told = [reasons.get(memory.status, f"it is {memory.status}: it is in no answer about now")]
    if memory.belief.reason:
        told.append(f"because: {memory.belief.reason}")
    if memory.status is MemoryStatus.ACTIVE:
        hidden = memory.id not in shown
        told.append(f"HEAD doesn't show it: it was learned on {memory.branch}" if hidden else "HEAD shows it")
    if memory.valid_until:
        told.append(f"it holds until {memory.valid_until[:10]}")
    return tuple(told)
