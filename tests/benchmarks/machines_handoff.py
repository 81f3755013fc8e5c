"""What one member's agent leaves, another's takes up on another machine; leases by the server's clock."""

import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import anyio

from scrubjay.model.frozen import replace
from tests.benchmarks.machines_net import Machine
from tests.benchmarks.machines_team import Agent, TeamOnMachines, agent

FAKETIME: Final = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
"""Debian's libfaketime. The kernel's time namespaces move the monotonic clocks alone, never the time of day.

Under it a `time.sleep` now and then ends by OSError (EINVAL), which a server then tells: run the part again.
"""

WORK: Final = {
    "task_description": "Weigh the parcels of platform 7 once",
    "current_state": {"completed": ["platform 6"], "next_steps": ["platform 7"]},
    "relevant_files": ["docs/shop-7.md"],
}
RACES: Final = 10
LEFT: Final = re.compile(r"[0-9a-f]{32}")
MINUTES: Final = re.compile(r"its lease lasts (\d+ \w+) more")


def hours_off(machine: Machine, hours: int) -> Machine:
    """The machine, with its programs' time of day off by some hours."""
    variables = (f"LD_PRELOAD={FAKETIME}", f"FAKETIME=+{hours}h", "FAKETIME_DONT_FAKE_MONOTONIC=1")
    return replace(machine, before=("env", *variables))


def run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    """Leave and take work over real clients."""
    return anyio.run(_run, team, clones)


async def _run(team: TeamOnMachines, clones: dict[str, Path]) -> list[str]:
    more = {"SCRUBJAY_TOOLSETS": "[core, agents]"}
    anna, ben, carl = (replace(one, variables=one.variables | more) for one in team.members)
    off = FAKETIME.exists()
    if not off:
        print("clock off | not run: libfaketime isn't there, and time namespaces don't move the time of day")
    ben = hours_off(ben, 5) if off else ben
    async with AsyncExitStack() as stack:
        first, second, third = [
            await stack.enter_async_context(agent(one, clones[one.name], "session")) for one in (anna, ben, carl)
        ]
        if off:
            theirs, true = (one.run("date", "+%H:%M").strip() for one in (ben, anna))
            print(f"clock off | ben's machine says {theirs}, anna's {true}")
        return [*await _one(first, second, third), *await _races(first, second, third)]


async def left(sender: Agent, target: str) -> tuple[str, str]:
    """Leave work; its id, and what was said."""
    said, failed = await sender.ask("initiate_handoff", target_id=target, context=WORK)
    found = LEFT.search(said)
    return (found.group() if found and not failed else ""), said


async def _one(first: Agent, second: Agent, third: Agent) -> list[str]:
    """One handoff from the first to the second: the third sees nothing of it, and can't take it."""
    missed = []
    id, said = await left(first, "team:ben")
    if not id:
        return [f"it couldn't be left: {said[:400]}"]
    waits, _ = await second.ask("get_pending_handoffs")
    hidden, _ = await third.ask("get_pending_handoffs")
    taken, failed = await second.ask("accept_handoff", handoff_id=id)
    lease = MINUTES.search(taken)
    stolen, refused = await third.ask("accept_handoff", handoff_id=id)
    done, undone = await second.ask("complete_handoff", handoff_id=id, result={"notes": "Platform 7 is weighed."})
    told, _ = await first.ask("get_pending_handoffs")
    steps = {
        "waits on ben's machine": id in waits and str(WORK["task_description"]) in waits,
        "not shown to carl": id[:8] not in hidden,
        "taken by ben": not failed,
        "its lease is the server's 30 minutes": lease is not None and lease.group(1) in ("30 minutes", "29 minutes"),
        "refused to carl": refused,
        "completed by ben": not undone and "Completed" in done,
        "told to anna": id[:8] in told,
    }
    for step, holds in steps.items():
        print(f"handoff | {step} | {holds}")
        missed += [] if holds else [step]
    if missed:
        print("\n".join(f"  {one[:600]}" for one in (said, waits, hidden, taken, stolen, done, told)))
    return missed


async def _races(first: Agent, second: Agent, third: Agent) -> list[str]:
    """Work for whoever comes first: two machines take it at once, and one has it."""
    winners: list[list[str]] = []
    for _ in range(RACES):
        id, said = await left(first, "team")
        if not id:
            return [f"it couldn't be left: {said[:400]}"]
        won: list[str] = []

        async def take(one: Agent, id: str = id, won: list[str] = won) -> None:
            _, failed = await one.ask("accept_handoff", handoff_id=id)
            won += [] if failed else [one.machine.name]

        async with anyio.create_task_group() as group:
            group.start_soon(take, second)
            group.start_soon(take, third)
        winners.append(won)
    alone = sum(len(won) == 1 for won in winners)
    names = [name for won in winners for name in won]
    print(f"races | {alone} of {RACES} have one taker | ben {names.count('ben')}, carl {names.count('carl')}")
    return [] if alone == RACES else [f"takers of each: {winners}"]
