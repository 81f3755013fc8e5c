"""The files of ours whose code runs while something is done: as a part of this process, and as a process of its own."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[2]
OURS = (f"{TOP / 'shared'}/scrubjay", f"{TOP / 'servers'}/scrubjay")
PROFILED = """
import json, runpy, sys
files = set()
def profile(frame, event, _):
    if event == "call" and frame.f_code.co_name != "<module>":
        files.add(frame.f_code.co_filename)
sys.setprofile(profile)
out, module, *sys.argv[1:] = sys.argv[1:]
try:
    runpy.run_module(module, run_name="__main__")
finally:
    sys.setprofile(None)
    with open(out, "w") as stream:
        json.dump(sorted(files), stream)
"""


def ours(files: set[str]) -> set[str]:
    """Those of the product, by their paths from the top of the tree."""
    return {str(Path(file).relative_to(TOP)) for file in files if file.startswith(OURS)}


@contextmanager
def entered() -> Iterator[set[str]]:
    """Collects the files of the functions that this thread calls, and threads that it starts."""
    files: set[str] = set()

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield files
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def entered_by(module: str, *arguments: str, at: Path, environment: Mapping[str, str], out: Path) -> set[str]:
    """Those of a module that is run as a hook runs it: an import alone enters nothing."""
    command = [sys.executable, "-I", "-c", PROFILED, str(out), module, *arguments]
    subprocess.run(command, cwd=at, env=dict(environment), stdin=subprocess.DEVNULL, check=True, timeout=PATIENCE_S)
    return ours({*json.loads(out.read_text("utf-8"))})
