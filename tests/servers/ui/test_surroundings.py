"""What the page's process does about its surroundings: the browser's window, other programs, slow connections."""

import subprocess
import sys

import pytest

from scrubjay_ui.__main__ import has_screen
from tests.patience import PATIENCE_S


@pytest.mark.parametrize(
    ("variables", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ""}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_where_it_has_a_window(variables: dict[str, str], platform: str, expected: bool) -> None:
    assert has_screen(variables, platform) is expected


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a switch of Linux")
def test_no_other_program_of_the_account_may_read_the_pages_memory() -> None:
    ask = (
        "import ctypes; from scrubjay_ui.callers import guard_memory\n"
        "prctl = ctypes.CDLL(None).prctl\n"
        "print(prctl(3, 0, 0, 0, 0), guard_memory(), prctl(3, 0, 0, 0, 0))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", ask], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert done.stdout.split() == ["1", "True", "0"]
