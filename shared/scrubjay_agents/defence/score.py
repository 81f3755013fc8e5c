"""How much does a query look like taking a store out, and what follows from it?"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from math import prod
from types import MappingProxyType
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay_agents.defence.asking import Signal

WEIGHTS: Final[Mapping[Signal, float]] = MappingProxyType({
    Signal.EVERYTHING: 0.6, Signal.VALUES: 0.6, Signal.SERIES: 0.6, Signal.AUTHORS: 0.3, Signal.RATE: 0.2,
})  # fmt: skip
"""How far each signal alone goes; see ADR 75 for how they were fitted."""

CUT_ABOVE = 0.5
REFUSED_ABOVE = 0.8

CUT_TO = 5
MOST = 100
"""Memories in an answer that was cut, and in any."""

EARLIER = 0.5
"""What each attempt of the session's last ten minutes counts for in a query: two are cut, five refused."""

ATTEMPTS = frozenset({Signal.EVERYTHING, Signal.VALUES, Signal.SERIES})
"""What a query asks for; the other signals are its session's."""


class QueryOutcome(StrEnum):
    """What becomes of a query."""

    ANSWERED = "answered"
    CUT = "cut"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The score of a query with the signals that made it."""

    score: float
    signals: tuple[Signal, ...]

    @property
    def outcome(self) -> QueryOutcome:
        """What follows."""
        if self.score > REFUSED_ABOVE:
            return QueryOutcome.REFUSED
        return QueryOutcome.CUT if self.score > CUT_ABOVE else QueryOutcome.ANSWERED

    @property
    def most(self) -> int:
        """How many memories may be shown."""
        return {QueryOutcome.ANSWERED: MOST, QueryOutcome.CUT: CUT_TO, QueryOutcome.REFUSED: 0}[self.outcome]

    def __str__(self) -> str:
        return ", ".join(self.signals)


def suspicion(shown: Collection[Signal], earlier: Collection[Signal] = ()) -> Suspicion:
    """The noisy-or of what a query shows and of what its session showed before, each attempt as often as it did."""
    weights = [WEIGHTS[signal] for signal in {*shown, *earlier} - ATTEMPTS]
    weights += [WEIGHTS[signal] for signal in ATTEMPTS.intersection(shown)]
    weights += [WEIGHTS[signal] * EARLIER for signal in earlier if signal in ATTEMPTS]
    return Suspicion(
        round(1 - prod(1 - weight for weight in weights), 4),
        tuple(signal for signal in Signal if signal in {*shown, *earlier}),
    )
