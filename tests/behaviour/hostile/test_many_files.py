"""A repository of 200,000 files is set up like any other; prints what it took. Run with -m benchmark."""

import resource
import subprocess
import time
from typing import IO, cast

import pytest

from tests.behaviour.hostile.conftest import Run
from tests.conftest import Repo

FILES = 200_000
EVERY = 20
"""One file in so many is a document."""


@pytest.mark.benchmark
def test_two_hundred_thousand_files_are_set_up(repo: Repo, run: Run) -> None:
    with subprocess.Popen(
        ["git", "fast-import", "--quiet"], cwd=repo.path, env=repo.environment, stdin=subprocess.PIPE
    ) as importer:
        stream = cast("IO[bytes]", importer.stdin)
        stream.write(b"commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nx\n")
        for number in range(FILES):
            text = f"# File {number}\n\nword{number} and parcels\n"
            ending = "c" if number % EVERY else "md"
            stream.write(f"M 100644 inline d{number % 500}/f{number}.{ending}\ndata {len(text)}\n{text}\n".encode())
    started = time.monotonic()
    code, said = run(repo, "init", "--yes")
    seconds = time.monotonic() - started
    assert code == 0, said
    assert f"{FILES // EVERY:,} documents" in said
    assert run(repo, "verify")[0] == 0
    started = time.monotonic()
    assert "d40/f40.md" in run(repo, "search", "word40")[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"\n200,000 files: init {seconds:.1f} s, search {time.monotonic() - started:.1f} s, process {memory} MB")
