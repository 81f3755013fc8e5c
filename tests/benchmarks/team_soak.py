"""Does a team's server stay as it is for hours: memory, connections, disk, times? A real one, under mixed load.

    python -m tests.benchmarks.team_soak FOLDER --hours 24 [--rate 4] [--nice 10] [--commits 180]
    python -m tests.benchmarks.team_soak FOLDER --judge

The server is a process over its embedded PostgreSQL in FOLDER, whose repository gets a commit now and then; five
members search, remember, change, forget, hand off, share, read pages, sign in and out, make and revoke tokens, wait
for changes; one of them from a home that joined. Each minute a row goes to FOLDER/rows.jsonl. At the end, or on SIGTERM
before, it prints what grew per 1,000 requests. FOLDER may lie in no folder that only root enters.
"""

import argparse
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.benchmarks.machines_faults import question, sentence
from tests.benchmarks.soak_judged import judged
from tests.benchmarks.soak_load import SoakLoad
from tests.benchmarks.soak_rows import measured, percentile, read_rows, write_row
from tests.benchmarks.soak_team import SoakTeam

MINUTE_S: Final = 60.0
SHOWN: Final = (
    "requests", "errors", "p50_ms", "p95_ms", "server_mb", "postgres_mb", "database_mb", "wal_mb", "files", "sessions",
)  # fmt: skip


def home_s_agent(team: SoakTeam, clone: Path, ends: threading.Event, told: list[str]) -> None:
    """A real client of a joined home's server, which asks and remembers until the end."""

    async def main() -> None:
        params = StdioServerParameters(
            command=sys.executable, args=["-m", "scrubjay_knowledge"], env=team.environment("joined"), cwd=clone
        )
        with (team.folder / "agent.log").open("a") as log:
            async with Client(stdio_client(params, errlog=log)) as client:
                number = 0
                while not ends.is_set():
                    number += 1
                    tool, arguments = "search_knowledge", {"query": question(number)}
                    if number % 5 == 0:
                        text, key = sentence("joined", number % 500), f"joined-{number % 500}"
                        tool, arguments = "remember", {"content": text, "scope": "team", "key": key}
                    answer = await client.call_tool(tool, arguments)
                    if answer.is_error:
                        told.append(str(answer.content)[:200])
                    await anyio.sleep(5.0)

    try:
        anyio.run(main)
    except BaseException as error:
        told.append(f"the home's agent ended: {type(error).__name__}: {error}")


def row_of(team: SoakTeam, load: SoakLoad, began: float, told: list[str]) -> dict[str, Any]:
    """One row, with what was answered since the last."""
    requests, took, said = load.taken()
    for line in told:
        said[f"home: {line}"] += 1
    told.clear()
    return {
        "seconds": round(time.monotonic() - began, 1), "requests": requests, "errors": sum(said.values()),
        "p50_ms": percentile(took, 0.5) * 1000, "p95_ms": percentile(took, 0.95) * 1000, "said": dict(said),
        **measured(team),
    }  # fmt: skip


def soak(folder: Path, hours: float, rate: float, nice: int, commits_s: float) -> None:
    """Run it, and write the rows."""
    team = SoakTeam(folder, nice)
    ends, told, began = threading.Event(), list[str](), time.monotonic()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ends.set())
    load, clone = SoakLoad(team, rate), team.joined()
    threads = [
        threading.Thread(target=load.run),
        threading.Thread(target=home_s_agent, args=(team, clone, load.ends, told)),
    ]
    for one in threads:
        one.start()
    try:
        committed = 0.0
        for minute in range(1, int(hours * 60) + 1):
            if ends.wait(max(0.0, minute * MINUTE_S - (time.monotonic() - began))):
                break
            row = row_of(team, load, began, told)
            write_row(folder / "rows.jsonl", row)
            shown = " ".join(f"{name}={row[name]:.0f}" for name in SHOWN)
            print(shown, row["said"] or "", flush=True)
            if row["seconds"] - committed >= commits_s:
                committed = row["seconds"]
                team.commit(minute)
    finally:
        load.ends.set()
        for one in threads:
            one.join(60)
        team.stop()


def main() -> int:
    """Run a soak, or judge one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--rate", type=float, default=4.0, help="acts a second; one is one to five requests")
    parser.add_argument("--nice", type=int, default=10)
    parser.add_argument("--commits", type=float, default=180.0, help="seconds between two commits")
    parser.add_argument("--judge", action="store_true", help="only judge the rows that are there")
    given = parser.parse_args()
    if not given.judge:
        soak(given.folder, given.hours, given.rate, given.nice, given.commits)
    print("\n".join(judged(read_rows(given.folder / "rows.jsonl"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
