"""What does a session's start cost: the hook's CPU without its calls of git, and how long the client waits?"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.figures import pages, program, show, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

RUNS = 15
PAGES = 200
SCRIPT = """
import resource, sys
from scrubjay.clienthooks import event
code = event.main()
own = resource.getrusage(resource.RUSAGE_SELF)
sys.stderr.write(str(own.ru_utime + own.ru_stime))
sys.exit(code)
"""


def test_a_hook_from_its_start_to_its_end(repo: Repo, data: Path) -> None:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    found = pages(data, PAGES)
    repo.commit("Real pages", {f"docs/{number}.md": text for number, text in enumerate(found)})
    program("init", "--yes", "--client", "print", at=repo)
    own, wall = [], []
    for number in range(RUNS):
        said = {
            "hook_event_name": "SessionStart",
            "session_id": f"s{number}",
            "cwd": str(repo.path),
            "source": "startup",
        }
        with spent() as took:
            done = subprocess.run(
                [sys.executable, "-I", "-c", SCRIPT, "--home", repo.environment["SCRUBJAY_HOME"]],
                input=json.dumps(said).encode(), env=repo.environment, capture_output=True, check=True, timeout=60,
            )  # fmt: skip
        assert "knowledge: fresh" in done.stdout.decode()
        own.append(float(done.stderr))
        wall.append(took.wall)
    given = f"{len(found)} real pages, {RUNS} sessions, median"
    show("hook at session start, CPU", given, f"{statistics.median(own) * 1000:.0f} ms besides git", "<= 60 ms")
    show("hook at session start, wall", given, f"{statistics.median(wall) * 1000:.0f} ms", "<= 400 ms, idle machine")
