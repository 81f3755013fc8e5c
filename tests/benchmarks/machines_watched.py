"""Many writes of two members, and what a third is told of them: how soon, how often, and of nothing that is hidden."""

import json
import subprocess
import threading
import time
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import anyio
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import ResourceUpdatedNotification

from scrubjay.model.frozen import dataclass, field
from tests.benchmarks.machines_faults import sentence, three
from tests.benchmarks.machines_team import Agent, TeamOnMachines, agent, clone, initialise, make_repository

EVERY: Final = "scrubjay://memories/*"
HIDDEN: Final = "vault"
LATEST_S: Final = 2.0
LEAST_GAP_S: Final = 0.9
"""Seconds between two messages as they come in here: one that was late makes the next one look soon."""

ANSWERED_S: Final = 0.3
"""Seconds by which a message may come before the answer to the write."""


@dataclass(slots=True)
class Watching:
    """`scrubjay watch` on a machine: each line with the moment when it came."""

    process: "subprocess.Popen[str]"
    lines: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def read(self) -> None:
        for line in self.process.stdout or ():
            said = json.loads(line)
            if "watching" in said:
                self.ready.set()
            else:
                self.lines.append((time.monotonic(), said))
        self.ready.set()

    def ids(self) -> dict[str, float]:
        """When each id was told first."""
        told: dict[str, float] = {}
        for at, line in self.lines:
            for id in (*line["new"]["ids"], *line["changed"]["ids"], *line["ended"]["ids"]):
                told.setdefault(id, at)
        return told

    @property
    def gaps(self) -> list[float]:
        return [later - sooner for (sooner, _), (later, _) in pairwise(self.lines)]


@dataclass(slots=True)
class Written:
    """What was stored: when each id was acknowledged."""

    seen: dict[str, float] = field(default_factory=dict)
    hidden: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    async def write(self, by: Agent, numbers: range, into: dict[str, float]) -> None:
        for number in numbers:
            content, failed = sentence(f"{by.machine.name} {len(into)}", number + 50_000), True
            while failed:
                answer = await by.client.call_tool(
                    "remember", {"content": content, "scope": "team", "key": f"w-{by.machine.name}-{number}"}
                )
                failed = bool(answer.is_error)
                if failed:
                    self.failed.append(str(answer.content)[:300])
                    await anyio.sleep(1)
            into[str((answer.structured_content or {})["id"])] = time.monotonic()


def watch(team: TeamOnMachines, at: Path) -> Watching:
    """Let ben's machine watch all memories of a clone."""
    ben = team.members[1]
    log = (ben.folder.parent / "watch.log").open("a")
    words = ("env", "--chdir", str(at), "scrubjay", "watch", "--json", "memories/*")
    watching = Watching(ben.start(*words, stdout=subprocess.PIPE, stderr=log))
    threading.Thread(target=watching.read, daemon=True).start()
    if not watching.ready.wait(60):
        raise RuntimeError("scrubjay watch doesn't begin")
    return watching


def run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    """Write, and compare with what was told."""
    anna, ben, carl = team.members
    origin = make_repository(ben.folder.parent, 10, HIDDEN)
    team.mirror(origin, HIDDEN, anna.name, carl.name)
    others = {}
    for member in team.members:
        others[member.name] = clone(origin, member, HIDDEN)
        initialise(member, others[member.name])
    watching = [watch(team, clones[ben.name]), watch(team, others[ben.name])]
    try:
        return anyio.run(_run, team, clones, others, writes, watching)
    finally:
        for one in watching:
            one.process.terminate()
            one.process.wait(30)


