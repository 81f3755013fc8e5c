"""What does it cost to take 10,000 logged decisions again, and does the same come out?

pytest tests/benchmarks/test_decisions.py -m benchmark -s
"""

import random
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.model.clock import iso
from scrubjay.storage.database import Database
from scrubjay_growth.promotion.decision import PromoteConfig, PromoteSignal, decide_promotion, state_after
from scrubjay_growth.promotion.log import GIT, Decided, PromotionLog
from scrubjay_growth.promotion.replaying import replay
from tests.benchmarks.figures import Size

pytestmark = pytest.mark.benchmark

FACTS = 500
CPU_S = 5.0
BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
OTHERWISE = {"outcome_threshold": 0.6, "outcome_floor": 0.3}


def signal(chance: random.Random) -> PromoteSignal:
    """What may be known of a fact: every path passes, fails and abstains, some facts are ruled out."""
    n = chance.randrange(12)
    return PromoteSignal(
        frequency=chance.randrange(9),
        authors=chance.randrange(1, 4),
        days=chance.randrange(5),
        sessions=chance.randrange(5),
        clients=chance.randrange(3),
        grounded=chance.random() < 0.7,
        outcome_successes=chance.randrange(n + 1),
        outcome_n=n,
        base_rate=round(chance.random(), 6),
        base_n=chance.randrange(20),
        self_eval=chance.choice((None, round(chance.random(), 6))),
        failures=chance.choice((0, 0, 0, 1, 2)),
        never=chance.choice(((), (), (), ("contradicted",))),
    )


def fill(log: PromotionLog, decisions: int) -> None:
    """Log so many decisions of daily passes over a few hundred facts, each from what the one before came to."""
    chance, states = random.Random(17), dict[str, str]()
    for day in range(-(-decisions // FACTS)):
        config = PromoteConfig(mean=2.5, std=0.4 + day % 3 / 2, n=15 + day)
        rows = []
        for number in range(min(FACTS, decisions - day * FACTS)):
            fact = f"{number:032x}"
            known = replace(signal(chance), previous=states.get(fact, ""))
            decision = decide_promotion(known, config)
            states[fact] = state_after(decision, known.previous)
            rows.append(Decided(fact=fact, memory=fact, signal=known, config=config, decision=decision, target=GIT))
        log.add(rows, iso(BEGAN + timedelta(days=day)))


def test_logged_decisions_are_taken_again(tmp_path: Path, size: Size) -> None:
    count = size.of(10_000, 600)
    with Database(tmp_path / "knowledge.db", "knowledge") as database:
        log = PromotionLog(database)
        fill(log, count)
        began = time.process_time()
        rows = log.decisions(count)
        as_logged, otherwise = replay(rows, {}), replay(rows, OTHERWISE)
        spent = time.process_time() - began
        again = replay(log.decisions(count), OTHERWISE)
    assert len(rows) == count
    assert not [one for one in as_logged if one.differs]
    assert otherwise == again
    differing = sum(one.differs for one in otherwise)
    assert differing
    given = f"{count:,} decisions, read and replayed twice; {differing:,} otherwise"
    size.show("replay of decisions", given, f"{spent:.2f} s CPU", f"<= {CPU_S:.0f} s")
    if size.full:
        assert spent <= CPU_S
