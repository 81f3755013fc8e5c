"""How do tests start many processes that nothing which runs tests leads to? They are forked from one that waits for it.

That one (`forking`) has imported what they need, whose start costs little but its imports. What runs them by words, as
a shell or a client does, is given `words`.
"""

import atexit
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[1]


def start(request: Mapping[str, object], streams: Sequence[int]) -> int:
    """Start a process; returns a descriptor that its exit code can be read from once it has ended.

    `request`: `cwd`, `env`, a `module` with its `arguments` or the `command` of any other program, and `terminal`:
    whether stdin is to be its controlling terminal. `streams`: its stdin, stdout and stderr.
    """
    status, told = os.pipe()
    socket.send_fds(_line()[0], [json.dumps(request).encode()], [*streams, told])
    os.close(told)
    return status


def ended(status: int) -> int:
    """Wait for the end of a process, and return its exit code; -1 where a signal ended it."""
    with open(status, "rb") as told:
        return int(told.read().strip() or -1)


def words(module: str, *arguments: str) -> list[str]:
    """What is started in place of `python -m MODULE ARGUMENTS…`, and costs a tenth; see `stand_in`."""
    return [sys.executable, "-I", "-S", str(TOP / "tests" / "stand_in.py"), _line()[1], module, *arguments]


@cache
def _line() -> tuple[socket.socket, str]:
    """To the process that forks, and where others find it; when this one ends, that does."""
    address = f"scrubjay-tests-{secrets.token_hex(8)}"
    line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with other:
        subprocess.run(
            [sys.executable, "-m", "tests.forking", str(other.fileno()), address],
            cwd=TOP, env={"PATH": os.environ["PATH"], "OPENBLAS_NUM_THREADS": "1"}, pass_fds=(other.fileno(),),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    atexit.register(line.close)
    return line, address
