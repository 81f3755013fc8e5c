"""Decides which facts of a team are proposed to its reviewers. A pass that runs twice changes nothing."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.log import Log
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, replace
from scrubjay_growth.api import GIT, Decided, Outcomes, PromoteConfig, decide_promotion, population, signal_of
from scrubjay_team.database.queries import load
from scrubjay_team.evidence import log
from scrubjay_team.evidence.counts import KEPT
from scrubjay_team.evidence.facts import comparable, facts_of, known_facts
from scrubjay_team.evidence.grouping import TeamGrouping
from scrubjay_team.evidence.proposals import KEY, proposal_of, published
from scrubjay_team.evidence.reading import WINDOW, evidence_of
from scrubjay_team.review.proposing import propose, withdraw

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay_growth.api import KnownFact, LoggedDecision
    from scrubjay_team.database.working import WorkerDatabase
    from scrubjay_team.evidence.reading import TeamEvidence

Q = load(__package__)

EVERY: Final = timedelta(days=1)
"""How often the worker decides on a team's facts."""

_log = Log(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPass:
    """What one pass did: facts that were decided on, decisions that are new, and ids of memories by what followed.

    `proposed` go to reviewers, `withdrawn` don't any more, `published` are in their repository now.
    """

    decided: int = 0
    logged: int = 0
    proposed: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    published: tuple[str, ...] = ()


class TeamPromotion:
    """Decides on the facts of teams, on the worker's connections; no language model is asked, so self_eval abstains.

    `embedder` is the server's, by which claims in other words are grouped; None groups none.
    """

    def __init__(self, database: "WorkerDatabase", clock: Clock, embedder: "Embedder | None") -> None:
        self._database = database
        self._clock = clock
        self._grouping = TeamGrouping(embedder)

    def run_due(self) -> None:
        """Decide for each team whose facts weren't decided on for a day; what fails is told, and tried again."""
        since = {"since": self._clock() - EVERY}
        with self._database.plain() as connection:
            teams = [row["team"] for row in connection.execute(Q.teams_to_promote, since).fetchall()]
        for team in teams:
            with suppress(NotFound):  # deleted meanwhile
                try:
                    self.run(team)
                except ScrubjayError as error:
                    _log.warning("the facts of a team weren't decided on: %s", error)

    def run(self, team: UUID, *, dry_run: bool = False) -> TeamPass:
        """Decide on every fact of a team of which something is known. `dry_run` changes nothing. Raises NotFound."""
        with self._database.promoting(team) as connection:
            connection.execute(Q.lock_team, {"team": team})
            now = self._clock()
            evidence = evidence_of(connection, now)
            known, facts = _known(evidence, self._grouping, now)
            last = log.last_decisions(connection)
            decided = _decided(known, evidence, last)
            new = [one for one in decided if not one.repeats(last.get(one.fact))]
            by_fact = {one.fact.key: one for one in known}
            proposed = [one for one in decided if one.path]
            if dry_run:
                return TeamPass(decided=len(decided), logged=len(new), proposed=tuple(one.memory for one in proposed))
            for memory, fact in facts.items():
                connection.execute(Q.put_fact, {"team": team, "memory": memory, "fact": fact})
            log.add(connection, team, new, now)
            asked = ((one.memory, proposal_of(team, one, by_fact[one.fact])) for one in proposed)
            made = [memory for memory, asking in asked if propose(connection, asking, now)]
            fell = (one for one in decided if not one.path and one.why)
            gone = [one.memory for one in fell if withdraw(connection, team, f"{KEY}{one.fact}")]
            there = published(connection, team, now)
            connection.execute(Q.drop_old_sessions, {"before": (now - KEPT).date()})
            connection.execute(Q.put_pass, {"team": team, "at": now})
            return TeamPass(
                decided=len(decided), logged=len(new), proposed=tuple(made), withdrawn=tuple(gone), published=there
            )


def _known(
    evidence: "TeamEvidence", grouping: TeamGrouping, now: datetime
) -> "tuple[Sequence[KnownFact], dict[UUID, UUID]]":
    """The facts of a team, and which fact each memory states that shares one with others."""
    since = iso(now - WINDOW)
    facts = facts_of(evidence.claims, grouping(comparable(evidence.claims, since)))
    known = known_facts(
        evidence.claims, facts, evidence.again, shown=evidence.was_shown, since=since, now=iso(now)
    )  # fmt: skip
    shared = {fact for memory, fact in facts.items() if memory != fact}
    return known, {memory: fact for memory, fact in facts.items() if fact in shared}


def _decided(
    known: "Sequence[KnownFact]", evidence: "TeamEvidence", last: "dict[str, LoggedDecision]"
) -> list[Decided]:
    """A decision on each fact that several stated, that several's sessions had, or that was decided on before."""
    among = population([len(one.seen) for one in known])
    config = PromoteConfig(mean=round(among.mean, 6), std=round(among.std, 6), n=among.n)
    decided = []
    for one in known:
        of_one_home = signal_of(
            one.members, one.seen, Outcomes(well={}, had={}, failed={}), one.grade,
            previous=last[one.fact.key].state if one.fact.key in last else "", never=one.never, self_eval=None,
        )  # fmt: skip
        votes = evidence.ended.votes(one.fact.members)
        signal = replace(
            of_one_home, outcome_successes=votes.successes, outcome_n=votes.n, base_rate=votes.base_rate,
            base_n=votes.base_n,
        )  # fmt: skip
        if one.memory and (len(one.seen) > 1 or signal.outcome_n or one.fact.key in last):
            decided.append(
                Decided(
                    fact=one.fact.key, memory=one.memory.id, signal=signal, config=config,
                    decision=decide_promotion(signal, config), target=GIT,
                )
            )  # fmt: skip
    return decided