async def _run(
    team: TeamOnMachines, clones: dict[str, Path], others: dict[str, Path], writes: int, watching: list[Watching]
) -> list[str]:
    anna, ben, carl = team.members
    updates: dict[str, list[float]] = {"legacy": [], "2026-07-28": []}

    async def heard(message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            updates["legacy"].append(time.monotonic())

    async with AsyncExitStack() as stack:
        old = await stack.enter_async_context(
            agent(ben, clones[ben.name], mode="legacy", message_handler=heard)
        )  # fmt: skip
        new = await stack.enter_async_context(agent(ben, clones[ben.name], mode="2026-07-28"))
        shop = [await stack.enter_async_context(agent(one, clones[one.name])) for one in (anna, carl)]
        vault = [await stack.enter_async_context(agent(one, others[one.name])) for one in (anna, carl)]
        await old.client.subscribe_resource(EVERY)
        stream = await stack.enter_async_context(new.client.listen(resource_subscriptions=[EVERY]))

        async def listen() -> None:
            async for event in stream:
                if isinstance(event, ResourceUpdated):
                    updates["2026-07-28"].append(time.monotonic())

        written, began = Written(), time.monotonic()
        async with anyio.create_task_group() as listening:
            listening.start_soon(listen)
            await anyio.sleep(3)
            async with anyio.create_task_group() as group:
                for one in shop:
                    group.start_soon(written.write, one, range(writes * 2 // 5), written.seen)
                for one in vault:
                    group.start_soon(written.write, one, range(100_000, 100_000 + writes // 10), written.hidden)
            took = time.monotonic() - began
            await anyio.sleep(4)
            listening.cancel_scope.cancel()
    stored = len(written.seen) + len(written.hidden)
    print(f"{stored} writes in {took:.0f} s, {len(written.hidden)} of them in a project that isn't granted to ben; "
          f"{len(written.failed)} said again {written.failed[:1]}")  # fmt: skip
    print("who is told | messages | ids | told after p50 p95 max s | least gap s | of the hidden project")
    return [
        *_compared("scrubjay watch in shop", watching[0], written, all_of=True),
        *_compared("scrubjay watch in vault", watching[1], written, all_of=False),
        *[line for era, times in updates.items() for line in _messages(f"MCP {era} in shop", times, written)],
    ]


def _compared(name: str, watching: Watching, written: Written, *, all_of: bool) -> list[str]:
    """What is wrong with the lines of a watch."""
    told = watching.ids()
    late = [told[id] - at for id, at in written.seen.items() if id in told]
    leaked = [id for id in told if id in written.hidden]
    counted = sum(line["new"]["count"] for _, line in watching.lines)
    gaps = watching.gaps or [0.0]
    times = " ".join(f"{value:.2f}" for value in three(late))
    print(f"{name} | {len(watching.lines)} | {len(told)} (new: {counted}) | {times} | {min(gaps):.2f} | {len(leaked)}")
    missing = len(written.seen) - len(late)
    return [
        *([f"{name}: {len(leaked)} memories of a project that isn't granted are told"] if leaked else []),
        *([f"{name}: {missing} of {len(written.seen)} aren't told by id"] if all_of and missing else []),
        *([f"{name}: told after up to {max(late):.1f} s"] if late and max(late) > LATEST_S else []),
        *([f"{name}: two messages within {min(gaps):.2f} s"] if watching.gaps and min(gaps) < LEAST_GAP_S else []),
    ]


def _messages(name: str, times: list[float], written: Written) -> list[str]:
    """What is wrong with the messages of a subscription: each write needs one within two seconds."""
    late = [
        min((at for at in times if at >= done - ANSWERED_S), default=float("inf")) - done
        for done in written.seen.values()
    ]
    gaps = [later - sooner for sooner, later in pairwise(times)] or [0.0]
    p50, p95, most = three(late)
    print(f"{name} | {len(times)} | - | {p50:.2f} {p95:.2f} {most:.2f} | {min(gaps):.2f} | -")
    return [
        *([f"{name}: told after up to {most:.1f} s"] if most > LATEST_S else []),
        *([f"{name}: two messages within {min(gaps):.2f} s"] if len(times) > 1 and min(gaps) < LEAST_GAP_S else []),
    ]
