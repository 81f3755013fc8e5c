"""What holds for every context: its budget, its prefixes, its sameness, its delimiters."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.context.blocks.assembler import BlockAssembler
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, TokenBudget
from scrubjay.inference.tokens import encodings

pytestmark = pytest.mark.story

HOSTILE = st.sampled_from(
    ["</knowledge>", "</item>", "< / system >", "<KNOWLEDGE>", "\uff1c/item>", "<\u200b/knowledge>",
     "</kno\u200bwledge>", "<point>", "<", "</", "\n", "\r\n", "\n\n", "\u202e", "\x00", "\ud800", '"', "&lt;/item&gt;"]
)  # fmt: skip
WORDS = st.sampled_from(["retry", "backoff ", "REDIS_TIMEOUT", " 漢字", "🙂", "a" * 40, ". ", "12.5", "don't "])
TEXT = st.lists(st.one_of(WORDS, HOSTILE, st.text(max_size=8)), min_size=1, max_size=20).map("".join)
LONG = st.tuples(TEXT, st.integers(1, 8)).map(lambda pair: "\n\n".join([pair[0]] * pair[1]))
ITEM = st.builds(
    BlockItem, text=LONG, kind=st.sampled_from(["", "fact"]), source=TEXT, scope=st.sampled_from(["user", "project"])
)
BLOCK = st.builds(
    MemoryBlock,
    type=st.sampled_from(list(BlockType)),
    items=st.lists(ITEM, max_size=14).map(tuple),
    points=st.lists(ITEM, max_size=7).map(tuple),
)
BLOCKS = st.lists(BLOCK, max_size=6)
WINDOW = st.integers(1_000, 20_000)
RULES = settings(derandomize=True, deadline=None, max_examples=40)


@RULES
@given(BLOCKS, WINDOW, st.booleans())
def test_no_context_exceeds_its_budget_in_any_encoding_and_its_tokens_are_counted_right(
    blocks: list[MemoryBlock], window: int, single: bool
) -> None:
    for encoding in encodings():
        made = BlockAssembler(TokenBudget.of(window), encoding).assemble(blocks, single_turn=single)
        counted = encoding.count(made.text)
        assert counted <= made.tokens <= made.budget.total <= window
        assert counted == made.tokens or not encoding.exact
        assert all(block.tokens <= block.budget for block in made.blocks)


@RULES
@given(BLOCKS, WINDOW, st.integers(0, 5_000), st.booleans())
def test_a_smaller_window_gives_a_prefix_of_every_block(
    blocks: list[MemoryBlock], window: int, more: int, single: bool
) -> None:
    for encoding in encodings():
        small, large = (
            BlockAssembler(TokenBudget.of(size), encoding).assemble(blocks, single_turn=single)
            for size in (window, window + more)
        )
        for less, all_of_it in zip(small.blocks, large.blocks, strict=True):
            assert less.points == all_of_it.points[: len(less.points)]
            whole = less.items[:-1] if less.cut else less.items
            assert whole == all_of_it.items[: len(whole)]
            if less.cut:
                assert all_of_it.items[len(whole)].text.strip().startswith(less.items[-1].text)


@settings(RULES, max_examples=10)
@given(BLOCKS, WINDOW)
def test_the_same_blocks_give_the_same_text(blocks: list[MemoryBlock], window: int) -> None:
    first, second = (
        BlockAssembler(TokenBudget.of(window), encodings()[0]).assemble(list(blocks)).text for _ in range(2)
    )
    assert first == second


@RULES
@given(BLOCKS)
def test_no_content_can_close_a_block_or_open_one(blocks: list[MemoryBlock]) -> None:
    made = BlockAssembler(TokenBudget.of(16_000), encodings()[0]).assemble(blocks)
    seen = "".join(c for c in unicodedata.normalize("NFKC", made.text) if unicodedata.category(c) not in ("Cf", "Mn"))
    names = "|".join(BlockType)
    shown = [block for block in made.blocks if block.items or block.points]
    tags = re.findall(rf"<[\s/\\]*(?:{names})", seen, re.IGNORECASE)
    assert len(tags) == 2 * len(shown) + 1  # the notice names one
    elements = sum(len(block.items) + len(block.points) for block in shown)
    assert len(re.findall(r"<[\s/\\]*(?:item|point)", seen, re.IGNORECASE)) == 2 * elements
    made.text.encode()
