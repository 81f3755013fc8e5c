"""How blocks are placed: by rank, whole, within the budget, the same for the same input."""

import re
from dataclasses import replace

import pytest

from scrubjay.context.blocks.assembler import AssembledContext, BlockAssembler
from scrubjay.context.blocks.markup import NOTICE
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, TokenBudget
from scrubjay.errors import LimitExceeded
from scrubjay.inference.tokens import Encoding, encoding_for

SENTENCE = "Retries use exponential backoff with jitter, at most five times. "


def items(count: int, words: int = 1, **fields: object) -> tuple[BlockItem, ...]:
    return tuple(BlockItem(text=f"{n}. {SENTENCE * words}", **fields) for n in range(count))  # type: ignore[arg-type]


def assemble(*blocks: MemoryBlock, window: int = 4_000, single_turn: bool = False) -> AssembledContext:
    return BlockAssembler(TokenBudget.of(window), encoding_for("")).assemble(blocks, single_turn=single_turn)


def of(context: AssembledContext, type: BlockType) -> int:
    return next(len(block.items) for block in context.blocks if block.type is type)


def test_the_system_block_always_says_that_knowledge_is_data() -> None:
    assert assemble().text == f"<system>\n<item>{NOTICE}</item>\n</system>\n"


def test_blocks_stand_in_their_order_whatever_order_they_came_in() -> None:
    made = assemble(*(MemoryBlock(type, items(1)) for type in reversed(BlockType)))
    assert re.findall(r"^<(\w+)>$", made.text, re.MULTILINE) == [str(type) for type in BlockType]


def test_instructions_over_their_budget_are_an_error_that_says_by_how_much() -> None:
    long = MemoryBlock(BlockType.SYSTEM, (BlockItem(text=SENTENCE * 60, required=True),))
    with pytest.raises(LimitExceeded, match=r"(\d+) tokens over its budget of 300 in a window of 4,000") as error:
        assemble(long)
    over = int(re.findall(r"is (\d+) tokens", str(error.value))[0])
    shares = TokenBudget.of(4_000)
    enough = replace(shares, shares={**shares.shares, BlockType.SYSTEM: 300 + over}, total=3_000)
    assert BlockAssembler(enough, encoding_for("")).assemble([long]).tokens == 300 + over


def test_preferences_that_find_no_room_in_the_system_block_are_counted_and_no_error() -> None:
    made = assemble(MemoryBlock(BlockType.SYSTEM, items(100, scope="user")), MemoryBlock(BlockType.TASK, items(100)))
    assert NOTICE in made.text
    assert any("items of system found no room" in one for one in made.warnings)


def test_a_project_over_its_budget_is_cut_at_a_paragraph_with_a_warning() -> None:
    paragraphs = [f"Paragraph {n}. {SENTENCE * 3}".strip() for n in range(30)]
    full = items(200)
    made = assemble(
        MemoryBlock(BlockType.PROJECT, (BlockItem(text="\n\n".join(paragraphs)),)),
        *(MemoryBlock(type, full) for type in (BlockType.SYSTEM, BlockType.TASK, BlockType.HISTORY)),
        MemoryBlock(BlockType.KNOWLEDGE, full),
    )
    (project,) = (block for block in made.blocks if block.type is BlockType.PROJECT)
    kept = project.items[0].text.split("\n\n")
    assert kept == paragraphs[: len(kept)]
    assert 0 < len(kept) < 30
    assert "project is over its budget and was cut at a paragraph" in made.warnings
    assert project.tokens <= 400


def test_unused_tokens_go_down_the_ranks_and_then_come_round_again() -> None:
    crowded = MemoryBlock(BlockType.KNOWLEDGE, items(500))
    alone = of(assemble(crowded), BlockType.KNOWLEDGE)
    beside = of(assemble(crowded, MemoryBlock(BlockType.TASK, items(100))), BlockType.KNOWLEDGE)
    assert alone > 800 // 20
    assert beside < alone
    history = of(assemble(MemoryBlock(BlockType.HISTORY, items(500))), BlockType.HISTORY)
    assert history > 1_500 // 25


def test_for_a_single_turn_the_tokens_that_tasks_leave_go_to_knowledge_first() -> None:
    blocks = [MemoryBlock(type, items(500)) for type in (BlockType.HISTORY, BlockType.KNOWLEDGE)]
    talk, question = assemble(*blocks), assemble(*blocks, single_turn=True)
    assert of(question, BlockType.KNOWLEDGE) > of(talk, BlockType.KNOWLEDGE)
    assert of(question, BlockType.HISTORY) < of(talk, BlockType.HISTORY)


def test_where_the_total_is_short_knowledge_is_cut_before_history_and_history_before_the_task() -> None:
    budget = replace(TokenBudget.of(4_000), total=1_250)
    full = [MemoryBlock(type, items(200)) for type in BlockType]
    made = BlockAssembler(budget, encoding_for("")).assemble(full)
    assert [block.budget for block in made.blocks] == [300, 400, 300, 250, 0]
    assert made.tokens <= 1_250


def test_a_history_keeps_five_points_in_three_tenths_and_the_newest_turns_in_the_rest() -> None:
    full = items(500)
    made = assemble(
        *(MemoryBlock(type, full) for type in BlockType if type is not BlockType.HISTORY),
        MemoryBlock(BlockType.HISTORY, full, points=items(9)),
        window=8_192,
    )
    (history,) = (block for block in made.blocks if block.type is BlockType.HISTORY)
    assert history.points == items(9)[:5]
    assert history.items == full[: len(history.items)]
    longer = MemoryBlock(BlockType.HISTORY, full, points=items(5, 10))
    made = assemble(*(MemoryBlock(type, full) for type in BlockType if type is not BlockType.HISTORY), longer)
    (history,) = (block for block in made.blocks if block.type is BlockType.HISTORY)
    count = encoding_for("").count
    assert sum(count(f"<point>{point.text}</point>\n") for point in history.points) <= 0.3 * 400


def test_scopes_come_as_user_then_project_then_global() -> None:
    mixed = tuple(BlockItem(text=f"of the {scope}", scope=scope) for scope in ("global", "project", "user"))
    made = assemble(MemoryBlock(BlockType.PROJECT, mixed))
    assert re.findall(r"of the (\w+)", made.text) == ["user", "project", "global"]


def test_a_counter_of_ones_own_that_does_not_add_up_still_keeps_the_total() -> None:
    own = Encoding("own", lambda text: len(text) // 3 + (len(text) > 500) * 400)
    made = BlockAssembler(TokenBudget.of(4_000), own).assemble(MemoryBlock(type, items(80)) for type in BlockType)
    assert own.count(made.text) <= made.budget.total
    assert NOTICE in made.text


def test_an_item_shows_where_it_comes_from_with_its_attributes_escaped() -> None:
    hit = BlockItem(text="Use RRF.", kind="document", source='docs/a "b" <c>.md:3', standing="high", date="2026-03-01")
    made = assemble(MemoryBlock(BlockType.KNOWLEDGE, (hit,)))
    assert (
        '<item kind="document" source="docs/a &quot;b&quot; &lt;c&gt;.md:3" standing="high" date="2026-03-01">'
        "Use RRF.</item>" in made.text
    )
