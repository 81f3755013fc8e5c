"""Machines search and write while the server is cut, killed, without its database and slow: what each answer takes and
says, and what becomes of each write."""

import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from scrubjay.model.frozen import dataclass, field
from tests.benchmarks.machines_team import ALONE, Agent, TeamOnMachines, agent

DEADLINE_MS: Final = 250.0
QUIET_S: Final = 6.0
"""Seconds of each phase at least, and rounds of each at least."""
AWAY: Final = "team team: no answer"
ROUNDS: Final = 20
PAUSE_S: Final = 0.2
"""Seconds that each agent rests after an answer, as one that reads it."""
RECOVERED_S: Final = 60.0
PLACES: Final = ("harbour", "mill", "ridge", "ferry", "quarry", "orchard", "viaduct", "lighthouse", "meadow", "canal")
THINGS: Final = ("crane", "gull", "lantern", "barrel", "signal", "ledger", "wagon", "rope", "bell", "anchor", "sail")


def sentence(machine: str, number: int) -> str:
    """A claim that no other is like."""
    place, thing = PLACES[number % 10], THINGS[number // 10 % 11]
    counted = number * 7919 % 100_003
    return f"{machine.title()} counted {counted} {thing}s near {place} {number} before {number * 31 % 977}."


def question(number: int) -> str:
    """A question that no other is like."""
    return f"how many times are parcels weighed before night train {number} leaves {THINGS[number % 11]}"


@dataclass(slots=True)
class Writing:
    """The writes of one machine: each is said again with its key until it is acknowledged."""

    agent: Agent
    wanted: int
    acknowledged: list[str] = field(default_factory=list)
    again: int = 0
    refused: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def run(self) -> None:
        """Write all of it."""
        name = self.agent.machine.name
        for number in range(self.wanted):
            text, failed = sentence(name, number), True
            while failed:
                began = time.monotonic()
                said, failed = await self.agent.ask("remember", content=text, scope="team", key=f"{name}-{number}")
                self.waits.append(time.monotonic() - began)
                if failed:
                    self.again += 1
                    if not any(words in said for words in ("answer", "often", "503", "second")):
                        self.refused.append(said)
                    await anyio.sleep(0.5)
            if '"stored"' not in said and "its key was used before" not in said:
                self.refused.append(said)
            self.acknowledged.append(text)
            await anyio.sleep(PAUSE_S)


@dataclass(slots=True)
class Asking:
    """The questions of one machine, asked by a home in the team and by two that aren't, interleaved."""

    joined: Agent
    alone: tuple[Agent, Agent]
    extra: list[float] = field(default_factory=list)
    noise: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=lambda: count(0))

    async def once(self) -> bool:
        """Ask once; whether the answer says that the team's is missing."""
        number = next(self.numbers)
        query = question(number)
        order = [(self.joined, 0), (self.alone[0], 1), (self.alone[1], 2)]
        took, said = [0.0, 0.0, 0.0], ["", "", ""]
        for who, place in order[number % 3 :] + order[: number % 3]:
            began = time.monotonic()
            said[place], _ = await who.ask("search_knowledge", query=query)
            took[place] = (time.monotonic() - began) * 1000
        self.extra.append(took[0] - took[1])
        self.noise.append(took[2] - took[1])
        self.own.append(took[1])
        line = said[0].splitlines()[0]
        missing = AWAY in line
        (self.named if missing else self.silent).append(line.partition(" · ")[2])
        return missing

    async def missing(self) -> bool:
        """Ask the home in the team alone; whether the answer says that the team's is missing."""
        said, _ = await self.joined.ask("search_knowledge", query=question(next(self.numbers)))
        return AWAY in said.splitlines()[0]

    def clear(self) -> None:
        for one in (self.extra, self.noise, self.own, self.silent, self.named):
            one.clear()


