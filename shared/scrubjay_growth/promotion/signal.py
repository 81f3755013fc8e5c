"""What a decision about a fact rests on, and the bounds that held then: plain values, logged as they are. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

KEPT: Final = "kept"
"""Stands in `previous` where the fact was decided on before and stayed where it was."""


class PromotionPath(StrEnum):
    """By which evidence a fact is promoted; one of them is enough."""

    FREQUENCY = "frequency"
    OUTCOME = "outcome"
    SELF_EVAL = "self_eval"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteSignal:
    """What is known of a fact.

    `frequency` counts its independent occurrences of the window, on `days` days, in `sessions` sessions of `clients`
    clients; `authors` are the people who stated it. `outcome_n` sessions had it, and `outcome_successes` of them ended
    well; `base_rate` is the share of the `base_n` sessions without it that did. `self_eval` is its percentile among the
    judge's last scores, None without a judge. `grounded`: it is grounded, quoted or told. `failures` counts reports
    that it failed. `never` names what rules it out. `previous` is empty, KEPT, or the path by which it was promoted.
    """

    frequency: int = 0
    authors: int = 0
    days: int = 0
    sessions: int = 0
    clients: int = 0
    grounded: bool = False
    outcome_successes: int = 0
    outcome_n: int = 0
    base_rate: float = 0.0
    base_n: int = 0
    self_eval: float | None = None
    failures: int = 0
    never: tuple[str, ...] = ()
    previous: str = ""

    @property
    def is_promoted(self) -> bool:
        """Whether it was promoted before."""
        return self.previous in tuple(PromotionPath)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteConfig:
    """The bounds of a decision. `mean`, `std` and `n` describe the population of facts that occurred repeatedly.

    A fact that was kept before needs `hysteresis` more than each threshold. `z` is the normal quantile of the bound's
    confidence: 1.96 for 95 %.
    """

    mean: float = 0.0
    std: float = 0.0
    n: int = 0
    frequency_threshold: float = 0.85
    outcome_threshold: float = 0.70
    self_eval_threshold: float = 0.80
    hysteresis: float = 0.05
    min_authors: int = 2
    solo_sessions: int = 3
    solo_days: int = 3
    solo_clients: int = 2
    min_population: int = 20
    min_std: float = 0.5
    min_sessions: int = 5
    outcome_floor: float = 0.5
    max_failures: int = 2
    z: float = 1.96
