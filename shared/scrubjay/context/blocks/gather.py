"""Builders of the blocks of one worktree: task, preferences, facts and search hits."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.wording import grade_text, grounds_line
from scrubjay.memory.grounding.prose import straight_quotes
from scrubjay.memory.grounding.tables import word_list
from scrubjay.model.clock import iso
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.model.pattern import pattern
from scrubjay.search.recall.answer import RecallHit
from scrubjay.session.tasks.task import Task, to_json

LONGEST: Final = 2_000
"""Characters that are looked at."""

_OPENS = pattern(r"(?:\A|[.!?;:][\s\"'”’)*_]+|\n)[\s\"'“‘(*_>#\-•\d.]*")
_ADDRESSED = pattern(
    r"(?:please|always|never|don't|do not|make sure|be sure|remember to|let's|ensure)\b"
    r"|(?:you|agents?|assistants?|claude|codex|everyone|everybody|developers|contributors) (?:\w+ ){0,2}?"
    r"(?:must|should|shall|may not|can't|cannot|have to|need to|are to|ought to)\b",
    re.IGNORECASE,
)
_FIRST = pattern(
    r"(?:(?:then|also|first|instead)\b,? "
    r"|(?:when(?:ever)?|if|once|while|unless|before|after|from|to)\b[^.!?;:\n]{1,200}?[,:] )?"
    r"([A-Za-z]+)(?![\w-])",
    re.IGNORECASE,
)
_MAIN = pattern(r"[.!?;](?:\s|\Z)|\b(?:when|if|unless|until|after|before|because|since|so|which|that|where|while|as)\b")
_FINITE = pattern(
    r"\b(?:is|are|was|were|has|have|had|does|did|can|could|may|might|must|shall|should|will|would|isn't|aren't)\b", re.I
)


def is_imperative(content: str) -> bool:
    """Whether a claim tells somebody to do something, in any of its sentences. English; in doubt it does."""
    text = straight_quotes(content[:LONGEST])
    return any(_is_instruction(text[opening.end() :]) for opening in _OPENS.finditer(text))


def _is_instruction(sentence: str) -> bool:
    if _ADDRESSED.match(sentence):
        return True
    first = _FIRST.match(sentence)
    if first is None or first[1].lower() not in word_list("imperatives"):
        return False
    rest = sentence[first.end() :]
    ends = _MAIN.search(rest)
    return not _FINITE.search(rest[: ends.start()] if ends else rest)


ID_DIGITS = 12


def block_of(memory: Memory, graded: GradeResult) -> BlockType:
    """The block of a memory: system for a user's preference, project for team's and static facts, else knowledge.

    An agent's imperatives bind nobody until a person told them, whatever their kind; a memory that contradicts a better
    one is only shown beside it.
    """
    if memory.kind == "preference" and graded.grade is Grade.TOLD:
        return BlockType.SYSTEM if memory.scope == "user" else BlockType.PROJECT
    binding = is_imperative(memory.content) and graded.grade is not Grade.TOLD
    if memory.kind == "fact" and is_static(memory, graded) and not binding and not memory.contradicts:
        return BlockType.PROJECT
    return BlockType.KNOWLEDGE


def is_static(memory: Memory, graded: GradeResult) -> bool:
    """Whether a claim may be in every prompt: well grounded, without an end, and known to hold on this branch."""
    return graded.grade >= Grade.QUOTED and not memory.valid_until and not memory.elsewhere


def memory_item(memory: Memory, graded: GradeResult) -> BlockItem:
    """A memory as an item: its grade, its source, the source's words, and since when it is known."""
    source = f"memory {memory.id[:ID_DIGITS]}, {grade_text(memory, graded)}"
    return BlockItem(
        text=memory.content,
        kind=memory.kind,
        source=source,
        standing=str(graded.grade),
        date=memory.recorded_at[:10],
        scope=memory.scope,
        words=grounds_line(graded),
    )


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
    """Whether a task was last written to longer ago than STALE."""
    return task is not None and bool(task.task) and task.saved_at < iso(now - STALE_AFTER)


def knowledge_block(
    hits: Iterable[RecallHit], in_memory_block: frozenset[str], commit: str, least: Grade
) -> MemoryBlock:
    """The search hits in their order, without memories that other blocks include or whose grade is too low."""
    visible = (hit for hit in hits if hit.kind != "memory" or (_id(hit) not in in_memory_block and hit.worth >= least))
    return MemoryBlock(BlockType.KNOWLEDGE, tuple(_hit_item(hit, commit) for hit in visible))


def _id(hit: RecallHit) -> str:
    """The shortened id of a memory hit: its title is its kind and that id."""
    return hit.title.rpartition(" ")[2]


def _hit_item(hit: RecallHit, commit: str) -> BlockItem:
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
