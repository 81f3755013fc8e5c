"""What is somebody else's runs without a word on stdout, and ends with nothing worse than an error."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scrubjay.extensions.theirs import Theirs, error_line


def test_what_is_printed_by_it_its_processes_and_its_threads_goes_to_stderr(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys, threading\n"
        "from scrubjay.extensions.theirs import Theirs\n"
        "print('before', end=' ')\n"
        "with Theirs():\n"
        "    print('noise')\n"
        "    with Theirs():\n"
        "        os.write(1, b'noise\\n')\n"
        "    subprocess.run(['echo', 'noise'])\n"
        "    thread = threading.Thread(target=print, args=('noise',)); thread.start(); thread.join()\n"
        "print('after')\n"
        "with Theirs(prints=True):\n"
        "    print('its own')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "before after\nits own\n"
    assert done.stderr.split() == ["noise"] * 4


def test_it_runs_where_stdout_is_closed() -> None:
    code = (
        "import os; from scrubjay.extensions.theirs import Theirs\nos.close(1)\n"
        "with Theirs():\n    print('noise')\n"
    )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "noise" in done.stderr


def test_stdout_comes_back_once_the_last_of_several_threads_is_out() -> None:
    before, inside, leave = sys.stdout, threading.Event(), threading.Event()

    def wait() -> None:
        with Theirs():
            inside.set()
            leave.wait()

    thread = threading.Thread(target=wait)
    thread.start()
    inside.wait()
    with Theirs():
        pass
    assert sys.stdout is sys.stderr
    leave.set()
    thread.join()
    assert sys.stdout is before


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit(), asyncio.CancelledError(), BaseException("odd")])
def test_whatever_it_ends_with_is_an_error(error: BaseException) -> None:
    before = sys.stdout
    with pytest.raises(RuntimeError, match=f"it ended with {type(error).__name__}"), Theirs():
        raise error
    assert sys.stdout is before


def test_ctrl_c_and_its_own_errors_go_through() -> None:
    with pytest.raises(KeyboardInterrupt), Theirs():
        raise KeyboardInterrupt
    with pytest.raises(KeyError), Theirs():
        raise KeyError("mine")


class Unsaid(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize(
    ("error", "line"),
    [(ValueError("a\n b"), "ValueError: a b"), (KeyError(), "KeyError"), (Unsaid(), "Unsaid")],
)
def test_an_error_is_said_in_a_line(error: Exception, line: str) -> None:
    assert error_line(error) == line
