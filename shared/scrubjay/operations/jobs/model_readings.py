"""The step that lets the user's model read memories beside the words of their grounds; no answer waits for it."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from scrubjay.errors import AllowanceSpent, ModelUnavailable
from scrubjay.memory.freshness.wording import unread_words
from scrubjay.memory.grouping.relations import groups_of
from scrubjay.memory.store.overview import put_reading
from scrubjay.model.counted import counted
from scrubjay.model.memory import QUESTION, Memory, MemoryStatus, is_private
from scrubjay.operations.jobs import indexing
from scrubjay.operations.jobs.step import StepContext

if TYPE_CHECKING:
    from scrubjay.memory.freshness.model_reading import GroundReader
    from scrubjay.memory.store.reader import MemoryReader

MOST: Final = 50
"""Grounds that are read in one run; the next job goes on."""

BATCH: Final = 500
"""Memories that are looked at together."""


def model_readings(context: StepContext) -> None:
    """Have the model read sources of memories that it hasn't read, the newest first, where the user asks for it."""
    reader = context.workspace.ground_reader
    if reader is None:
        if context.app.settings.grounding.judge == "model":
            context.log("grounding.judge is model, but there is no model to ask: set extraction.by to model")
        return
    if context.makes_way():
        return
    read, stopped = _read_grounds(context, reader)
    if read or stopped:
        context.log(f"the model read {counted(read, 'ground')}{f'; stopped: {stopped}' if stopped else ''}")
    if read:
        indexing.briefing(context)


def _read_grounds(context: StepContext, reader: "GroundReader") -> tuple[int, str]:
    """How many grounds were read, and why no more; nothing is open while the model is asked."""
    memories = context.workspace.memories
    done = 0
    for memory, words in _unread(context):
        if done == MOST:
            return done, "the rest comes with the next job"
        try:
            reading = reader.read(memory.content, words)
        except (ModelUnavailable, AllowanceSpent) as error:
            return done, str(error)
        memories.writing(memory.scope, lambda c, p: put_reading(c, p, memory.id, reader.name, words, reading))  # noqa: B023
        done += 1
        if context.makes_way():
            return done, "other work waits"
    return done, ""


def _unread(context: StepContext) -> Iterator[tuple[Memory, str]]:
    """Current memories at HEAD, each with words of its source that the model hasn't compared with it yet."""
    workspace = context.workspace
    memories, view = workspace.memories, workspace.documents.view()
    ids = [key.id for key in memories.keys(status=MemoryStatus.ACTIVE) if key.kind != QUESTION]
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        results = workspace.grades.of(batch, view)
        unread = {id: words for id in batch if id in results and (words := unread_words(results[id]))}
        for memory in _may_be_sent(memories, unread):
            yield from ((memory, words) for words in unread[memory.id])


def _may_be_sent(memories: "MemoryReader", ids: Collection[str]) -> list[Memory]:
    """The memories that may be sent to a model: none that is private or in a group with a private one."""
    groups = groups_of(memories, ids)
    members = {id: {id, *(groups[id].members if id in groups else ())} for id in ids}
    found = memories.any_of_ids(set().union(*members.values()))
    return [
        found[id] for id in ids if id in found and not is_private(found[one] for one in members[id] if one in found)
    ]
