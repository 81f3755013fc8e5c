"""How long does a call of a tool take? Counted for the project whose worktree it was about."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from scrubjay.identity.insight.sums import took

if TYPE_CHECKING:
    from scrubjay.identity.insight.counting import EventCounts


class _Call:
    """A call that runs; `counts` is None until its worktree is known."""

    counts: "EventCounts | None" = None


_RUNNING: ContextVar[_Call | None] = ContextVar("scrubjay_call", default=None)


@contextmanager
def timed_call(tool: str) -> Iterator[None]:
    """Count how long a call of a tool takes, an answer of its user's included."""
    call, started = _Call(), time.perf_counter()
    before = _RUNNING.set(call)
    try:
        yield
    finally:
        _RUNNING.reset(before)
        if call.counts is not None:
            call.counts.count(took(tool, (time.perf_counter() - started) * 1000))


def counts_for(counts: "EventCounts") -> None:
    """Count the call that runs for a project."""
    call = _RUNNING.get()
    if call is not None:
        call.counts = counts