def three(values: list[float]) -> tuple[float, float, float]:
    """p50, p95, max."""
    each = sorted(values) or [0.0]
    return each[len(each) // 2], each[min(len(each) - 1, int(len(each) * 0.95))], each[-1]


@dataclass(slots=True)
class Phases:
    """Runs phases of a fault over all machines, and tells each as a line."""

    asking: list[Asking]
    writing: list[Writing]
    missed: list[str] = field(default_factory=list)

    async def phase(self, name: str, says: bool) -> None:
        """Ask for a while. `says`: each answer must name the server as missing."""
        for one in self.asking:
            one.clear()
        before = sum(len(one.acknowledged) for one in self.writing)
        until = time.monotonic() + QUIET_S

        for rounds in count(1):
            for one in self.asking:  # one after the other, so that they aren't what makes each other slow
                await one.once()
            if rounds >= ROUNDS and time.monotonic() > until:
                break
        extra = [value for one in self.asking for value in one.extra]
        noise = [value for one in self.asking for value in one.noise]
        own = [value for one in self.asking for value in one.own]
        silent = [line for one in self.asking for line in one.silent]
        lines = [line for one in self.asking for line in one.named]
        named = len(lines)
        written = sum(len(one.acknowledged) for one in self.writing) - before
        columns = " | ".join(" ".join(f"{value:6.0f}" for value in three(one)) for one in (own, extra, noise))
        print(
            f"{name:26} | {len(extra):4} | {columns} | {named:4} | {written:5} | {os.getloadavg()[0]:4.1f}", flush=True
        )
        for line, times in Counter(one.partition(" since ")[0] for one in lines).most_common(3):
            print(f"  {times} answers say: {line}", flush=True)
        if says and silent:
            self.missed.append(f"{name}: {len(silent)} of {len(extra)} answers name nothing, such as {silent[0]!r}")
        if not says and named * 10 > len(extra):
            self.missed.append(f"{name}: {named} of {len(extra)} answers say that the server is away")
        allowed = DEADLINE_MS + max(0.0, three(noise)[1])
        if three(extra)[1] > allowed:
            self.missed.append(f"{name}: p95 is {three(extra)[1]:.0f} ms above home's own; {allowed:.0f} allowed")

    async def recovered(self, name: str, answers: Callable[[], bool] | None) -> None:
        """How long until each machine's answers have the team again, once the server answers on its own machine."""
        if answers is not None:
            with anyio.fail_after(120):
                while not await anyio.to_thread.run_sync(answers):
                    await anyio.sleep(0.02)
        began, times = time.monotonic(), []

        async def heard(one: Asking) -> None:
            with anyio.move_on_after(RECOVERED_S):
                while True:
                    asked = time.monotonic() - began
                    if not await one.missing():
                        times.append(asked)
                        return
                    await anyio.sleep(0.1)

        async with anyio.create_task_group() as group:
            for one in self.asking:
                group.start_soon(heard, one)
        told = " ".join(f"{value:.1f}" for value in sorted(times))
        print(f"{name:26} | heard again by a question asked after {told} s", flush=True)
        if len(times) < len(self.asking):
            self.missed.append(f"{name}: only {len(times)} machines hear it again within {RECOVERED_S:.0f} s")


def run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    """Do all of it; returns what was missed."""
    return anyio.run(_run, team, clones, writes)


async def _run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    async with AsyncExitStack() as stack:
        asking, writing = [], []
        for number, member in enumerate(team.members):
            at = clones[member.name]
            joined, first, second, last = [
                await stack.enter_async_context(agent(member, at, home=home)) for home in ("home", *ALONE, "home")
            ]
            asking.append(Asking(joined, (first, second)))
            wanted = writes // 3 + (number < writes % 3)
            writing.append(Writing(last, wanted))
        phases = Phases(asking, writing)
        print(
            "phase | questions | home's own p50 p95 max | the team's more p50 p95 max | noise | named | written | load"
        )
        async with anyio.create_task_group() as group:
            for one in asking:
                await one.once()
            for writer in writing:
                group.start_soon(writer.run)
            await _faults(team, phases)
            print("waiting for the rest of the writes", flush=True)
    return [*phases.missed, *_counted(team, writing)]


async def _faults(team: TeamOnMachines, phases: Phases) -> None:
    async def out(act: Callable[[], object]) -> None:
        await anyio.to_thread.run_sync(act)

    await phases.phase("all is well", says=False)
    team.at.wire("down")
    await phases.phase("cut", says=True)
    team.at.wire("up")
    await phases.recovered("back after the cut", None)
    await out(team.kill)
    await phases.phase("killed -9", says=True)
    await out(team.start_again)
    await phases.recovered("back after the kill", team.answers)
    await out(team.restart_postgres)
    await phases.phase("PostgreSQL restarts", says=False)
    team.delay(10.0)
    await phases.phase("slow by 10 s", says=True)
    team.delay(0.0)
    await phases.recovered("back from slowness", None)
    await phases.phase("all is well again", says=False)


def _counted(team: TeamOnMachines, writing: list[Writing]) -> list[str]:
    """What was lost or doubled of the writes."""
    stored = team.stored()
    said = [text for one in writing for text in one.acknowledged]
    lost = [text for text in said if text not in stored]
    doubled = [text for text in said if stored.get(text, 0) > 1]
    refused = [text for one in writing for text in one.refused]
    waits = " ".join(f"{value * 1000:.0f}" for value in three([value for one in writing for value in one.waits]))
    print(f"writes | {len(said)} acknowledged | {sum(one.again for one in writing)} said again | "
          f"{len(lost)} lost | {len(doubled)} doubled | p50 p95 max {waits} ms")  # fmt: skip
    return [
        *([f"{len(lost)} writes are lost, such as {lost[0]!r}"] if lost else []),
        *([f"{len(doubled)} writes are there twice, such as {doubled[0]!r}"] if doubled else []),
        *([f"{len(refused)} answers to writes are no plain yes, such as {refused[0][:400]!r}"] if refused else []),
    ]
