"""What does a session's life cost? Each hook of a client: its CPU besides git's, and how long the client waits."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.figures import Size, pages, program
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

STARTS = 15
WAITS = {"SessionStart": 400, "UserPromptSubmit": 400, "PreCompact": 1500, "Stop": 1500, "SessionEnd": 1500}
MEASURED = """
import resource, sys
from scrubjay.integrations.client_hooks.event import main
code = main()
own, git = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
sys.stderr.write(f"{own.ru_utime + own.ru_stime} {git.ru_utime + git.ru_stime}")
sys.exit(code)
"""
"""The hook's process, which says at its end what it and its calls of git spent."""


def set_up(clone: Path, environment: dict[str, str], memories: int) -> Repo:
    """A repository, set up; every hook is switched on."""
    repo = Repo(clone, environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text("hooks: {user_prompt_submit: true}\n")
    program("init", "--yes", at=repo)
    program("ingest", "--wait", at=repo)
    for number in range(memories):
        program("remember", f"Event number {number} of the bus is signed by its producer {number}.", at=repo)
    return repo


def fired(repo: Repo, event: str, number: int, transcript: Path) -> tuple[float, float, float, str]:
    """One hook: its own CPU, git's, the wall time in seconds, and what it added to the context."""
    told_of = {"hook_event_name": event, "source": "startup", "cwd": str(repo.path), "session_id": f"{event}-{number}"}
    message = told_of | {"prompt": f"Who signs event number {number} of the bus?", "transcript_path": str(transcript)}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-I", "-c", MEASURED, "--home", repo.environment["SCRUBJAY_HOME"]], input=json.dumps(message),
        env=repo.environment, capture_output=True, text=True, check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    wall = time.perf_counter() - started
    told = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""
    own, git = map(float, done.stderr.split())
    return own, git, wall, told


def test_each_event_of_a_session(
    sized_data: Path, tmp_path: Path, environment: dict[str, str], size: Size, make_repo: Callable[[str], Repo]
) -> None:
    clone = tmp_path / "openedx-events"
    if size.full:
        (bundle,) = (sized_data / "repos").glob("openedx*.bundle")
        subprocess.run(["git", "clone", "-q", str(bundle), str(clone)], env=environment, check=True, timeout=PATIENCE_S)
    else:
        make_repo(clone.name).commit("pages", {f"{n}.md": text for n, text in enumerate(pages(sized_data, 3))})
    repo = set_up(clone, environment, size.of(30, 1))
    transcript = tmp_path / "session.jsonl"
    transcript.write_text('{"type": "user"}\n' * 1000)
    for event, wait in WAITS.items():
        measured = [fired(repo, event, number, transcript) for number in range(size.of(STARTS, 1))]
        if event == "SessionStart":
            assert all(repo.git("rev-parse", "--short=10", "HEAD") in told for *_, told in measured)
        own, git, wall = (statistics.median(row[:3][n] for row in measured) * 1000 for n in range(3))
        worst = max(row[2] for row in measured) * 1000
        given = f"openedx-events, {STARTS} sessions, median, load {os.getloadavg()[0]:.1f}"
        size.show(f"{event}: own CPU", given, f"{own:.0f} ms (git {git:.0f} ms)", "<= 60 ms")
        size.show(f"{event}: wall", f"{given} (worst)", f"{wall:.0f} ms ({worst:.0f} ms)", f"<= {wait} ms")
