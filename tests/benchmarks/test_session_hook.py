"""What does the start of a session cost? The SessionStart hook: its CPU besides git's, and how long a client waits."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.figures import program, show
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

STARTS = 15
MEASURED = """
import resource, sys
from scrubjay.clienthooks.event import main
code = main()
own, git = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
sys.stderr.write(f"{own.ru_utime + own.ru_stime} {git.ru_utime + git.ru_stime}")
sys.exit(code)
"""
"""The hook's process, which says at its end what it and its calls of git spent."""


def test_the_start_of_a_session(data: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    clone = tmp_path / "openedx-events"
    (bundle,) = (data / "repos").glob("openedx*.bundle")
    subprocess.run(["git", "clone", "-q", str(bundle), str(clone)], env=environment, check=True, timeout=120)
    repo = Repo(clone, environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    program("init", "--yes", at=repo)
    measured: list[tuple[float, float, float]] = []
    for number in range(STARTS):
        told_of = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(clone)}
        message = told_of | {"session_id": f"session-{number}"}
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-I", "-c", MEASURED, "--home", environment["SCRUBJAY_HOME"]], input=json.dumps(message),
            env=repo.environment, capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        wall = time.perf_counter() - started
        told = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
        assert repo.git("rev-parse", "--short=10", "HEAD") in told
        own, git = map(float, done.stderr.split())
        measured.append((own, git, wall))
    own, git, wall = (statistics.median(column) * 1000 for column in zip(*measured, strict=True))
    worst = max(row[2] for row in measured) * 1000
    given = f"openedx-events, {STARTS} sessions, median"
    show("session hook: own CPU", given, f"{own:.0f} ms (git {git:.0f} ms)", "<= 60 ms")
    show("session hook: wall", f"{given} (worst)", f"{wall:.0f} ms ({worst:.0f} ms)", "<= 400 ms")
