"""What does it cost to start the operator's page, against a bare Starlette under uvicorn, up to its first answer?"""

import os
import pty
import re
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.benchmarks.figures import Size
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

BARE = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
page = Starlette(routes=[Route("/", lambda request: PlainTextResponse("here"))])
config = uvicorn.Config(page, loop="asyncio", http="h11", ws="none", lifespan="off", log_level="critical")
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
uvicorn.Server(config).run(sockets=[listening])
"""
COMMANDS = {"bare": ["-I", "-c", BARE], "page": ["-I", "-m", "scrubjay_ui", "--no-open", "--read-only"]}
ADDRESS = re.compile(rb"http://127\.0\.0\.1:\d+/\S*")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Takes the first answer for the answer."""

    def redirect_request(self, *_: object) -> None:
        return None


def cost(arguments: list[str], environment: dict[str, str], at: Path) -> tuple[float, float]:
    """CPU seconds (user and system) and seconds from the process's start to its first answer."""
    terminal, output = pty.openpty()
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=environment, cwd=at, stdin=output, stdout=output, stderr=output
    )
    os.close(output)
    try:
        said = b""
        while not (found := ADDRESS.search(said + b" ")) or not said.endswith(b"\n"):
            said += os.read(terminal, 4096)
        answered = False
        while not answered:  # the bare one tells its address before it listens
            with suppress(ConnectionRefusedError, urllib.error.URLError):
                with suppress(urllib.error.HTTPError):
                    urllib.request.build_opener(NoRedirect).open(found.group().decode(), timeout=PATIENCE_S).read()
                answered = True
        took = time.monotonic() - began
        times = psutil.Process(process.pid).cpu_times()
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_S)
        os.close(terminal)
    return float(times.user + times.system), took


def test_process_start_to_first_answer(environment: dict[str, str], tmp_path: Path, size: Size) -> None:
    runs = size.of(15, 1)
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(runs):  # interleaved, so that a busy moment hits both alike
        for name, arguments in COMMANDS.items():
            samples[name].append(cost(arguments, environment, tmp_path))
    for number, kind in enumerate(("CPU", "wall")):
        bare, page = (statistics.median(sample[number] for sample in samples[name]) for name in ("bare", "page"))
        given = f"{runs} runs, median {kind} {page:.2f} s, bare {bare:.2f} s, load {os.getloadavg()[0]:.1f}"
        size.show(f"start of the page, {kind}", given, f"{page / bare:.2f} x bare", "<= 1.2 x")
