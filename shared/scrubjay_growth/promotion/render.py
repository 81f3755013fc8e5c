"""A logged decision in words, and as an object for scripts; never a memory's words. Pure."""

from dataclasses import asdict

from scrubjay.model.counted import counted
from scrubjay_growth.promotion.decision import Keep, decide_promotion
from scrubjay_growth.promotion.replaying import LoggedDecision

_STATES = {True: "passes", False: "doesn't pass", None: "abstains"}


def explanation(row: LoggedDecision) -> tuple[str, ...]:
    """What was known and what each path said, a line each."""
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
        f"  sessions without it ended well at a rate of {signal.base_rate:.2f} ({signal.base_n})",
    )


def as_object(row: LoggedDecision) -> dict[str, object]:
    """The row with signal and bounds, and what each path said."""
    decision = decide_promotion(row.signal, row.config)
    paths = {str(path): {"passes": result.passes, "why": result.why} for path, result in decision.paths.items()}
    return {
        "at": row.at, "fact": row.fact, "memory": row.memory, "outcome": row.outcome, "path": row.path,
        "paths": paths, "signal": asdict(row.signal), "config": asdict(row.config),
    }  # fmt: skip
