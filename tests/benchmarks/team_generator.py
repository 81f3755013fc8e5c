"""Load on a team's server from a process of its own: an open loop, in which nobody waits for an earlier answer.

Requests arrive by a Poisson process. The ms of one count from when it was to begin, so that a server which falls behind
is charged for the queue. A request is HTTP, or the statements that the program asks for it, by hand.
"""

import json
import os
import pickle
import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import count
from typing import Any, Final, Literal
from uuid import UUID, uuid4

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.database.connecting import TeamDatabase
from tests.benchmarks.team_asked import AskedStatement

THREADS: Final = 48
LATE_S: Final = 30.0
"""Seconds after the last request begins until those that aren't answered are given up."""

What = Literal["search", "write"]
Ask = Callable[[What, int], None]


@dataclass(frozen=True, slots=True)
class LoadCaller:
    """A token with its digest and id, and the member whose it is."""

    text: str = field(repr=False)
    digest: bytes = field(repr=False)
    token: UUID
    member: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPlan:
    """What is asked, by several callers in turns; the statements by hand were recorded as the first one's.

    `ports` are those of the server's processes, none for the statements by hand; `rates` are a second.
    """

    ports: tuple[int, ...]
    callers: tuple[LoadCaller, ...]
    dsn: str = field(repr=False)
    questions: tuple[str, ...]
    claims: tuple[str, ...]
    searches: tuple[tuple[AskedStatement, ...], ...]
    writes: tuple[tuple[AskedStatement, ...], ...]
    searches_a_second: float
    writes_a_second: float
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadAnswer:
    """What came of it: ms of each search and write that was answered, how many weren't, CPU seconds here."""

    searches: list[float]
    writes: list[float]
    failed: int
    errors: list[str]
    cpu: float


def arrivals(plan: LoadPlan, chance: random.Random) -> list[tuple[float, What]]:
    """When each request begins, in seconds."""
    found: list[tuple[float, What]] = []
    rates: tuple[tuple[float, What], ...] = ((plan.searches_a_second, "search"), (plan.writes_a_second, "write"))
    for rate, what in rates:
        at = chance.expovariate(rate) if rate else plan.seconds
        while at < plan.seconds:
            found.append((at, what))
            at += chance.expovariate(rate)
    return sorted(found)


def asks_http(plan: LoadPlan) -> Ask:
    """Ask the server's processes, on one connection a thread."""
    own, places = threading.local(), count()

    def ask(what: What, number: int) -> None:
        if not hasattr(own, "connection"):
            own.connection = HTTPConnection("127.0.0.1", plan.ports[next(places) % len(plan.ports)], timeout=60)
        if what == "search":
            tool = {"name": "search_knowledge", "arguments": {"query": plan.questions[number % len(plan.questions)]}}
        else:
            text = f"Service {uuid4().hex[:12]}: {plan.claims[number % len(plan.claims)]}"
            tool = {"name": "remember", "arguments": {"content": text}}
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": tool})
        headers = {
            "authorization": f"Bearer {plan.callers[number % len(plan.callers)].text}",
            "content-type": "application/json",
        }
        try:
            own.connection.request("POST", "/mcp", body, headers)
            answer = own.connection.getresponse()
            told = answer.read().decode()
        except OSError:
            own.connection.close()
            raise
        if answer.status != 200 or json.loads(told).get("result", {}).get("isError", "error" in json.loads(told)):
            raise RuntimeError(f"{answer.status} {told[:200]}")

    return ask


def asks_by_hand(plan: LoadPlan) -> Ask:
    """Ask PostgreSQL the same statements as another caller, a write's with ids and a digest of its own.

    As for a request, who calls is looked up in a transaction before that of the call.
    """
    database = TeamDatabase(plan.dsn, lambda: datetime.now(UTC), 8)
    first = plan.callers[0]

    def ask(what: What, number: int) -> None:
        caller = plan.callers[number % len(plan.callers)]
        others: dict[object, UUID] = {first.member: caller.member, first.token: caller.token}
        calls = plan.searches if what == "search" else plan.writes
        with database.entered(caller.digest):
            pass
        with database.entered(caller.digest) as entered:
            for one in calls[number % len(calls)]:
                cursor = entered.connection.execute(one.sql, renewed(one, others, anew=what == "write"))
                if cursor.description:
                    cursor.fetchall()

    return ask


def renewed(one: AskedStatement, others: dict[object, UUID], *, anew: bool) -> Any:
    """The values of a statement for another caller; of a write (`anew`) for another memory."""
    values = dict(one.values or {})
    for name, value in values.items():
        if isinstance(value, UUID):
            if anew and name in ("id", "memory"):
                others.setdefault(value, uuid4())
            values[name] = others.get(value, value)
    if anew and "digest" in values:
        values["digest"] = os.urandom(32)
    if values.get("key") is not None:
        values["key"] = os.urandom(32)
    return values or None


def generate(plan: LoadPlan) -> LoadAnswer:
    """Ask as planned."""
    ask = asks_http(plan) if plan.ports else asks_by_hand(plan)
    for number in range(4):
        ask("search", number)
    waiting: queue.SimpleQueue[tuple[float, What, int] | None] = queue.SimpleQueue()
    times: dict[What, list[float]] = {"search": [], "write": []}
    errors: list[str] = []
    before = time.process_time()

    def work() -> None:
        while (one := waiting.get()) is not None:
            at, what, number = one
            try:
                ask(what, number)
                times[what].append((time.perf_counter() - at) * 1000)
            except Exception as error:
                errors.append(f"{type(error).__name__}: {str(error)[:200]}")

    threads = [threading.Thread(target=work, daemon=True) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    planned = arrivals(plan, random.Random(11))
    began = time.perf_counter()
    for number, (at, what) in enumerate(planned):
        time.sleep(max(0.0, began + at - time.perf_counter()))
        waiting.put((began + at, what, number))
    for _ in threads:
        waiting.put(None)
    until = time.perf_counter() + LATE_S
    for thread in threads:
        thread.join(max(0.0, until - time.perf_counter()))
    searches, writes = list(times["search"]), list(times["write"])
    failed = len(planned) - len(searches) - len(writes)
    cpu = time.process_time() - before
    return LoadAnswer(searches=searches, writes=writes, failed=failed, errors=errors[:3], cpu=cpu)


def main(streams: Sequence[Any] = (sys.stdin.buffer, sys.stdout.buffer)) -> None:
    """Read a plan, written by the benchmark that started this process, and write what came of it."""
    plan = pickle.loads(streams[0].read())  # noqa: S301
    streams[1].write(pickle.dumps(generate(plan)))
    streams[1].flush()
    os._exit(0)  # threads that wait for an answer that never comes


if __name__ == "__main__":
    main()
