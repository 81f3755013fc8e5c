"""One huge blob, or very many files: set up like any repository, in little memory. The full sizes run with -m optin."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

import pytest

from tests.conftest import Repo

EVERY = 20
"""One file in so many is a document."""

MEMORY_MB = 400


MEASURED = """
import resource, subprocess, sys
code = subprocess.run([sys.executable, "-m", "scrubjay.cli.main", *sys.argv[1:]], stdin=subprocess.DEVNULL).returncode
print("peak", code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
"""
"""A process between: right after a fork a child counts as large as who runs the tests."""


def _scrubjay(repo: Repo, home: Path, *arguments: str) -> tuple[int, str, int]:
    """Run a command in a process of its own: its exit code, what it printed, and its peak memory in MB."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments], cwd=repo.path, text=True, check=True,
        env=os.environ | repo.environment | {"SCRUBJAY_HOME": str(home)}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    said, _, peak = done.stdout.rpartition("peak ")
    code, memory = map(int, peak.split())
    return code, said, memory


@pytest.mark.parametrize("files", [2_000, pytest.param(200_000, marks=pytest.mark.optin)])
def test_very_many_files_are_set_up_and_the_documents_among_them_found(files: int, repo: Repo, home: Path) -> None:
    with subprocess.Popen(
        ["git", "fast-import", "--quiet"], cwd=repo.path, env=repo.environment, stdin=subprocess.PIPE
    ) as importer:
        stream = cast("IO[bytes]", importer.stdin)
        stream.write(b"commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\n")
        for number in range(files):
            text = f"# File {number}\n\nword{number} and parcels\n"
            ending = "lua" if number % EVERY else "md"
            stream.write(f"M 100644 inline d{number % 500}/f{number}.{ending}\ndata {len(text)}\n{text}\n".encode())
    code, said, memory = _scrubjay(repo, home, "init", "--yes")
    assert code == 0, said
    assert f"searchable: {files // EVERY:,} files" in said
    assert memory < MEMORY_MB
    assert _scrubjay(repo, home, "verify")[0] == 0
    assert "d40/f40.md" in _scrubjay(repo, home, "search", "word40")[1]


@pytest.mark.parametrize("megabytes", [64, pytest.param(1_024, marks=pytest.mark.optin)])
def test_a_huge_blob_is_never_read_and_named_wherever_one_asks(megabytes: int, repo: Repo, home: Path) -> None:
    """Zeros, sparse on disk and small in git. One has a document's name, the other a name of no document."""
    repo.commit("start", {"a.md": "# A\n\nGabbro.\n"})
    for name in ("huge.md", "huge.bin"):
        with (repo.path / name).open("wb") as huge:
            huge.truncate(megabytes << 20)
    settings = ("-c", "core.bigFileThreshold=1m", "-c", "core.compression=1")
    subprocess.run(["git", *settings, "add", "-A"], cwd=repo.path, env=repo.environment, check=True)
    repo.git(*settings, "commit", "-q", "-m", "huge")
    code, said, memory = _scrubjay(repo, home, "init", "--yes")
    assert code == 0, said
    assert memory < MEMORY_MB
    assert "1 file skipped" in said
    reason = f"{megabytes << 20:,} bytes; ingestion.max_file_size_kb is 500"
    for expected, *command in ((0, "log"), (1, "explain", "huge.md"), (0, "verify")):
        code, said, memory = _scrubjay(repo, home, *command)
        assert code == expected, (command, said)
        assert "huge.md" in said
        assert memory < MEMORY_MB
        assert reason in said or command == ["verify"]
        assert "huge.bin" not in said
    assert "a.md" in _scrubjay(repo, home, "search", "gabbro")[1]
