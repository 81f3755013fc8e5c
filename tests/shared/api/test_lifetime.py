"""A program's memory is open from `with` to its end, in one process, for any number of threads; then nothing stays."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import psutil
import pytest

from scrubjay import AsyncMemory, ProjectMemory, open_memory
from scrubjay.errors import UsageError
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.anyio

ACROSS_FORK = """
import os
from scrubjay import open_memory
from scrubjay.errors import UsageError

with open_memory() as memory:
    memory.search("queue")
    if not (child := os.fork()):
        try:
            memory.remember("A child writes with what its parent opened.")
        except UsageError as error:
            with open_memory() as own:
                print(error, own.search("why a queue").fit, flush=True)
        try:
            memory.__enter__()
        except UsageError as error:
            print(error, flush=True)
        memory.__exit__(None, None, None)
        os._exit(0)
    os.waitpid(child, 0)
    print(memory.remember("A parent goes on.").outcome)
"""


@pytest.mark.parametrize("opened", [True, False])
def test_a_memory_that_is_not_open_says_so(project: Repo, opened: bool) -> None:
    memory = open_memory(project.path)
    if opened:
        with memory:
            assert memory.search("why a queue").results
    for call in (memory.search, memory.remember, memory.forget, memory.context):
        with pytest.raises(UsageError, match="inside its `with`"):
            call("queue")
    with pytest.raises(UsageError, match="inside its `with`"):
        memory.memories()


def test_a_memory_may_be_opened_again_but_not_twice_at_once(project: Repo) -> None:
    memory = open_memory(project.path)
    for _ in range(2):
        with memory:
            with pytest.raises(UsageError, match="open already"):
                memory.__enter__()
            assert memory.search("why a queue").results


def test_an_error_in_the_block_is_the_programs_and_closes_the_memory(project: Repo) -> None:
    with pytest.raises(ZeroDivisionError), open_memory(project.path) as memory:
        1 / 0  # noqa: B018
    with pytest.raises(UsageError):
        memory.search("queue")


def open_files(folder: Path) -> list[str]:
    """The files below a folder that this process has open."""
    return [file.path for file in psutil.Process().open_files() if Path(file.path).is_relative_to(folder)]


def ask_until_closed(memory: ProjectMemory, thread: int) -> str:
    number = 0
    while True:
        try:
            memory.search("why a queue")
            memory.remember(f"Van {thread} of the fleet has passed its test number {number}.")
            number += 1
        except UsageError as error:
            return str(error)


def test_threads_share_a_memory_and_its_end_leaves_no_file_open(project: Repo) -> None:
    home = Path(project.environment["SCRUBJAY_HOME"])
    with ThreadPoolExecutor(4) as pool:
        with open_memory(project.path) as memory:
            asking = [pool.submit(ask_until_closed, memory, thread) for thread in range(4)]
            while len(memory.memories(words=["passed"])) < 8:
                assert open_files(home)
        told = [each.result(PATIENCE_S) for each in asking]
    assert all("`with`" in one for one in told)
    assert open_files(home) == []


def test_another_folder_of_the_program_is_no_other_project(
    project: Repo, other_project: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.path)
    with open_memory() as memory:
        monkeypatch.chdir(other_project.path)
        assert memory.search("why a queue").view["worktree"] == str(project.path)


def test_two_projects_stand_open_beside_each_other_and_never_mix(project: Repo, other_project: Repo) -> None:
    with open_memory(project.path) as one, open_memory(other_project.path) as other:
        one.remember("The blue van belongs to the first depot.")
        other.remember("The red van belongs to the second depot.")
        assert [hit.text for hit in one.search("which van at which depot").memories] == [one.memories()[0].content]
        (found,) = other.search("which van at which depot").memories
        assert "red" in found.text


def test_a_forked_process_opens_its_own(project: Repo) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", ACROSS_FORK],
        cwd=project.path, env=project.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    child, again, parent = done.stdout.splitlines()
    assert "Call open_memory again in this one" in again
    assert "process that opened it" in child
    assert child.endswith("good")
    assert parent == "stored"


async def test_the_asynchronous_memory_closes_as_well(project: Repo) -> None:
    async with AsyncMemory(project.path) as memory:
        assert (await memory.search("why a queue")).results
    with pytest.raises(UsageError, match="inside its `with`"):
        await memory.search("queue")
    assert open_files(Path(project.environment["SCRUBJAY_HOME"])) == []


async def test_an_opening_that_is_cancelled_leaves_nothing_open(project: Repo) -> None:
    memory = AsyncMemory(project.path)
    for seconds in (0.0, 0.001, 0.02, 0.1):
        with anyio.move_on_after(seconds):
            async with memory:
                await anyio.sleep_forever()
        assert open_files(Path(project.environment["SCRUBJAY_HOME"])) == []
    async with memory:
        assert (await memory.search("why a queue")).results


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_task_that_is_cancelled_while_it_opens_closes(
    project: Repo, anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on = threading.Event(), threading.Event()

    def slowly(memory: ProjectMemory, enter: Callable[[ProjectMemory], Any] = ProjectMemory.__enter__) -> Any:
        begun.set()
        assert going_on.wait(PATIENCE_S)
        return enter(memory)

    monkeypatch.setattr(ProjectMemory, "__enter__", slowly)
    memory = AsyncMemory(project.path)
    opening = asyncio.create_task(memory.__aenter__())
    while not begun.is_set():
        await asyncio.sleep(0.001)
    opening.cancel()
    await asyncio.sleep(0.01)
    going_on.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert open_files(Path(project.environment["SCRUBJAY_HOME"])) == []
    async with memory:
        assert (await memory.search("why a queue")).results


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_task_that_is_cancelled_as_it_ends_closes(project: Repo, anyio_backend: str) -> None:
    async def use() -> None:
        async with AsyncMemory(project.path):
            ended.set()

    ended = asyncio.Event()
    task = asyncio.create_task(use())
    await ended.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for _ in range(500):
        if not open_files(Path(project.environment["SCRUBJAY_HOME"])):
            return
        await asyncio.sleep(0.01)
    pytest.fail("the databases stay open")


def test_of_threads_that_open_one_memory_at_once_one_does(project: Repo) -> None:
    memory = open_memory(project.path)
    with ThreadPoolExecutor(4) as pool:
        errors = [each.exception(PATIENCE_S) for each in [pool.submit(memory.__enter__) for _ in range(4)]]
    assert [type(error) for error in errors if error] == [UsageError] * 3
    memory.__exit__(None, None, None)
    assert open_files(Path(project.environment["SCRUBJAY_HOME"])) == []
