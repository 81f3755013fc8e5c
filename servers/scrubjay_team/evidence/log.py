"""The log of a team's decisions: each with all that it was taken on, so that it can be taken again by other bounds."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.clock import iso
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay_growth.api import (
    Decided,
    LoggedDecision,
    PromoteConfig,
    PromoteSignal,
    as_object,
    explanation,
    parse_changes,
    replay,
)
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Connection

__all__ = [
    "add", "as_object", "decided_memory", "decisions", "explanation", "last_decisions", "parse_changes", "replay",
]  # fmt: skip

Q = load(__package__)

MOST: Final = 50_000
"""Decisions that are kept, beside the newest of each fact."""


def last_decisions(connection: "Connection") -> dict[str, LoggedDecision]:
    """The newest decision on each fact, by the fact."""
    rows = connection.execute(Q.last_decisions).fetchall()
    return {row["fact"].hex: _logged(row) for row in rows}


def decisions(connection: "Connection", most: int, about: UUID | None = None) -> tuple[LoggedDecision, ...]:
    """The newest decisions that the transaction sees, the oldest of them first; of one memory's fact if given."""
    rows = connection.execute(Q.decisions, {"about": about, "most": most}).fetchall()
    return tuple(_logged(row) for row in reversed(rows))


def decided_memory(connection: "Connection", begins: str) -> UUID:
    """The memory with an id, or its beginning, that was decided on. Raises NotFound, UsageError."""
    digits = begins.strip().lower().replace("-", "")
    if not (LEAST_DIGITS <= len(digits) <= 32 and set(digits) <= set("0123456789abcdef")):
        raise UsageError(f"{begins[:40]!r} is no id of a memory. Give at least {LEAST_DIGITS} digits of one.")
    params = {"first": digits.ljust(32, "0"), "last": digits.ljust(32, "f")}
    rows = connection.execute(Q.begins, params).fetchall()
    if len(rows) > 1:
        raise UsageError(f"More than one memory is called {digits!r}. Give more digits of its id.")
    if not rows:
        raise NotFound(
            f"Nothing was decided on a memory {digits!r}: nobody else said it, and sessions of fewer than "
            "three members had it. `scrubjay team promotion log` shows what was."
        )
    return UUID(str(rows[0]["memory"]))


def add(connection: "Connection", team: UUID, decided: Iterable[Decided], at: "datetime") -> None:
    """Log decisions, and drop the oldest of too many."""
    for one in decided:
        connection.execute(
            Q.add_decision,
            {
                "team": team, "at": at, "fact": UUID(one.fact), "memory": UUID(one.memory),
                "signal": json.dumps(asdict(one.signal)), "config": json.dumps(asdict(one.config)),
                "outcome": one.decision.outcome, "path": one.path, "why": one.why[:1_000],
            },
        )  # fmt: skip
    connection.execute(Q.drop_old_decisions, {"kept": MOST})


def _logged(row: Mapping[str, Any]) -> LoggedDecision:
    signal = dict(row["signal"]) | {"never": tuple(row["signal"]["never"])}
    return LoggedDecision(
        id=row["id"], at=iso(row["at"]), fact=row["fact"].hex, memory=row["memory"].hex,
        signal=PromoteSignal(**signal), config=PromoteConfig(**row["config"]), outcome=row["outcome"],
        path=row["path"],
    )  # fmt: skip
