"""How do tests start many processes that nothing which runs tests leads to? They are forked from one that waits for it.

It has left the tests' session and its ancestors end at the system's first process; it has imported the command line,
whose start costs little but its imports. All else of what it forks is a process's own: session, terminal, working
directory, environment, streams and end.
"""

import atexit
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

PATIENCE_S = 120
"""A process that takes longer is ended by SIGALRM: a guard, no measure."""

LARGEST = 1 << 20
TOP = Path(__file__).parents[1]


def start(request: Mapping[str, object], streams: Sequence[int]) -> int:
    """Start a process; returns a descriptor that its exit code can be read from once it has ended.

    `request`: `cwd`, `env`, `arguments` of scrubjay or the `command` of any other program, and `terminal`: whether
    stdin is to be its controlling terminal. `streams`: its stdin, stdout and stderr.
    """
    status, told = os.pipe()
    socket.send_fds(_line(), [json.dumps(request).encode()], [*streams, told])
    os.close(told)
    return status


def ended(status: int) -> int:
    """Wait for the end of a process, and return its exit code; -1 where a signal ended it."""
    with open(status, "rb") as told:
        return int(told.read() or -1)


@cache
def _line() -> socket.socket:
    """To the process that forks; when this one ends, that does."""
    line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with other:
        subprocess.run(
            [sys.executable, "-m", "tests.forked", str(other.fileno())],
            cwd=TOP, env={"PATH": os.environ["PATH"]}, pass_fds=(other.fileno(),), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    atexit.register(line.close)
    return line


def main(line: socket.socket) -> None:
    """Leave who started this, import what is asked for, and fork until the other end has gone."""
    if os.fork():
        os._exit(0)
    os.setsid()
    package = import_module("scrubjay.cli")
    for name in ("scrubjay.app", *(module.name for module in walk_packages(package.__path__, "scrubjay.cli."))):
        import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, descriptors, _, _ = socket.recv_fds(line, LARGEST, 4)
        if not request:
            return
        if not os.fork():
            line.close()
            _become(json.loads(request), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _become(request: dict[str, Any], stdin: int, stdout: int, stderr: int, told: int) -> NoReturn:
    """Be the process that was asked for, to its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.alarm(request.get("patience", PATIENCE_S))
    os.setsid()
    code = 1
    try:
        for number, stream in enumerate((stdin, stdout, stderr)):
            os.dup2(stream, number)
            os.close(stream)
        if request.get("terminal"):
            import_module("fcntl").ioctl(0, import_module("termios").TIOCSCTTY, 0)
        os.chdir(request["cwd"])
        os.environ.clear()
        os.environ.update(request["env"])
        time.tzset()
        code = _program(request["command"]) if "command" in request else _scrubjay(request["arguments"])
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os.write(told, str(code).encode())
        os._exit(0)


def _program(command: Sequence[str]) -> int:
    """Run a program as the only one of this session besides this; as a shell, it outlives a Ctrl-C at its terminal."""
    signal.signal(signal.SIGINT, lambda *_: None)
    return subprocess.call(command)


def _scrubjay(arguments: Sequence[str]) -> int:
    from scrubjay.cli.main import run

    modes = {"stdin": "r", "stdout": "w", "stderr": "w"}
    for number, (name, mode) in enumerate(modes.items()):
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    sys.argv = ["scrubjay", *arguments]
    try:
        run()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
