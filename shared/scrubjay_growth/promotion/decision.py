"""Decision whether a fact is promoted: one path is enough, only evidence reverses it. Pure: logs are replayed by it."""

import math
import statistics
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field

KEPT: Final = "kept"
"""Stands in `previous` where the fact was decided on before and stayed where it was."""


class PromotionPath(StrEnum):
    """A way to promote a fact, by one kind of evidence; one of them is enough."""

    FREQUENCY = "frequency"
    OUTCOME = "outcome"
    SELF_EVAL = "self_eval"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteSignal:
    """What is known of a fact.

    `frequency` counts its independent occurrences of the window, on `days` days, in `sessions` sessions of `clients`
    clients; `authors` are the people who stated it. `outcome_n` sessions had it, and `outcome_successes` of them ended
    well; `base_rate` is the share of the `base_n` sessions without it that did; on a team's server these three count
    members, each by the share of their sessions. `self_eval` is its percentile among the judge's last scores, None
    without a judge. `grounded`: it is grounded, quoted or told. `failures` counts reports
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
        """Whether the fact was promoted before."""
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


def standard_score(count: int, mean: float, std: float) -> float:
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


@dataclass(frozen=True, slots=True)
class PathResult:
    """What one way to promote says: True, False, or None where it knows too little; and why, in words."""

    passes: bool | None
    why: str


Paths = dict[PromotionPath, PathResult]


@dataclass(frozen=True, slots=True)
class Promote:
    """The outcome "promote": the fact is promoted, or stays so, by this path."""

    path: PromotionPath
    paths: Paths = field(default_factory=dict)
    outcome: str = "promote"


@dataclass(frozen=True, slots=True)
class Keep:
    """The outcome "keep": the fact stays where it is; `why` if something rules promotion out."""

    why: str = ""
    paths: Paths = field(default_factory=dict)
    outcome: str = "keep"


@dataclass(frozen=True, slots=True)
class Abstain:
    """The outcome "abstain": none of the ways to promote a fact knows enough to decide."""

    paths: Paths = field(default_factory=dict)
    outcome: str = "abstain"


Decision = Promote | Keep | Abstain


def decide_promotion(signal: PromoteSignal, config: PromoteConfig) -> Decision:
    """Decide what becomes of a fact. The first way that passes is named; evidence against the fact goes first."""
    paths = {
        PromotionPath.FREQUENCY: _frequency(signal, config),
        PromotionPath.OUTCOME: _outcome(signal, config),
        PromotionPath.SELF_EVAL: _self_eval(signal, config),
    }
    if signal.never:
        return Keep(", ".join(signal.never), paths)
    if signal.failures >= config.max_failures:
        return Keep(f"reported to have failed in {counted(signal.failures, 'session')}", paths)
    if signal.is_promoted:
        return Promote(PromotionPath(signal.previous), paths)
    passing = next((path for path, result in paths.items() if result.passes), None)
    if passing is not None:
        return Promote(passing, paths)
    return Abstain(paths) if all(result.passes is None for result in paths.values()) else Keep("", paths)


def state_after(decision: Decision, previous: str) -> str:
    """The value of `previous` for the next decision on a fact: an abstention changes nothing."""
    match decision:
        case Promote(path=path):
            return str(path)
        case Keep():
            return KEPT
        case Abstain():
            return previous


def _frequency(signal: PromoteSignal, config: PromoteConfig) -> PathResult:
    """What the way by frequency says: whether the fact occurs far more often than others."""
    if config.n < config.min_population:
        return PathResult(None, f"{counted(config.n, 'fact')} that occurred twice; {config.min_population} are needed")
    if config.std < config.min_std:
        return PathResult(None, f"facts hardly differ in how often they occur (std {config.std:.2f})")
    value, bound = (
        standard_score(signal.frequency, config.mean, config.std),
        _bound(config.frequency_threshold, signal, config),
    )
    several = signal.authors >= config.min_authors
    alone = (
        signal.grounded
        and signal.sessions >= config.solo_sessions
        and signal.days >= config.solo_days
        and signal.clients >= config.solo_clients
    )
    who = ", ".join((
        counted(signal.authors, "author"), counted(signal.sessions, "session"), counted(signal.days, "day"),
        counted(signal.clients, "client"),
    ))  # fmt: skip
    return PathResult(value > bound and (several or alone), f"{value:.3f} against {bound:.2f}; {who}")


def _outcome(signal: PromoteSignal, config: PromoteConfig) -> PathResult:
    """What the way by outcomes says: whether sessions that had the fact ended well often enough."""
    if min(signal.outcome_n, signal.base_n) < config.min_sessions:
        known = f"{signal.outcome_n:,} known with it and {signal.base_n:,} without"
        return PathResult(None, f"{known}; {config.min_sessions} of each are needed")
    share = rate(signal.outcome_successes, signal.outcome_n)
    lower = wilson_lower(signal.outcome_successes, signal.outcome_n, config.z)
    bound, floor = _bound(config.outcome_threshold, signal, config), max(config.outcome_floor, signal.base_rate)
    why = f"{signal.outcome_successes} of {signal.outcome_n}; at least {lower:.2f} against {floor:.2f}"
    return PathResult(share > bound and lower > floor, why)


def _self_eval(signal: PromoteSignal, config: PromoteConfig) -> PathResult:
    """What the way by a model's score says: whether the fact is scored above most others."""
    if signal.self_eval is None:
        return PathResult(None, "no model has judged enough facts")
    bound = _bound(config.self_eval_threshold, signal, config)
    return PathResult(signal.self_eval > bound, f"percentile {signal.self_eval:.2f} against {bound:.2f}")


def _bound(threshold: float, signal: PromoteSignal, config: PromoteConfig) -> float:
    """A threshold for a fact; it is higher for a fact that was kept before."""
    return round(threshold + (config.hysteresis if signal.previous == KEPT else 0.0), 9)
