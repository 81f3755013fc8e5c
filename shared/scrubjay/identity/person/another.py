"""Observation of another process of this account: the facts that `observe` sees of this one."""

import os
import sys
import time
from pathlib import Path

from scrubjay.identity.person.facts import ProcessFacts
from scrubjay.identity.person.libproc import full_info, variables_of
from scrubjay.identity.person.lineage import ancestors, read_proc
from scrubjay.identity.person.observe import sees_all_ancestors
from scrubjay.model.frozen import dataclass

MAX_VARIABLES = 1 << 20
"""Bytes of an environment that are read."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
"""In which /proc counts the seconds since the system was started."""


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """What the system tells of a process: its parent, group, terminal, that one's foreground group, and its start.

    `terminal` is the device of the terminal that controls its session; 0: none. `started`: seconds of `process_clock`.
    """

    parent: int
    group: int
    terminal: int
    foreground: int
    started: float


def process_clock() -> float:
    """Now, on the clock that tells when processes were started."""
    return time.time() if sys.platform == "darwin" else time.clock_gettime(time.CLOCK_BOOTTIME)


def observe_process(process: int, by: float | None = None) -> ProcessFacts | None:
    """The facts of a process, as they were while it ran; None where it has ended, or another took its number.

    `by`: the moment by which it was running; one that was started later has taken another's number.
    """
    if sys.platform == "darwin":
        return _observe_libproc(process, by)
    return observe_in(Path("/proc"), process, by)


def observe_in(folder: Path, process: int, by: float | None = None) -> ProcessFacts | None:
    """The facts of a process in Linux's /proc. Variables are those that it was started with."""
    before = read_record(folder, process)
    if before is None or (by is not None and before.started > by):
        return None
    variables = _variables(folder / str(process) / "environ")
    stdin = folder / str(process) / "fd" / "0"
    try:
        device, name = stdin.stat().st_rdev, os.readlink(stdin)  # noqa: PTH115 - a terminal that may have gone
    except OSError:
        device, name = 0, ""
    above = ancestors(before.parent, lambda number: read_proc(number, folder))
    after = read_record(folder, process)
    if after is None or after.started != before.started:
        return None
    return ProcessFacts(
        terminal=before.terminal > 0 and device == before.terminal,
        foreground=before.foreground > 0 and before.group == before.foreground,
        variables=variables or frozenset(),
        ancestors=above if variables is not None and sees_all_ancestors(str(process), folder) else None,
        device=name,
    )


def read_record(folder: Path, process: int) -> ProcessRecord | None:
    """The record of a process in Linux's /proc; None where it doesn't exist."""
    try:
        fields = (folder / str(process) / "stat").read_bytes().rpartition(b")")[2].split()
        parent, group, terminal, foreground = (int(fields[number]) for number in (1, 2, 4, 5))
        return ProcessRecord(parent, group, _device(terminal), foreground, int(fields[19]) / _TICKS)
    except (OSError, ValueError, IndexError):
        return None


def _device(number: int) -> int:
    """A terminal's device as `stat` gives it: the kernel writes major and minor in one number of 32 bits."""
    major, minor = number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00
    return os.makedev(major, minor) if number else 0


def _variables(file: Path) -> frozenset[str] | None:
    """The names of the variables that are set; None where they can't be read, or are too many to read."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_VARIABLES + 1)
    except OSError:
        return None
    return None if len(data) > MAX_VARIABLES else set_names(data.split(b"\0"))


def set_names(entries: list[bytes]) -> frozenset[str]:
    """The names in `NAME=value` entries whose value isn't empty."""
    pairs = (entry.partition(b"=") for entry in entries)
    return frozenset(name.decode("utf-8", "replace") for name, _, value in pairs if name and value)


def _observe_libproc(process: int, by: float | None) -> ProcessFacts | None:
    """The facts on macOS, which doesn't tell where stdin leads: the controlling terminal stands for it."""
    before, entries = full_info(process), variables_of(process)
    if before is None or (by is not None and before.began / 1_000_000 > by):
        return None
    above = ancestors(before.parent)
    after = full_info(process)
    if after is None or after.began != before.began:
        return None
    return ProcessFacts(
        terminal=before.has_terminal,
        foreground=before.has_terminal and before.group == before.foreground,
        variables=set_names(entries),
        ancestors=above if entries else None,
    )
