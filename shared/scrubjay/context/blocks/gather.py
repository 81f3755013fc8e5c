"""Builders of the blocks of one worktree: task, preferences, facts and search hits."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock
from scrubjay.context.blocks.routing import ID_DIGITS, block_of, memory_item
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.model.clock import iso
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.search.recall.answer import RecallHit
from scrubjay.session.tasks.rows import to_json
from scrubjay.session.tasks.task import Task

MAX_FACTS = 20
"""Static facts that every prompt includes; further ones are found by search."""

STALE_AFTER = timedelta(days=7)
"""A task that wasn't written to for this long is probably over."""


def memory_blocks(
    memories: Sequence[Memory], grades: Mapping[str, GradeResult]
) -> tuple[tuple[MemoryBlock, ...], frozenset[str]]:
    """The system and project blocks of memories, newest first, and the shortened ids of those memories.

    Team preferences come before facts. Within a kind the order is chronological, independent of the query, so that the
    prompt's prefix stays cacheable.
    """
    graded = {memory.id: grades.get(memory.id, NOTHING) for memory in memories}
    routed = [(block_of(memory, graded[memory.id]), memory) for memory in memories]
    user = [memory for type, memory in routed if type is BlockType.SYSTEM]
    team = [memory for type, memory in routed if type is BlockType.PROJECT and memory.kind == "preference"]
    facts = [memory for type, memory in routed if type is BlockType.PROJECT and memory.kind == "fact"][:MAX_FACTS]
    blocks = (
        MemoryBlock(BlockType.SYSTEM, tuple(memory_item(memory, graded[memory.id]) for memory in user)),
        MemoryBlock(BlockType.PROJECT, tuple(memory_item(memory, graded[memory.id]) for memory in (*team, *facts))),
    )
    return blocks, frozenset(memory.id[:ID_DIGITS] for memory in (*user, *team, *facts))


def task_block(task: Task | None) -> MemoryBlock:
    """The working set as a block; what is cut last comes first."""
    if task is None:
        return MemoryBlock(BlockType.TASK)
    date = task.saved_at[:16]
    details = (f"{key}: {value if isinstance(value, str) else to_json(value)}" for key, value in task.details.items())
    entries: tuple[tuple[str, Iterable[str]], ...] = (
        ("task", [task.task]),
        ("goal", task.goals),
        ("constraint", task.constraints),
        ("dead end", task.dead_ends),
        ("in progress", task.in_progress),
        ("blocker", task.blockers),
        ("next step", task.next_steps),
        ("detail", details),
    )
    items = [BlockItem(text=text, kind=kind) for kind, texts in entries for text in texts if text]
    if items and task.task:
        items[0] = BlockItem(
            text=task.task, kind="task", source=f"version {task.version}, noted by the agent", date=date
        )
    return MemoryBlock(BlockType.TASK, tuple(items))


def is_stale(task: Task | None, now: datetime) -> bool:
    """Whether a task wasn't written to for STALE."""
    return task is not None and bool(task.task) and task.saved_at < iso(now - STALE_AFTER)


def knowledge_block(
    hits: Iterable[RecallHit], in_memory_block: frozenset[str], commit: str, least: Grade
) -> MemoryBlock:
    """The search hits in their order, without memories that other blocks include or whose grade is too low."""
    visible = (hit for hit in hits if hit.kind != "memory" or (_id(hit) not in in_memory_block and hit.worth >= least))
    return MemoryBlock(BlockType.KNOWLEDGE, tuple(_hit(hit, commit) for hit in visible))


def _id(hit: RecallHit) -> str:
    """The shortened id of a memory hit: its title is its kind and that id."""
    return hit.title.rpartition(" ")[2]


def _hit(hit: RecallHit, commit: str) -> BlockItem:
    if hit.id:
        kind, source = hit.title.rpartition(" ")[0], f"memory {_id(hit)}, {hit.source}"
    elif hit.path:
        kind, source = hit.kind, f"{hit.address} @ {commit[:10]}, {hit.caption}"
    else:
        kind, source = hit.kind, f"{hit.blob[:10]} {hit.caption}"
    marks = (hit.grade if hit.kind == "memory" else hit.status, *hit.marks)
    standing = ", ".join(dict.fromkeys(filter(None, marks))) or "committed"
    words = "; ".join(f'{ground.place}: "{ground.words}"' for ground in hit.grounds)
    return BlockItem(text=hit.text, kind=kind, source=source, standing=standing, date=hit.date[:10], words=words)
