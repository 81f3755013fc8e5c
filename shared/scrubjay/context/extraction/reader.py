"""How does a language model read what was said? Some turns at a time, within what the user allows a day."""

from collections.abc import Sequence
from typing import Final

from scrubjay.context.extraction.candidate import Candidate
from scrubjay.context.extraction.prompt import INSTRUCTIONS, candidates_in, turns_as_text
from scrubjay.inference.language import Allowance, LanguageModel, ask
from scrubjay.inference.tokens import count_tokens
from scrubjay.session.conversations.model import Turn

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

        Raises ModelUnavailable; AllowanceSpent before anything was asked.
        """
        (answer,) = ask(self._model, self._allowance, INSTRUCTIONS, turns_as_text(turns), ANSWER_TOKENS)
        return candidates_in(answer, turns) or ()


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
