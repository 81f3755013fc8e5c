"""A question to the language model within the daily allowance: the answers to one text, asked once or several times."""

from scrubjay.errors import AllowanceSpent
from scrubjay.inference.language.allowance import Allowance
from scrubjay.inference.language.model import LanguageModel
from scrubjay.inference.tokens import count_tokens

THRICE = 3
"""Answers of which a judge takes the median."""


def ask(
    model: LanguageModel, allowance: Allowance, instructions: str, text: str, most_tokens: int, *, times: int = 1
) -> tuple[str, ...]:
    """Let the model answer a text so many times, each answer of at most so many tokens.

    A request that brings no answer counts as it was reserved: nobody knows what it cost.
    Raises ModelUnavailable; AllowanceSpent before anything was asked.
    """
    reserved = times * (count_tokens(instructions) + count_tokens(text) + most_tokens)
    day = allowance.reserve(reserved)
    if not day:
        raise AllowanceSpent(
            f"The language model may use {allowance}, which is used up. See extraction.daily_tokens in config.yaml."
        )
    answers = [model.complete(instructions, text, most_tokens) for _ in range(times)]
    allowance.settle(day, reserved, sum(answer.tokens for answer in answers))
    return tuple(answer.text for answer in answers)
