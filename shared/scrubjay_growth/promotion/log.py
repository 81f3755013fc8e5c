"""The log of decisions, the proposals and the judge's scores of one project: the rows in its knowledge.db."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from scrubjay.model.counted import counted
from scrubjay.model.frozen import from_row
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load
from scrubjay_growth.promotion.decision import Decision, Keep, Promote, PromoteConfig, PromoteSignal
from scrubjay_growth.promotion.replaying import LoggedDecision

Q = load(__package__)

PROJECT: Final = "project"
GIT: Final = "git"
"""Who would be told: everybody who works in the project here, or whoever reads the repository."""

WAITING: Final = "waiting"
"""The state of a proposal that no person has decided on."""

Share = Callable[[str], object]
"""Makes a memory of the user's one of the project, by its id."""

MOST = 50_000
"""Decisions that are kept, beside the newest of each fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A memory that a person is asked about: by which path, for whom (`target`: project or git), and what they said.

    `state` is waiting, approved, declined or withdrawn.
    """

    memory: str
    fact: str
    path: str
    target: str
    state: str
    at: str
    decided_at: str = ""
    actor: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A decision on a fact with what it rests on; `memory` stands for the fact, `target` is who would be told."""

    fact: str
    memory: str
    signal: PromoteSignal
    config: PromoteConfig
    decision: Decision
    target: str

    @property
    def path(self) -> str:
        """The way by which the fact is promoted; empty where it isn't."""
        return str(self.decision.path) if isinstance(self.decision, Promote) else ""

    @property
    def why(self) -> str:
        """What rules out that the fact is promoted, in words."""
        return self.decision.why if isinstance(self.decision, Keep) else ""

    def repeats(self, logged: LoggedDecision | None) -> bool:
        """Whether the log's newest decision on the fact says the same."""
        if logged is None:
            return False
        now = (replace(self.signal, previous=""), self.config, self.decision.outcome, self.path, self.memory)
        signal = replace(logged.signal, previous="")
        return now == (signal, logged.config, logged.outcome, logged.path, logged.memory)


class PromotionLog:
    """Reads and writes decisions, proposals and scores; every method is one transaction."""

    def __init__(self, knowledge_database: Database) -> None:
        self._database = knowledge_database

    def last(self) -> dict[str, LoggedDecision]:
        """The newest decision on each fact."""
        rows = self._database.read(lambda c: c.execute(Q.last_decisions).fetchall())
        return {row["fact"]: _logged(row) for row in rows}

    def briefing_line(self) -> tuple[str, str] | None:
        """The key and the text of a line about what was proposed since; None where nothing waits."""
        waiting = self.proposals(WAITING)
        if not waiting:
            return None
        git = sum(one.target == GIT for one in waiting)
        to = [f"{counted(git, 'memory')} proposed for the repository"] if git else []
        to += [f"{counted(len(waiting) - git, 'memory')} for the project"] if len(waiting) > git else []
        return f"proposed {waiting[-1].at} {len(waiting)}", f"{', '.join(to)}: `scrubjay review`"

    def decisions(
        self, limit: int, *, memory: str = "", since: str = "", before: int = 0
    ) -> tuple[LoggedDecision, ...]:
        """The newest decisions, the oldest of them first; `before` is the number of a row that they stand before."""
        params = {"limit": limit, "memory": memory, "since": since, "before": before}
        rows = self._database.read(lambda c: c.execute(Q.decisions, params).fetchall())
        return tuple(_logged(row) for row in reversed(rows))

    def add(self, decided: Sequence[Decided], at: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Log new decisions, propose and withdraw what follows of them, and note the pass.

        Returns the memories that are proposed now, and the facts whose proposals are withdrawn.
        """

        def write(connection: Connection) -> tuple[tuple[str, ...], tuple[str, ...]]:
            proposed, withdrawn = [], []
            for one in decided:
                connection.execute(Q.add_decision, _row(one, at))
                if one.path and connection.execute(Q.was_proposed, {"fact": one.fact}).fetchone() is None:
                    params = {"memory": one.memory, "fact": one.fact, "path": one.path, "target": one.target}
                    if connection.execute(Q.propose, params | {"state": "waiting", "at": at}).rowcount:
                        proposed.append(one.memory)
                elif one.decision.outcome == "keep" and one.why:
                    params = {"fact": one.fact, "at": at, "reason": one.why}
                    if connection.execute(Q.withdraw, params).rowcount:
                        withdrawn.append(one.fact)
            connection.execute(Q.drop_old_decisions, {"kept": MOST})
            connection.execute(Q.put_pass, {"at": at})
            return tuple(proposed), tuple(withdrawn)

        return self._database.write(write)

    def last_pass(self) -> str:
        """When all facts were decided on last; empty: never."""
        return str(self._database.read(lambda c: c.execute(Q.last_pass).fetchone())["at"])

    def proposals(self, state: str = "waiting", limit: int = 1_000) -> tuple[Proposal, ...]:
        """The proposals that stand so, the oldest first."""
        params = {"state": state, "limit": limit}
        rows = self._database.read(
            lambda c: c.once(("proposals", state, limit), lambda: c.execute(Q.proposals, params).fetchall())
        )
        return tuple(Proposal(**dict(zip(row.keys(), row, strict=True))) for row in rows)

    def decide(self, memory: str, state: str, at: str, actor: str, reason: str = "") -> bool:
        """Note what a person decided; False where nothing waited."""
        params = {"memory": memory, "state": state, "at": at, "actor": actor, "reason": reason}
        return self._database.write(lambda c: c.execute(Q.decide_proposal, params).rowcount) > 0

    def scores(self, judge: str, ids: Collection[str]) -> dict[str, float]:
        """What a judge scored some memories, by id."""
        params = {"judge": judge, "ids": json.dumps(sorted(ids))}
        rows = self._database.read(lambda c: c.execute(Q.scores_of, params).fetchall())
        return {row["memory"]: row["score"] for row in rows}

    def newest_scores(self, judge: str, limit: int) -> tuple[float, ...]:
        """The newest scores of a judge."""
        params = {"judge": judge, "limit": limit}
        return tuple(row["score"] for row in self._database.read(lambda c: c.execute(Q.scores, params).fetchall()))

    def add_score(self, judge: str, memory: str, score: float, at: str) -> None:
        """Note what a judge scored a memory; its first score stays."""
        params = {"judge": judge, "memory": memory, "score": score, "at": at}
        self._database.write(lambda c: c.execute(Q.put_score, params))


def _row(one: Decided, at: str) -> dict[str, object]:
    """The row of a decision."""
    return {
        "at": at, "fact": one.fact, "memory": one.memory, "signal": json.dumps(asdict(one.signal)),
        "config": json.dumps(asdict(one.config)), "outcome": one.decision.outcome, "path": one.path, "why": one.why,
    }  # fmt: skip


def _logged(row: Row) -> LoggedDecision:
    """The decision that a row of the log holds."""
    signal = json.loads(row["signal"])
    signal["never"] = tuple(signal["never"])
    return from_row(
        LoggedDecision, row, signal=PromoteSignal(**signal), config=PromoteConfig(**json.loads(row["config"]))
    )
