"""Replay of logged decisions in their order with other bounds. Pure."""

import difflib
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_growth.promotion.decision import (
    KEPT,
    Decision,
    Keep,
    Promote,
    PromoteConfig,
    PromoteSignal,
    decide_promotion,
    state_after,
)

_TYPES = {field.name: type(getattr(PromoteConfig(), field.name)) for field in fields(PromoteConfig)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedDecision:
    """A row of the log: what was known of a fact, by which bounds, and what came of it. `path` is empty but there."""

    id: int
    at: str
    fact: str
    memory: str
    signal: PromoteSignal
    config: PromoteConfig
    outcome: str
    path: str

    @property
    def state(self) -> str:
        """The value of `previous` for the next decision on the fact."""
        return self.path or (KEPT if self.outcome == "keep" else self.signal.previous)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A logged decision and the one that other bounds make of it."""

    logged: LoggedDecision
    decision: Decision

    @property
    def path(self) -> str:
        """The way by which the fact would have been promoted; empty where it wouldn't."""
        return str(self.decision.path) if isinstance(self.decision, Promote) else ""

    @property
    def differs(self) -> bool:
        """Whether the new decision is another one than the logged one."""
        return (self.decision.outcome, self.path) != (self.logged.outcome, self.logged.path)


def replay(rows: Iterable[LoggedDecision], changes: Mapping[str, Any]) -> tuple[Replayed, ...]:
    """Decide again by other bounds, the oldest first; a new decision on a fact counts in its next one."""
    apart: dict[str, str] = {}
    replayed = []
    for row in rows:
        signal = replace(row.signal, previous=apart[row.fact]) if row.fact in apart else row.signal
        decision = decide_promotion(signal, replace(row.config, **changes))
        again = Replayed(row, decision)
        after = state_after(decision, signal.previous)
        if after == row.state:
            apart.pop(row.fact, None)
        else:
            apart[row.fact] = after
        replayed.append(again)
    return tuple(replayed)


def parse_changes(texts: Iterable[str]) -> dict[str, float | int]:
    """The bounds that `KEY=VALUE` texts name. Raises UsageError."""
    changes: dict[str, float | int] = {}
    for text in texts:
        key, _, value = text.partition("=")
        name = key.strip()
        if name not in _TYPES:
            near = difflib.get_close_matches(name, _TYPES, 1)
            hint = f" Do you mean {near[0]}?" if near else ""
            raise UsageError(f"--set {name[:40]!r} is no bound.{hint} There are: {', '.join(_TYPES)}.")
        try:
            number = _TYPES[name](value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or number < 0:
            raise UsageError(
                f"--set {name}: {value[:40]!r} is no number from 0. Write it as {name}={_bound_text(name)}."
            )
        changes[name] = number
    return changes


def _bound_text(name: str) -> str:
    """The default of a bound, as a number in words."""
    return f"{getattr(PromoteConfig(), name):g}"


_STATES = {True: "passes", False: "doesn't pass", None: "abstains"}


def explanation(row: LoggedDecision) -> tuple[str, ...]:
    """Lines on what was known of a fact, and on what each way to promote it said."""
    decision = decide_promotion(row.signal, row.config)
    by = f" by {row.path}" if row.path else ""
    why = f": {decision.why}" if isinstance(decision, Keep) and decision.why else ""
    before = f", before: {row.signal.previous}" if row.signal.previous else ""
    signal, config = row.signal, row.config
    return (
        f"{row.memory[:12]} {row.outcome}{by}{why} ({row.at}{before})",
        *(f"  {path}: {_STATES[result.passes]}; {result.why}" for path, result in decision.paths.items()),
        f"  seen in 30 days: {signal.frequency}; {counted(config.n, 'repeated fact')}: mean {config.mean:.2f}, "
        f"std {config.std:.2f}",
        f"  without it work ended well at a rate of {signal.base_rate:.2f} ({signal.base_n:,})",
    )


def as_object(row: LoggedDecision) -> dict[str, object]:
    """The row with signal and bounds, and what each path said."""
    decision = decide_promotion(row.signal, row.config)
    paths = {str(path): {"passes": result.passes, "why": result.why} for path, result in decision.paths.items()}
    return {
        "at": row.at, "fact": row.fact, "memory": row.memory, "outcome": row.outcome, "path": row.path,
        "paths": paths, "signal": asdict(row.signal), "config": asdict(row.config),
    }  # fmt: skip
