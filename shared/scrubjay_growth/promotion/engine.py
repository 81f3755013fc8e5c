"""Decides on every fact, logs it, and proposes what graduates. A pass that runs twice changes nothing."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Final

from scrubjay.errors import AllowanceSpent, ModelUnavailable
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Memory
from scrubjay_growth.promotion.decision import PromoteConfig, decide_promotion, percentile, population
from scrubjay_growth.promotion.facts import Fact, signal_of
from scrubjay_growth.promotion.gathering import KnownFact, PromotionSources, each_alone, gather
from scrubjay_growth.promotion.judge import PromotionJudge
from scrubjay_growth.promotion.log import GIT, PROJECT, Decided, PromotionLog, Share

WINDOW: Final = timedelta(days=30)
"""Occurrences within it are counted."""

MAX_JUDGED: Final = 20
"""Memories that a model is asked about in one pass."""

SCORES: Final = 100
MIN_SCORES: Final = 20
"""A judge's last scores, among which one is placed, and how many there must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassResult:
    """What one pass did: how many facts it decided on, how many of the decisions were new, what it proposed.

    `withdrawn` names the facts whose proposals fell; `shared` the user's memories that became the project's by
    themselves; `unreadable` counts sessions without a transcript that could be read, which have no outcome; `stopped`
    says why a model wasn't asked further.
    """

    decided: int = 0
    logged: int = 0
    proposed: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    unreadable: int = 0
    stopped: str = ""


class PromotionEngine:
    """Decides which facts of one project's memories and the user's are promoted.

    `judge` scores memories where a model is chosen. `share` is set where the user lets their own memories become the
    project's by themselves; into git nothing goes without a person.
    """

    def __init__(
        self,
        *,
        memories: MemoryReader,
        log: PromotionLog,
        sources: PromotionSources,
        clock: Clock,
        judge: PromotionJudge | None = None,
        share: Share | None = None,
    ) -> None:
        self._memories = memories
        self._log = log
        self._sources = sources
        self._clock = clock
        self._judge = judge
        self._share = share

    def run(
        self,
        facts: Iterable[Fact] | None = None,
        *,
        dry_run: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> PassResult:
        """Decide on each fact of which something is known; without `facts` each memory is one.

        `dry_run` writes nothing. Everything is logged in one transaction: a pass that is killed has done nothing but
        ask a model.
        """
        now = self._clock()
        moment, last, outcomes = iso(now), self._log.last(), self._sources.outcomes()
        known = gather(
            self._memories,
            self._sources,
            each_alone(self._memories) if facts is None else facts,
            outcomes,
            last,
            since=iso(now - WINDOW),
            now=moment,
        )
        among = population([len(one.seen) for one in known])
        config = PromoteConfig(mean=round(among.mean, 6), std=round(among.std, 6), n=among.n)
        stopped = "" if dry_run else self._ask(known, moment, stop)
        places = self._places(known)
        decided = []
        for one in known:
            key, memory = one.fact.key, one.memory
            signal = signal_of(
                one.members, one.seen, outcomes, one.grade, previous=last[key].state if key in last else "",
                never=one.never, self_eval=places.get(memory.id) if memory else None,
            )  # fmt: skip
            id, target = (memory.id, PROJECT if memory.scope == "user" else GIT) if memory else (key, GIT)
            decision = decide_promotion(signal, config)
            decided.append(Decided(fact=key, memory=id, signal=signal, config=config, decision=decision, target=target))
        new = [one for one in decided if not one.repeats(last.get(one.fact))]
        result = PassResult(decided=len(known), logged=len(new), unreadable=outcomes.unreadable, stopped=stopped)
        if dry_run:
            return result
        proposed, withdrawn = self._log.add(new, moment)
        shared = self._shared(new, proposed, moment)
        proposed = tuple(id for id in proposed if id not in shared)
        return replace(result, proposed=proposed, withdrawn=withdrawn, shared=shared)

    def _shared(self, new: Sequence[Decided], proposed: Sequence[str], moment: str) -> tuple[str, ...]:
        """Share new proposals with the project where no person has to be asked; returns the memories."""
        if self._share is None:
            return ()
        shared = []
        for one in new:
            if one.memory in proposed and one.target == PROJECT:
                self._share(one.memory)
                self._log.decide(one.memory, "approved", moment, "promotion.mode: auto")
                shared.append(one.memory)
        return tuple(shared)

    def _ask(self, known: Iterable[KnownFact], moment: str, stop: Callable[[], bool]) -> str:
        """Let the judge score what it hasn't yet; returns why it wasn't asked further."""
        judge = self._judge
        if judge is None:
            return ""
        memories = _may_be_judged(known)
        scored = self._log.scores(judge.name, [memory.id for memory in memories])
        for memory in [one for one in memories if one.id not in scored][:MAX_JUDGED]:
            if stop():
                return "stopped"
            try:
                score = judge.score(memory.content)
            except (ModelUnavailable, AllowanceSpent) as error:
                return str(error)
            if score is not None:
                self._log.add_score(judge.name, memory.id, score, moment)
        return ""

    def _places(self, known: Iterable[KnownFact]) -> dict[str, float]:
        """Where each memory's score stands among the judge's last, by id; none while there are too few."""
        judge = self._judge
        if judge is None:
            return {}
        newest = self._log.newest_scores(judge.name, SCORES)
        if len(newest) < MIN_SCORES:
            return {}
        scores = self._log.scores(judge.name, [one.memory.id for one in known if one.memory])
        return {id: round(percentile(score, newest), 6) for id, score in scores.items()}


def _may_be_judged(known: Iterable[KnownFact]) -> list[Memory]:
    """What nothing rules out: a private memory is sent to no model."""
    return [one.memory for one in known if one.memory and not one.never]
