"""`scrubjay watch` as a process beside others that write."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.extensions.kinds.watched import Watched
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay_watch.commands import as_line, as_object
from scrubjay_watch.notifier import ResourceChange
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.story

WRITER = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.settings.layers import load_settings
git = GitEnvironment.of(os.environ)
with open_app(load_settings(os.environ), git_environment=git, wake=lambda: None) as app:
    workspace = app.workspace(Path(sys.argv[1]))
    for number in range(int(sys.argv[2])):
        content = f"Number {number} of the gulls nests beside harbour lamp {number * 7}."
        print(workspace.memories.remember(RememberRequest(content=content, author="ada")).id, flush=True)
    sys.stdin.read()
"""
"""A process that stores memories, says each id once it is stored, and then waits."""


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("first", {"README.md": "# Shop\n"})
    app.initialise(repo.path)
    return app.workspace(repo.path)


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(workspace: Workspace, repo: Repo, environment: dict[str, str]) -> Iterator[Start]:
    """Starts Python with a program or module, in the repository; what still runs at the end is ended."""
    begun: list[subprocess.Popen[str]] = []
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}

    def process(*arguments: str) -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        one = subprocess.Popen(
            [sys.executable, *arguments], cwd=repo.path, env=variables, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        begun.append(one)
        return one

    yield process
    for one in begun:
        one.kill()
        one.communicate()


def line_of(process: "subprocess.Popen[str]") -> str:
    return stream_of(process.stdout).readline()


def stream_of(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def watch(start: Start, *arguments: str) -> "subprocess.Popen[str]":
    """`scrubjay watch` that has begun to watch."""
    process = start("-m", "scrubjay.cli.main", "watch", *arguments)
    begun = line_of(process)
    assert "watching" in begun, begun + stream_of(process.stderr).read()
    return process


def test_each_change_is_an_object_also_of_a_writer_that_is_killed(
    start: Start, repo: Repo, workspace: Workspace
) -> None:
    watching = watch(start, "--json", "memories/*")
    writer = start("-c", WRITER, str(repo.path), "30")
    stored = {line_of(writer).strip() for _ in range(20)}
    writer.kill()
    rest, _ = writer.communicate(timeout=PATIENCE_S)
    stored |= {line for line in rest.split("\n") if line}
    heard: set[str] = set()
    while not stored <= heard:
        change: dict[str, Any] = json.loads(line_of(watching))
        assert change["resource"] == "scrubjay://memories/*"
        assert change["new"]["count"] == len(change["new"]["ids"])
        heard |= set(change["new"]["ids"])
    outcome = workspace.memories.remember(RememberRequest(content="Otters carry violet umbrellas.", author="ada"))
    assert isinstance(outcome, Stored)
    while outcome.id not in heard:
        heard |= set(json.loads(line_of(watching))["new"]["ids"])


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_it_as_it_ends_every_command(start: Start) -> None:
    watching = watch(start)
    watching.send_signal(signal.SIGINT)
    _, said = watching.communicate(timeout=PATIENCE_S)
    assert watching.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in said


def test_it_ends_with_its_reader(start: Start, repo: Repo) -> None:
    watching = watch(start)
    stream_of(watching.stdout).close()
    assert watching.wait(timeout=PATIENCE_S) == 0
    assert stream_of(watching.stderr).read() == ""


def test_what_there_is_not_is_said_with_what_there_is(start: Start) -> None:
    process = start("-m", "scrubjay.cli.main", "watch", "owls")
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2, said
    assert "Nothing to watch is called 'owls'. There are: handoffs/{name}, pool/{name}, task/{name}" in said


def test_a_line_has_counts_and_first_ids_and_no_text() -> None:
    ids = tuple(f"{number:032x}" for number in range(120))
    change = ResourceChange(watched=Watched("scrubjay://memories/*", "memories", "*"), new=ids, ended=ids[:1])
    first = " ".join(id[:12] for id in ids[:3])
    assert as_line("2026-03-01T12:00:00Z", change) == (
        f"2026-03-01T12:00:00Z scrubjay://memories/* 120 new: {first} …, 1 ended: {ids[0][:12]}"
    )
    told = as_object("2026-03-01T12:00:00Z", change)
    assert (told["new"]["count"], len(told["new"]["ids"]), told["changed"]["count"]) == (120, 100, 0)


def test_the_branch_of_a_task_is_told_whole() -> None:
    branch = "feature/a-long-name-of-a-branch"
    change = ResourceChange(watched=Watched("scrubjay://task/HEAD", "task", "HEAD"), changed=(branch,))
    assert as_line("now", change) == f"now scrubjay://task/HEAD 1 changed: {branch}"
