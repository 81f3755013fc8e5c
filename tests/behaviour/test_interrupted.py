"""Ctrl-C ends a long command with 130, a reader that goes ends it quietly, and neither loses anything."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.behaviour.processes import PATIENCE_S, quiet, scrubjay
from tests.conftest import Repo

MANY = 60
"""Documents: enough that reading them takes longer than a look at the process."""

FILES: dict[str, str | bytes] = {
    f"docs/{n:03}.md": f"# Note {n}\n\n" + "\n\n".join(f"## Part {k}\n\nParcel {n}.{k} is weighed." for k in range(12))
    for n in range(MANY)
}


@pytest.fixture
def shop(repo: Repo, environment: dict[str, str]) -> Repo:
    """A repository of some size that nobody has set up, without hooks."""
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("start", FILES)
    return repo


@pytest.fixture
def ready(shop: Repo) -> Repo:
    """The same, set up, with one memory."""
    scrubjay(shop, "init", "--yes")
    shop.git("config", "core.hooksPath", "/dev/null")
    scrubjay(shop, "remember", "Parcels are weighed twice.")
    quiet(shop)
    return shop


def start(at: Repo, *arguments: str, **streams: int) -> "subprocess.Popen[bytes]":
    """A command of which stdin, stdout and stderr are pipes unless given."""
    pipes = {name: streams.get(name, subprocess.PIPE) for name in ("stdin", "stdout", "stderr")}
    return subprocess.Popen(
        [sys.executable, "-m", "scrubjay.cli.main", *arguments],
        cwd=at.path, env=at.environment | {"PYTHONUNBUFFERED": "1"}, start_new_session=True, **pipes,
    )  # fmt: skip


def at_work(process: "subprocess.Popen[bytes]", done: Callable[[psutil.Process], bool]) -> bool:
    """Wait until a command is in the middle of it; False where it was over before anybody saw it at work."""
    deadline = time.monotonic() + PATIENCE_S
    seen = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            if done(seen):
                return True
        except (psutil.Error, OSError):
            continue
        assert time.monotonic() < deadline, "the command never began"
    return False


def holds(name: str) -> Callable[[psutil.Process], bool]:
    """Whether a process has a file of this name open."""
    return lambda process: any(Path(file.path).name.startswith(name) for file in process.open_files())


LONG: dict[str, tuple[tuple[str, ...], Callable[[psutil.Process], bool]]] = {
    "ingest": (("ingest", "--full"), holds("knowledge.db")),
    "search": (("search", "--batch", "-"), holds("home.db")),
    "watch": (("status", "--watch"), holds("home.db")),
    "backup": (("backup",), holds("home.db")),
    "import": (("import", "conversations", "/dev/stdin"), holds("session.db")),
}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_command_with_130_and_loses_nothing(ready: Repo, name: str) -> None:
    before = scrubjay(ready, "export")
    arguments, begun = LONG[name]
    with start(ready, *arguments) as process:
        caught = at_work(process, begun)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130 if caught and name in ("search", "watch") else process.returncode in (130, 0, 1, 2)
    assert b"Traceback" not in errors
    assert b"unexpected" not in errors
    scrubjay(ready, "ingest")
    assert "the knowledge equals the tree" in scrubjay(ready, "verify")
    assert scrubjay(ready, "export") == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupted_init_goes_on_where_it_stopped(shop: Repo) -> None:
    with start(shop, "init", "--yes") as process:
        at_work(process, holds("knowledge.db"))
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode in (130, 0)
    assert b"Traceback" not in errors
    assert f"searchable: {MANY} documents" in scrubjay(shop, "init", "--yes")
    assert "the knowledge equals the tree" in scrubjay(shop, "verify")
    assert len(scrubjay(shop, "project", "list").splitlines()) == 2  # its heading and one project


def shell(at: Repo, line: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of bash in which `scrubjay` is this one; its exit code is that of the command before the pipe."""
    prelude = f"scrubjay() {{ '{sys.executable}' -m scrubjay.cli.main \"$@\"; }}; "
    return subprocess.run(
        ["bash", "-c", f"{prelude}{line}; exit ${{PIPESTATUS[0]}}"], cwd=at.path, env=at.environment,
        capture_output=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("away", ["| head -n 1", "<&- >&-"])
def test_a_reader_that_goes_stops_the_output_and_never_the_work(shop: Repo, away: str) -> None:
    done = shell(shop, f"scrubjay init --yes {away}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "the knowledge equals the tree" in scrubjay(shop, "verify")
    assert "scrubjay-session" in (Path(shop.environment["HOME"]) / ".claude.json").read_text()


COMMANDS = (
    "ingest", "search parcel --limit 50", "search --batch <(yes parcel)", "status --watch", "verify", "log", "export",
    "project list", "session init", "remember 'Boxes are red.'",
)  # fmt: skip


@pytest.mark.parametrize("away", ["| true", "2>&1 | head -c 1 >&2"])
def test_a_closed_stdout_ends_every_command_quietly(ready: Repo, away: str) -> None:
    for command in COMMANDS:
        done = shell(ready, f"scrubjay {command} {away}")
        assert done.returncode in (0, 1), command
        assert len(done.stderr) <= 1, command
    assert "the knowledge equals the tree" in scrubjay(ready, "verify")


HOLD = """
import sys
from pathlib import Path
from scrubjay.storage.locks import file_lock
with file_lock(Path(sys.argv[1]), wait=True):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_following_the_worker_ends_with_its_reader_though_nothing_changes(ready: Repo) -> None:
    read, write = os.pipe()
    lock = Path(ready.environment["SCRUBJAY_HOME"]) / "worker.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ready.environment
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"held\n"
        with start(ready, "status", "--watch", stdout=write) as process:
            os.close(write)
            assert os.read(read, 1)
            os.close(read)
            _, errors = process.communicate(timeout=PATIENCE_S)
        worker.communicate()
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_while_vectors_are_made_keeps_those_that_are_there(ready: Repo) -> None:
    ready.environment = {k: v for k, v in ready.environment.items() if k != "SCRUBJAY_EMBEDDING_PROVIDER"}
    with start(ready, "embed") as process:
        at_work(process, lambda one: one.memory_info().rss > 150_000_000)  # the model is loaded
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode in (130, 0)  # 0 where it was quicker than the signal
    assert b"Traceback" not in errors
    stand = json.loads(scrubjay(ready, "embed", "--status", "--json"))
    assert 0 <= stand["embedded"] <= stand["passages"]
    assert "the knowledge equals the tree" in scrubjay(ready, "verify")
