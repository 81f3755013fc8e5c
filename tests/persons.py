"""How do tests run the command line as a person or a script? As processes that nothing which runs tests leads to.

Each has a session of its own, and its ancestors end at the system's first process; a person's has a pseudo-terminal as
its controlling terminal.
"""

import contextlib
import os
import select
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubjay.identity.person.agents import known_agents
from tests import forked
from tests.patience import PATIENCE_S

PYTHON = sys.executable


@dataclass(frozen=True, slots=True)
class Ended:
    """Exit code, and everything that was printed; by a person's process also what the terminal echoed."""

    code: int
    said: str


def scrubjay(
    at: Path,
    environment: Mapping[str, str],
    *arguments: str,
    keys: Sequence[tuple[str, str]] | None = None,
    shell: Mapping[str, str] | None = None,
) -> Ended:
    """Run the command line detached. `keys`: what a person types, each after a text has appeared; None: a script.

    `shell`: what the shell it is typed into sets besides, such as an agent's variables, which `environment` loses.
    """
    return _run({"arguments": arguments}, at, _clean(environment) | dict(shell or {}), keys)


def run(
    command: Sequence[str],
    at: Path,
    environment: Mapping[str, str],
    keys: Sequence[tuple[str, str]] | None = None,
    patience_s: int = PATIENCE_S,
) -> Ended:
    """Run a command detached, at a terminal where there are keys to type; after `patience_s` it is ended."""
    return _run({"command": command, "patience": 2 * patience_s}, at, _clean(environment), keys, patience_s)


def _clean(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in known_agents().variables}


def _run(
    request: Mapping[str, object],
    at: Path,
    environment: Mapping[str, str],
    keys: Sequence[tuple[str, str]] | None,
    patience_s: int = PATIENCE_S,
) -> Ended:
    reading, output = os.openpty() if keys is not None else os.pipe()
    with Path(os.devnull).open() as nothing:
        stdin = output if keys is not None else nothing.fileno()
        surroundings = {"cwd": str(at), "env": dict(environment), "terminal": keys is not None}
        status = forked.start({**request, **surroundings}, (stdin, output, output))
    os.close(output)
    try:
        said = _talk(reading, list(keys or ()), patience_s)
    finally:
        os.close(reading)
    return Ended(forked.ended(status), said)


def _talk(descriptor: int, keys: list[tuple[str, str]], patience_s: int) -> str:
    """Read to the end, and type each answer once its question stands there."""
    said, seen, until = b"", 0, time.monotonic() + patience_s
    while time.monotonic() < until:
        ready, _, _ = select.select([descriptor], [], [], 0.02)
        if ready:
            data = b""
            with contextlib.suppress(OSError):  # a terminal whose last process has gone ends so
                data = os.read(descriptor, 65536)
            if not data:
                break
            said += data
        if keys and keys[0][0].encode() in said[seen:] and (len(keys[0][1]) > 1 or _waits_for_a_key(descriptor)):
            seen = len(said)
            os.write(descriptor, keys.pop(0)[1].encode())
    return said.decode("utf-8", "replace").replace("\r\n", "\n")


def _waits_for_a_key(terminal: int) -> bool:
    """Whether the program has switched the terminal from lines to keys; what was typed before that, it threw away."""
    return not termios.tcgetattr(terminal)[3] & termios.ICANON
