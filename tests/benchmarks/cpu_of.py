"""Runs a command, waits for all that it started and left behind, and prints the CPU seconds of all of it.

    python -m tests.benchmarks.cpu_of SECONDS COMMAND…

SECONDS is how long what was left behind may go on; it is waited for no longer. The command's own output goes to stderr.
"""

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

SUBREAPER: Final = 36
"""Linux's number of PR_SET_CHILD_SUBREAPER: orphans below this process become its children, and their time counts."""


def cpu_of(command: Sequence[str], at: Path, environment: Mapping[str, str], left_s: float = 120.0) -> float:
    """CPU seconds of a command with all that it started, in a process of its own. Raises CalledProcessError."""
    here = [sys.executable, "-m", __name__, str(left_s), *command]
    variables = {**environment, "PYTHONPATH": str(Path(__file__).parents[2])}
    return float(subprocess.run(here, cwd=at, env=variables, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main() -> None:
    """Run it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1)
    done = subprocess.run(sys.argv[2:], stdout=sys.stderr, check=False)
    until = time.monotonic() + float(sys.argv[1])
    with suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(round(used.ru_utime + used.ru_stime, 2))
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
