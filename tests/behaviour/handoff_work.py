"""An agent among many that leave, take and finish handoffs of one project, until it is killed.

Usage: python -m tests.behaviour.handoff_work DATABASE SEED. Says each thing once it is on disk, one line each. Its time
runs 3,600 times as fast, so that half an hour of silence is half a second.
"""

import random
import sys
import threading
from datetime import datetime, timedelta
from pathlib import Path

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.model.agent import AgentType, Caller, default_capabilities
from scrubjay.model.clock import system_clock
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.handoff import HandoffContext, HandoffResult
from scrubjay_agents.handoffs.passing import Changed, KeptAsNote
from scrubjay_agents.handoffs.store import HandoffStore

BASE = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
FASTER = 3_600
TARGETS = ("branch:main",)

THOUGHT_S = 0.2
"""An agent thinks between its calls; at this pace it still makes ten times the writes that it is allowed."""


def quick_clock() -> datetime:
    """A clock that every process of a run shares."""
    return BASE + (system_clock() - BASE) * FASTER % timedelta(days=365_000)


def agent(seed: str) -> Caller:
    return Caller(
        agent=seed.rjust(32, "0"),
        type=AgentType.CODEX,
        owner="ada",
        project="p",
        session=f"s-{seed}",
        capabilities=default_capabilities(AgentType.CODEX),
    )


def say(*words: object) -> None:
    print(*words, flush=True)


def main(file: str, seed: str) -> None:
    database = Database(Path(file), "session")
    store = HandoffStore(database, quick_clock, AgentAudit(database, quick_clock), grown=lambda _: None)
    chance, me = random.Random(seed), agent(seed)
    thinking = threading.Event()
    say("ready")
    while True:
        thinking.wait(chance.uniform(0, THOUGHT_S))
        if chance.random() < 0.3:
            made = store.add(me, TARGETS[0], HandoffContext(task_description="t"), timedelta(days=30))
            say("left", made.id)
        waiting = store.pending(agent("watcher"), TARGETS, 20)
        if not waiting:
            continue
        taken = store.accept(me, chance.choice(waiting).id, TARGETS)
        if not isinstance(taken, Changed):
            continue
        say("took", taken.handoff.id, taken.handoff.number)
        if chance.random() < 0.8:
            done = store.complete(me, taken.handoff.id, HandoffResult(notes=seed), taken.handoff.number)
            if isinstance(done, Changed | KeptAsNote):
                say("done", taken.handoff.id, taken.handoff.number)


if __name__ == "__main__":
    main(*sys.argv[1:])
