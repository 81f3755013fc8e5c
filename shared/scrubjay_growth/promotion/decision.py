"""Is a fact promoted? One path is enough; what was promoted falls only by evidence. Pure: logs are replayed by it."""

from dataclasses import dataclass, field

from scrubjay.model.counted import counted
from scrubjay_growth.promotion.signal import (
    KEPT,
    PromoteConfig,
    PromoteSignal,
    PromotionPath,
    rate,
    standing,
    wilson_lower,
)


@dataclass(frozen=True, slots=True)
class PathResult:
    """What one path says: True, False, or None where it abstains; and why, in words."""

    passes: bool | None
    why: str


Paths = dict[PromotionPath, PathResult]


@dataclass(frozen=True, slots=True)
class Promote:
    """It graduates, or stays where it was promoted to, by this path."""

    path: PromotionPath
    paths: Paths = field(default_factory=dict)
    outcome: str = "promote"


@dataclass(frozen=True, slots=True)
class Keep:
    """It stays where it is; `why` where something rules it out."""

    why: str = ""
    paths: Paths = field(default_factory=dict)
    outcome: str = "keep"


@dataclass(frozen=True, slots=True)
class Abstain:
    """Too little is known on every path."""

    paths: Paths = field(default_factory=dict)
    outcome: str = "abstain"


Decision = Promote | Keep | Abstain


def decide_promotion(signal: PromoteSignal, config: PromoteConfig) -> Decision:
    """What becomes of a fact. The first path that passes names the reason; evidence against it goes first."""
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
    """What `previous` is at the next decision: an abstention changes nothing."""
    match decision:
        case Promote(path=path):
            return str(path)
        case Keep():
            return KEPT
        case Abstain():
            return previous


def _frequency(signal: PromoteSignal, config: PromoteConfig) -> PathResult:
    if config.n < config.min_population:
        return PathResult(None, f"{counted(config.n, 'fact')} that occurred twice; {config.min_population} are needed")
    if config.std < config.min_std:
        return PathResult(None, f"facts hardly differ in how often they occur (std {config.std:.2f})")
    value, bound = (
        standing(signal.frequency, config.mean, config.std),
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
    if min(signal.outcome_n, signal.base_n) < config.min_sessions:
        known = f"{counted(signal.outcome_n, 'session')} with it and {signal.base_n} without"
        return PathResult(None, f"{known}; {config.min_sessions} of each are needed")
    share = rate(signal.outcome_successes, signal.outcome_n)
    lower = wilson_lower(signal.outcome_successes, signal.outcome_n, config.z)
    bound, floor = _bound(config.outcome_threshold, signal, config), max(config.outcome_floor, signal.base_rate)
    why = f"{signal.outcome_successes} of {signal.outcome_n}; at least {lower:.2f} against {floor:.2f}"
    return PathResult(share > bound and lower > floor, why)


def _self_eval(signal: PromoteSignal, config: PromoteConfig) -> PathResult:
    if signal.self_eval is None:
        return PathResult(None, "no model has judged enough facts")
    bound = _bound(config.self_eval_threshold, signal, config)
    return PathResult(signal.self_eval > bound, f"percentile {signal.self_eval:.2f} against {bound:.2f}")


def _bound(threshold: float, signal: PromoteSignal, config: PromoteConfig) -> float:
    return round(threshold + (config.hysteresis if signal.previous == KEPT else 0.0), 9)
