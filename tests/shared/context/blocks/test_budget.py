"""How a window is divided: a table, and straight lines between its rows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.context.blocks.model import BlockType, TokenBudget, ranked_blocks
from scrubjay.errors import UsageError
from tests.conftest import Repo

ROWS = {
    4_000: (300, 400, 300, 400, 800, 500, 1_200, 100),
    4_096: (300, 400, 300, 400, 800, 500, 1_200, 100),
    8_192: (500, 1_000, 500, 1_000, 2_000, 1_000, 2_000, 192),
    128_000: (1_000, 2_000, 1_000, 4_000, 8_000, 4_000, 8_000, 1_000),
    1_000_000: (1_000, 2_000, 1_000, 4_000, 8_000, 4_000, 8_000, 1_000),
}


def values(budget: TokenBudget) -> tuple[int, ...]:
    return (*(budget.shares[type] for type in BlockType), budget.query, budget.answer, budget.buffer)


@pytest.mark.parametrize("window", ROWS)
def test_the_table_is_kept(window: int) -> None:
    assert values(TokenBudget.of(window)) == ROWS[window]


@settings(derandomize=True, deadline=None)
@given(st.integers(1_000, 200_000), st.integers(0, 50_000))
def test_a_larger_window_gives_no_part_less_and_never_more_than_it_has(window: int, more: int) -> None:
    small, large = values(TokenBudget.of(window)), values(TokenBudget.of(window + more))
    assert sum(small) <= window
    assert all(a <= b for a, b in zip(small, large, strict=True))


def test_a_window_too_small_for_instructions_is_refused_with_the_least() -> None:
    with pytest.raises(UsageError, match="at least 1,000"):
        TokenBudget.of(999)


def test_a_single_turn_ranks_knowledge_above_history() -> None:
    assert ranked_blocks(single_turn=False)[-2:] == (BlockType.HISTORY, BlockType.KNOWLEDGE)
    assert ranked_blocks(single_turn=True)[-2:] == (BlockType.KNOWLEDGE, BlockType.HISTORY)


def test_the_window_is_the_models_own_where_none_is_given(app: App, repo: Repo) -> None:
    contexts = app.initialise(repo.path).contexts
    unknown = "the window of this model isn't known: 8,192 tokens are taken"
    cases = (
        (0, "", 8_192),
        (0, "claude-opus-4-5", 200_000),
        (4_096, "gpt-5", 4_096),
        (0, "x", 8_192),
        (4_096, "x", 4_096),
    )
    for budget, model, window in cases:
        made, _ = contexts.assemble(ContextRequest("queue", budget, model, deadline_ms=0))
        assert (made.budget.window, unknown in made.warnings) == (window, model == "x" and not budget)
