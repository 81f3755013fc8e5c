"""A reader that goes, such as `head`, ends the output of every command quietly, and never its work."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import forked, persons
from tests.behaviour.prepared import PAGE, PAGES, prepared
from tests.behaviour.processes import scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.trusting import trust_scripts


@pytest.fixture(scope="module")
def ready(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """Prepared once: nothing that these commands do disturbs the next."""
    return prepared(tmp_path_factory.mktemp("closed"), _environment)


REAL = [sys.executable, "-m", "scrubjay.cli.main"]
"""For a start without a stream, or with more than three; all else is forked."""


def shell(at: Repo, line: str, program: Sequence[str] = ()) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of bash in which `scrubjay` is this one; its exit code is that of the command before the pipe."""
    prelude = f'scrubjay() {{ {shlex.join(program or forked.words("scrubjay.cli.main"))} "$@"; }}; '
    return subprocess.run(
        ["bash", "-c", f"{prelude}{line}; exit ${{PIPESTATUS[0]}}"], cwd=at.path, env=at.environment,
        capture_output=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("away", ["| head -n 1", "<&- >&-"])
def test_a_reader_that_goes_stops_the_output_and_never_the_work(
    repo: Repo, environment: dict[str, str], away: str
) -> None:
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("start", {f"docs/{n}.md": PAGE.format(n) for n in range(PAGES)})
    done = shell(repo, f"scrubjay init --yes {away}", REAL)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "the index equals the tree" in scrubjay(repo, "verify")
    assert "scrubjay-session" in (Path(repo.environment["HOME"]) / ".claude.json").read_text()


COMMANDS = (
    "init --yes", "ingest", "search parcel --limit 50", "search --batch <(yes parcel)", "status --watch", "verify",
    "doctor", "doctor --repair", "log", "export", "import ../memories.jsonl", "import conversations ../talk.jsonl",
    "remember 'Boxes are red.'", "memories", "review", "rot", "audit verify", "gc", "bench --keep ../bench", "backup",
    "backup --check ../kept.tar.gz", "project list", "session init",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_stdout_ends_every_command_quietly(ready: Repo, command: str) -> None:
    done = shell(ready, f"scrubjay {command} | true", REAL if "<(" in command else ())
    assert done.returncode in (0, 1)
    assert done.stderr.count(b"\n") == done.stderr.count(b"note: ")


@pytest.mark.parametrize("command", ["search --batch <(yes parcel)", "doctor", "ingest"])
def test_with_both_streams_closed_nothing_is_said(ready: Repo, command: str) -> None:
    done = shell(ready, f"scrubjay {command} 2>&1 | head -c 1 >&2", REAL if "<(" in command else ())
    assert done.returncode in (0, 1)
    assert len(done.stderr) <= 1


def test_a_trusted_script_restores_though_its_reader_goes(ready: Repo) -> None:
    home = Path(ready.environment["SCRUBJAY_HOME"])
    trust_scripts(home)
    kept = str(home.parent / "kept.tar.gz")
    command = shlex.join([persons.PYTHON, "-m", "scrubjay.cli.main", "backup", "restore", kept])
    line = f"{command} | true; exit ${{PIPESTATUS[0]}}"
    ended = persons.run(["bash", "-c", line], ready.path, ready.environment)
    assert (ended.code, ended.said) == (0, "")
    assert "Parcels are weighed twice." in scrubjay(ready, "export")


def test_what_ran_without_a_reader_was_done(ready: Repo) -> None:
    assert shell(ready, "scrubjay remember 'Crates are green.' | true").returncode == 0
    assert "Crates are green." in scrubjay(ready, "export")
    assert "the index equals the tree" in scrubjay(ready, "verify")


HOLD = """
import sys
from collections.abc import Sequence
from pathlib import Path
from scrubjay.storage.filesystem import file_lock
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
        with subprocess.Popen(
            [sys.executable, "-m", "scrubjay.cli.main", "status", "--watch"],
            cwd=ready.path, env=ready.environment | {"PYTHONUNBUFFERED": "1"}, stdout=write, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            os.close(write)
            assert os.read(read, 1)
            os.close(read)
            _, errors = process.communicate(timeout=PATIENCE_S)
        worker.communicate()
    assert (process.returncode, errors) == (0, b"")
