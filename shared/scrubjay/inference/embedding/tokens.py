"""What does a model make of each token of a text? Its states, with what each token tells and which part it is of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.inference.embedding.states import States
    from scrubjay.model.encoded import Vector


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of some parts that were read as one text, n in all, without the specials at both ends.

    `ids` (n), their `states` (n, dim), and how much each `tells` (n,), 0 for stop words; `parts` are the first and the
    last but one token of each part, in order: the same for one that is empty, or cut off.
    """

    ids: tuple[int, ...]
    states: States
    tells: Vector
    parts: tuple[tuple[int, int], ...]
