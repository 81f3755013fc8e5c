"""How does a language model read what was said? Some turns at a time, within what the user allows a day."""

from collections.abc import Sequence
from typing import Final

from scrubjay.conversations.model import Turn
from scrubjay.errors import AllowanceSpent
from scrubjay.extraction.candidate import Candidate
from scrubjay.extraction.prompt import INSTRUCTIONS, candidates_in, turns_as_text
from scrubjay.inference.language import Allowance, LanguageModel
from scrubjay.tokens import count_tokens

MOST_TOKENS: Final = 4_000
"""Tokens of turns in one request; a longer turn alone is cut."""

ANSWER_TOKENS: Final = 1_000
CHARACTERS: Final = 6_000
"""Of one turn."""


class ModelReader:
    """Asks a language model which memories are in some turns."""

    def __init__(self, model: LanguageModel, allowance: Allowance) -> None:
        self._model = model
        self._allowance = allowance

    def read(self, turns: Sequence[Turn]) -> tuple[Candidate, ...]:
        """The candidates in some turns of one session; none where the model answers something else than was asked.

        A request that brings no answer counts as it was reserved: nobody knows what it cost.
        Raises ModelUnavailable; AllowanceSpent before anything was asked.
        """
        text = turns_as_text(turns)
        reserved = count_tokens(INSTRUCTIONS) + count_tokens(text) + ANSWER_TOKENS
        day = self._allowance.reserve(reserved)
        if not day:
            raise AllowanceSpent(
                f"The language model may use {self._allowance}, which is used up. "
                "See extraction.daily_tokens in config.yaml."
            )
        answer = self._model.complete(INSTRUCTIONS, text, ANSWER_TOKENS)
        self._allowance.settle(day, reserved, answer.tokens)
        return candidates_in(answer.text, turns) or ()


def portions(turns: Sequence[tuple[int, Turn]]) -> list[list[tuple[int, Turn]]]:
    """Turns in their order, in portions of one session that fit into a request; a long turn is cut."""
    groups: list[list[tuple[int, Turn]]] = []
    room = 0
    for number, turn in turns:
        short = Turn(
            session=turn.session,
            key=turn.key,
            role=turn.role,
            text=turn.text[:CHARACTERS],
            said_at=turn.said_at,
            speaker=turn.speaker,
            number=turn.number,
        )
        cost = count_tokens(turns_as_text([short]))
        if not groups or groups[-1][-1][1].session != turn.session or cost > room:
            groups.append([])
            room = MOST_TOKENS
        groups[-1].append((number, short))
        room -= cost
    return groups
