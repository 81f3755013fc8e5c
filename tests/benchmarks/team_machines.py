"""Does what a team's server promises hold over three machines, and when the server is cut, killed or slow?

    python -m tests.benchmarks.team_machines [--part told faults handoff watched leaving] [--writes 1000] [--nice 0]

Each machine is a network namespace with an address, an account and a home of its own; the server is a fourth one,
behind TLS with an authority of our own. Needs root, `ip` (iproute2) and `setpriv`; all is gone afterwards. Each part
prints a table, and a line that begins with "missed" for what doesn't hold; the exit code is then 1. On a computer that
does other work as well, a negative niceness keeps that out of the times.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import anyio

from tests.benchmarks import machines_faults, machines_handoff, machines_left, machines_watched
from tests.benchmarks.machines_team import TeamOnMachines, agent, join, team_on_machines

Part = Callable[[TeamOnMachines, dict[str, Path], int], list[str]]

FACT: Final = "The depot of the night trains closes at nine on Fridays, since the porter of lock 7 leaves."
ASKED: Final = "when does the depot of the night trains close on Fridays"


def told(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    """A fact of one machine's agent is in the others' next answers."""
    missed: list[str] = []

    async def main() -> None:
        one, two, three = team.members
        async with (
            agent(one, clones[one.name]) as first, agent(two, clones[two.name]) as second,
            agent(three, clones[three.name]) as third,
        ):  # fmt: skip
            for other in (second, third):
                text, _ = await other.ask("search_knowledge", query=ASKED)
                missed.extend([f"{other.machine.name} knew it before"] if FACT in text else [])
            _, failed = await first.ask("remember", content=FACT, scope="team", key="told")
            missed.extend(["it couldn't be stored"] if failed else [])
            for other in (second, third):
                began = time.monotonic()
                text, _ = await other.ask("search_knowledge", query=ASKED)
                took, has = (time.monotonic() - began) * 1000, FACT in text and f"by {one.name}" in text
                print(f"told | {one.name} -> {other.machine.name} | in the next answer: {has} | {took:4.0f} ms")
                missed.extend([] if has else [f"{other.machine.name}'s next answer doesn't have it: {text[:500]}"])

    anyio.run(main)
    return missed


PARTS: Final[dict[str, Part]] = {
    "told": told,
    "handoff": machines_handoff.run,
    "watched": machines_watched.run,
    "faults": machines_faults.run,
    "leaving": machines_left.run,
}


def main() -> int:
    """Run the parts, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--writes", type=int, default=1_000)
    parser.add_argument("--nice", type=int, default=0, help="niceness of the machines' programs, such as -10")
    params = parser.parse_args()
    os.nice(params.nice)
    missed = []
    with team_on_machines() as (team, clones):
        for member in team.members:
            before = machines_left.tree(member)
            there = join(team, member, clones[member.name])
            print(f"joined | {member.name} at {member.address} as {there['member']} | project {there['project']}")
            machines_left.BEFORE[member.name] = before
        for name in params.part:
            print(f"\n{name} | {datetime.now(UTC):%Y-%m-%d %H:%M:%S} | load {os.getloadavg()[0]:.1f}", flush=True)
            try:
                said = PARTS[name](team, clones, params.writes)
            except Exception as error:
                traceback.print_exception(error)
                said = [f"it ended by {type(error).__name__}"]
            found = [f"missed | {name} | {one}" for one in said]
            if found:
                print(*(f"{log.name}: {log.read_text()[-3000:]}" for log in team.at.folder.parent.glob("*.log")))
            print("\n".join(found or [f"{name} | all of it holds"]), flush=True)
            missed += found
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
