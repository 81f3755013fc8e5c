"""History block: recent turns verbatim, up to five summary points about earlier ones."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock
from scrubjay.context.blocks.placing import MAX_POINTS
from scrubjay.model.pattern import pattern
from scrubjay.session.conversations.model import RECENT_TURNS, HistorySummary, Turn
from scrubjay.session.tasks.task import AGENT_CHOICE, PastSave, Task
from scrubjay.text.sentences import End, split_at

MAX_POINT: Final = 240
"""Characters; a longer sentence gives no point."""

POINTS_PER_KIND: Final = 2
"""Points of one kind that the working set gives before the next kind's turn."""

_KINDS: Final = tuple(
    (kind, pattern(rf"\b(?:{words})\b"))
    for kind, words in (
        ("decision", r"(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose)|decision is|let's go with"),
        ("outcome", r"fixed|merged|released|deployed|done|works now|passes now|all tests pass|turned out"),
        ("open question", r"todo|open question|still unclear|not clear yet|to be decided|needs? a decision"),
    )
)


def history_block(
    turns: Sequence[Turn], saves: Sequence[PastSave], task: Task | None, summary: HistorySummary | None = None
) -> MemoryBlock:
    """The history block of turns, newest first; without turns, of earlier sessions' saves.

    The points don't depend on the budget: a turn that the budget shows may be in them as well. Those of a model's
    `summary` stand in place of what the rules find in the turns that it read.
    """
    read_to = summary.read_to if summary and summary.points else -1
    unread = [turn for turn in turns[RECENT_TURNS:] if turn.number > read_to or read_to < 0]
    points = dict.fromkeys([*_task_items(task), *_summary_items(summary), *_turn_items(unread)])
    if turns:
        items = tuple(BlockItem(text=turn.text, kind=turn.role, date=turn.said_at[:16]) for turn in turns)
    else:
        items = tuple(
            BlockItem(text=save.save.summary, kind="session", source="noted by the agent", date=save.saved_at[:16])
            for save in saves
        )
    return MemoryBlock(BlockType.HISTORY, items, tuple(points)[:MAX_POINTS])


def _task_items(task: Task | None) -> Iterator[BlockItem]:
    if task is None:
        return
    kinds = ((AGENT_CHOICE, task.decisions), ("outcome", task.completed), ("open question", task.questions))
    for kind, entries in kinds:
        yield from (BlockItem(text=entry, kind=kind) for entry in entries[:POINTS_PER_KIND])


def _summary_items(summary: HistorySummary | None) -> Iterator[BlockItem]:
    """A model's points, each marked as its words."""
    if summary is not None:
        source = f"worded by the model {summary.model}"
        yield from (BlockItem(text=p.text, kind=p.kind, source=source, date=summary.at[:10]) for p in summary.points)


def _turn_items(turns: Iterable[Turn]) -> Iterator[BlockItem]:
    """Sentences of earlier turns that decide, conclude or leave something open: decisions first, newer before older."""
    by_kind: dict[str, list[BlockItem]] = {kind: [] for kind, _ in _KINDS}
    for turn in turns:
        for sentence in split_at(turn.text, End.LINE):
            text = " ".join(sentence.split())
            low = text.lower()
            kind = next((kind for kind, pattern in _KINDS if pattern.search(low)), "")
            if kind and len(text) <= MAX_POINT and not text.endswith("?"):
                by_kind[kind].append(BlockItem(text=text, kind=kind, date=turn.said_at[:10]))
    for items in by_kind.values():
        yield from items[:MAX_POINTS]
