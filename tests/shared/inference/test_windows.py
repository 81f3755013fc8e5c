"""A model's window comes from a table of data, by the longest beginning of its name; it is never guessed."""

import re
from datetime import date

import pytest

from scrubjay.inference.windows import FILE, window_of, windows


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("gpt-4", 8_192),
        ("gpt-4-0613", 8_192),
        ("gpt-4-turbo-2024-04-09", 128_000),
        ("gpt-4o-mini", 128_000),
        ("GPT-4.1-nano ", 1_047_576),
        ("openai/gpt-5-mini", 400_000),
        ("openai.gpt-5-chat-latest", 128_000),
        ("claude-sonnet-4-5-20250929", 200_000),
        ("us.anthropic.claude-sonnet-4-6", 1_000_000),
        ("openrouter/anthropic/claude-opus-4-6", 1_000_000),
        ("openrouter/anthropic/claude-opus-4.6", 1_000_000),
        ("anthropic.claude-opus-4-6-v1:0", 1_000_000),
        ("claude-opus-4-6@20260205", 1_000_000),
        ("claude-3.5-sonnet", 200_000),
        # a small member of a family isn't the big one
        ("gpt-5.4", 1_050_000),
        ("gpt-5-4-2026-03-05", 1_050_000),
        ("gpt-5.4-mini-2026-03-17", 400_000),
        ("openai/gpt-5.4-nano", 400_000),
        ("gpt-5.2", 400_000),
        ("gpt-5.2-chat-latest", 128_000),
        ("gpt-5.3-codex-spark", 128_000),
        ("gpt-5-chat", 128_000),
        ("gpt-5-2025-08-07", 400_000),
        ("gpt-4o-realtime-preview", 32_000),
        ("o1", 200_000),
        ("o1-preview-2024-09-12", 128_000),
        ("gpt-4-1106-preview", 128_000),
        # nor is a later version an earlier one, nor what only looks alike
        ("gpt-5.6-luna", None),
        ("gpt-4.5-preview", None),
        ("o100", None),
        ("gpt-4all", None),
        ("gpt-50", None),
        ("claudette", None),
        ("hf.co/unsloth/gpt-5-distill-gguf", None),
        # what people serve by themselves has the window that their server gives it
        ("qwen3:8b", None),
        ("my-deployment", None),
        ("o200k_base", None),
        ("gpt", None),
        ("", None),
    ],
)
def test_the_longest_beginning_tells_the_window(model: str, tokens: int | None) -> None:
    assert window_of(model) == tokens


def test_each_row_says_which_page_it_is_from_and_when_that_was_read() -> None:
    rows = windows()
    assert len({row.beginning for row in rows}) == len(rows) >= 25
    assert all(row.tokens >= 8_192 and re.match(r"https://\S+\Z", row.source) for row in rows)
    assert all(date.fromisoformat(row.read) for row in rows)
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines == sorted(lines)
