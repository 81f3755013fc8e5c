"""The figures behind a decision: a bound for a rate, a place in a distribution, a population. Pure; never NaN."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

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
