"""The process that others are forked from: it has left the tests' session, and its ancestors end at the first.

All but the imports and the tables is a fork's own: session, terminal, working directory, environment, streams and end.
What the command line leaves to a worker is done by one more fork: that is handed in, as everything else in the tests.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from runpy import run_module
from typing import Any, NoReturn

from tests.patience import PATIENCE_S
from tests.project.trees import PRODUCT

LARGEST = 1 << 20
COMMAND_LINE = "scrubjay.cli.main"
WORKER = "scrubjay.operations.jobs.worker"
IDLE_S = 0.1
"""A worker stays no longer: stories wait for its end."""

UNWRITTEN = 120
"""The exit code of a Python whose last output nobody took."""

ALIVE = b" "
"""Told before the exit code, as soon as a process is where it belongs."""


def main(line: socket.socket, address: str) -> None:
    """Leave who started this, import what is asked for, and fork until the other end of the line has gone."""
    requests = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    requests.bind(f"\0{address}")
    requests.listen(64)
    if os.fork():
        os._exit(0)
    os.setsid()
    _prepare()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([line, requests], [], [])
        connection = line if line in ready else requests.accept()[0]
        request, descriptors, _, _ = socket.recv_fds(connection, LARGEST, 4)
        if not request and connection is line:
            return
        if request and not os.fork():
            for inherited in (line, requests, connection):
                inherited.close()
            _become(json.loads(request), address, *descriptors)
        if connection is not line:
            connection.close()
        for descriptor in descriptors:
            os.close(descriptor)


def _prepare() -> None:
    """Import all that a process may need, and read the tables that cost most: tokens, secrets, hedges, attacks."""
    for name in PRODUCT:
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    import_module("numpy")
    import_module("scrubjay.inference.tokens").count_tokens("parcel")
    import_module("scrubjay.privacy.secrets.masking").find_secrets("parcel")
    import_module("scrubjay.memory.grounding.prose").find_hedges("parcel")
    import_module("scrubjay.memory.grounding.injection").find_marks("parcel")


def _become(request: dict[str, Any], address: str, stdin: int, stdout: int, stderr: int, told: int) -> NoReturn:
    """Be the process that was asked for, to its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job, which tests may be, ignores it
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
        os.write(told, ALIVE)
        code = _program(request["command"]) if "command" in request else _python(request, address)
    finally:
        with contextlib.suppress(OSError):  # nobody waits for a worker
            os.write(told, str(code).encode())
        os._exit(0)


def _program(command: Sequence[str]) -> int:
    """Run a program as the only one of this session besides this; as a shell, it outlives a Ctrl-C at its terminal."""
    signal.signal(signal.SIGINT, lambda *_: None)
    return subprocess.call(command)


def _python(request: dict[str, Any], address: str) -> int:
    """Run a module as `python -m` does, with streams of its own; returns the exit code."""
    module, arguments = request.get("module", COMMAND_LINE), request["arguments"]
    modes = {"stdin": "r", "stdout": "w", "stderr": "w"}
    for number, (name, mode) in enumerate(modes.items()):
        errors = "backslashreplace" if mode == "w" else None
        setattr(sys, name, open(number, mode, encoding="utf-8", errors=errors, closefd=False))  # noqa: SIM115
    sys.argv = [module, *arguments]
    if module == COMMAND_LINE:
        return _exit_code(lambda: sys.exit(import_module(module).main(arguments, wake=lambda: _work(address))))
    if module == WORKER:  # as urgent as what waits for it: on a busy machine a nice one takes a minute
        return _exit_code(lambda: sys.exit(import_module(module).main(idle_s=IDLE_S, nice=0)))
    sys.modules.pop(module, None)
    return _exit_code(lambda: run_module(module, run_name="__main__", alter_sys=True))


def _exit_code(run: Callable[[], object]) -> int:
    code = 0
    try:
        run()
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 1
    try:
        sys.stdout.flush()
    except OSError as error:
        code = UNWRITTEN
        with contextlib.suppress(OSError):
            print("Exception ignored in: stdout", error, file=sys.stderr)
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    return code


def _work(address: str) -> None:
    """Fork the worker of this home unless one runs, as `start_worker` would start it; it is there when this returns."""
    from scrubjay.git.process import GitEnvironment
    from scrubjay.integrations.launching.launcher import LOCK_NAME
    from scrubjay.settings.layers import load_settings
    from scrubjay.storage.filesystem import is_locked

    home = load_settings(os.environ).home
    if is_locked(home / LOCK_NAME):
        return
    environment = {**GitEnvironment.of(os.environ).variables, "SCRUBJAY_HOME": str(home)}
    request = {"module": WORKER, "arguments": [], "cwd": str(home), "env": environment}
    status, told = os.pipe()
    with (
        Path(os.devnull).open("r+b") as nothing,
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line,
    ):
        line.connect(f"\0{address}")
        socket.send_fds(line, [json.dumps(request).encode()], [*[nothing.fileno()] * 3, told])
    os.close(told)
    os.read(status, len(ALIVE))
    os.close(status)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2])
