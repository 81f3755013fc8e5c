"""What is seen of another process: the same as it sees of itself, and nothing of one that has gone."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.identity.person.another import observe_in, observe_process, process_clock, set_names
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.identity.person.libproc import variables
from tests.persons import run

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's /proc")

OF_CHILD = (
    "import os, sys; from scrubjay.identity.person.facts import classify_actor; "
    "from scrubjay.identity.person.another import *;"
    "mine = os.getppid(); print(classify_actor(observe_process(mine)))"
)
"""Run below a shell at the terminal: what it sees of that."""


@linux
@pytest.mark.parametrize(
    ("shell", "keys", "seen"),
    [("", [], "person"), ("", None, "script"), ("CLAUDECODE=1 ", [], "agent"), ("setsid -w ", [], "script")],
)
def test_a_process_is_seen_as_it_would_see_itself(
    shell: str, keys: list[tuple[str, str]] | None, seen: str, environment: dict[str, str], tmp_path: Path
) -> None:
    ask = f'{shell}sh -c \'"{sys.executable}" -c "{OF_CHILD}"; :\'; :'
    assert run(["sh", "-c", ask], tmp_path, environment, keys).said.strip() == seen


@linux
def test_a_process_that_has_ended_or_is_younger_than_its_connection_is_not_seen() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert observe_process(process.pid, process_clock() + 1) is not None
        assert observe_process(process.pid, process_clock() - 3600) is None
        process.communicate(b"\n")
    assert observe_process(process.pid) is None
    assert observe_process(0) is None


def proc(folder: Path, *, terminal: int = 34816, foreground: int = 7, environ: bytes | None = b"LANG=C\0") -> Path:
    """A /proc with one process, number 7, and its parent, number 1."""
    for number, parent in ((7, 1), (1, 0)):
        (folder / str(number) / "fd").mkdir(parents=True)
        fields = f"{parent} 7 7 {terminal} {foreground} " + "0 " * 13 + "500 0"
        (folder / str(number) / "stat").write_text(f"{number} (a) b) S {fields}")
        (folder / str(number) / "cmdline").write_bytes(b"zsh\0")
    if environ is not None:
        (folder / "7" / "environ").write_bytes(environ)
    return folder


def test_what_cannot_be_read_is_no_person(tmp_path: Path) -> None:
    seen = observe_in(proc(tmp_path, environ=None), 7)
    assert seen is not None
    assert seen.ancestors is None
    assert classify_actor(seen) is Actor.SCRIPT


@pytest.mark.parametrize(("terminal", "foreground", "expected"), [(34816, 7, True), (34816, 8, False), (0, -1, False)])
def test_the_foreground_is_that_of_the_terminal(tmp_path: Path, terminal: int, foreground: int, expected: bool) -> None:
    seen = observe_in(proc(tmp_path, terminal=terminal, foreground=foreground), 7)
    assert seen == ProcessFacts(
        terminal=False, foreground=expected, variables=frozenset({"LANG"}), ancestors=(("a) b", "zsh"),)
    )


def test_a_variable_that_is_set_to_nothing_is_not_set() -> None:
    assert set_names([b"A=1", b"B=", b"C", b"=x", b"", b"D==="]) == {"A", "D"}


def test_the_environment_of_macos_follows_the_arguments() -> None:
    data = struct.pack("i", 2) + b"/bin/zsh\0\0\0" + b"zsh\0-l\0" + b"HOME=/x\0CLAUDECODE=1\0\0rest\0"
    assert variables(data) == [b"HOME=/x", b"CLAUDECODE=1"]
    assert variables(b"") == []


def test_this_process_is_running_since_before_now() -> None:
    assert observe_process(os.getpid(), process_clock()) is not None or sys.platform == "darwin"
