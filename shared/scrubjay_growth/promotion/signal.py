"""What a decision about a fact rests on, and the bounds that held then: plain values, logged as they are. Pure."""

import math
import statistics
from collections.abc import Sequence
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


STEEPEST = 60.0
"""Standard deviations from which on the logistic function is 0 or 1 in floating point anyway."""


@dataclass(frozen=True, slots=True)
class Population:
    """Mean, standard deviation and number of some counts."""

    mean: float = 0.0
    std: float = 0.0
    n: int = 0


def population(counts: Sequence[int], least: int = 2) -> Population:
    """The population of the counts that are at least `least`."""
    counted = [count for count in counts if count >= least]
    if not counted:
        return Population()
    return Population(statistics.fmean(counted), statistics.pstdev(counted), len(counted))


def sigmoid(x: float) -> float:
    """The logistic function, which maps any number to 0 … 1."""
    return 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, x))))


def standing(count: int, mean: float, std: float) -> float:
    """Where a count stands among others: .5 at their mean."""
    return sigmoid((count - mean) / std) if std > 0 else 0.5


def rate(successes: int, n: int) -> float:
    """The share of successes; 0 where there was nothing."""
    return successes / n if n > 0 else 0.0


def wilson_lower(successes: int, n: int, z: float) -> float:
    """The lower bound of a rate (Wilson 1927): with few trials it is far below the rate itself."""
    if n <= 0:
        return 0.0
    share, square = successes / n, z * z
    centre = share + square / (2 * n)
    margin = z * math.sqrt(max(0.0, share * (1 - share) / n + square / (4 * n * n)))
    return max(0.0, (centre - margin) / (1 + square / n))


def percentile(score: float, scores: Sequence[float]) -> float:
    """The share of scores below one; those that equal it count half."""
    if not scores:
        return 0.0
    below = sum(other < score for other in scores)
    equal = sum(other == score for other in scores)
    return (below + equal / 2) / len(scores)
