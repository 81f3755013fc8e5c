"""Progress: a bar on a terminal after a second, a plain line every ten seconds elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from scrubjay.model.visible import visible

Step = Callable[[int, int], None]
BAR_AFTER_S = 1.0
LINE_EVERY_S = 10.0
AT_ONCE_S = 0.5
"""A first report within this time tells where an earlier run stopped, so it doesn't count in the rate."""


def remaining_time(done: int, total: int, seconds: float) -> str:
    """Rate and time left in words, such as "44/s, 3 min left"; empty before anything is known."""
    if done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    left = (total - done) / rate
    words = f"{left / 60:.0f} min" if left >= 90 else f"{left:.0f} s"
    return f"{rate:.0f}/s, {words} left"


@contextmanager
def progress(
    label: str, unit: str, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Step]:
    """Give a function to report (done, total) to; it shows them on stderr.

    `label` says what is going on, `unit` what is counted.
    """
    out = stream or sys.stderr
    started = clock()
    state = {"at": started, "width": 0, "from": -1}
    bar = out.isatty()

    def step(done: int, total: int) -> None:
        now = clock()
        if state["from"] < 0:
            state["from"] = done if now - started < AT_ONCE_S else 0
        wait = LINE_EVERY_S if not bar else BAR_AFTER_S if not state["width"] else 0.1
        if now - state["at"] < wait:
            return
        state["at"] = now
        before = int(state["from"])
        pace = remaining_time(done - before, total - before, now - started)
        text = visible(f"{label}: {done:,} of {total:,} {unit}, {pace}".rstrip(", "))
        if bar:
            filled = round(20 * done / total) if total else 20
            text = f"{'█' * filled}{'░' * (20 - filled)} {text}"
            out.write("\r" + text.ljust(int(state["width"])))
            state["width"] = len(text)
        else:
            out.write(text + "\n")
        out.flush()

    try:
        yield step
    finally:
        if state["width"]:
            out.write("\r" + " " * int(state["width"]) + "\r")
            out.flush()
