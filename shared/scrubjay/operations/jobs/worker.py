"""The worker's process, `python -I -m scrubjay.operations.jobs.worker`: detached, nice 10, ends with its work."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from scrubjay.integrations.launching.check import watch
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.log import home_log
from scrubjay.model.clock import system_clock
from scrubjay.storage.filesystem import is_locked
from scrubjay.storage.queue.log import log

NICE = 10
"""A worker takes what nobody else needs: an answer never waits for it."""

FEW_CYCLES = 50_000
"""Objects between two searches for cycles: most of a worker's are modules, which stay."""

IDLE_S = 1.0
"""How long an idle worker stays: a burst of commits still finds it, and no daemon is left behind."""

GRACE_S = 10.0
"""For the end of what a job does at the moment when it is told to stop."""


def main(grace_s: float = GRACE_S, idle_s: float = IDLE_S, nice: int = NICE) -> int:
    """Process entry point: reads the environment, opens the App, works until the queue is empty."""
    gc.set_threshold(FEW_CYCLES)
    stopping = threading.Event()
    listen(stopping, grace_s)
    if hasattr(os, "nice"):
        os.nice(max(0, nice - os.nice(0)))
    home = Path(os.environ.get("SCRUBJAY_HOME", ""))
    if not home.is_dir():
        return 1  # there is no home, and a worker creates none
    watch(os.environ)
    home_log(home, os.environ, _masker)
    try:
        if is_locked(home / LOCK_NAME):
            return 0
        _work(stopping, idle_s)
    except Exception as error:  # nobody listens: the log is the only place for it
        log(home, home, f"worker: {type(error).__name__}: {error}", system_clock)
        return 1
    return 0


def listen(stopping: threading.Event, grace_s: float = GRACE_S) -> None:
    """Let a signal stop the worker, after `grace_s` by force: kill -9 loses nothing, so nor does that."""

    def stop(number: int, _: object) -> None:
        stopping.set()
        forced = threading.Timer(grace_s, os._exit, (128 + number,))
        forced.daemon = True
        forced.start()

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


def _masker() -> Callable[[str], str]:
    """The function that masks secrets in log lines, imported only now."""
    from scrubjay.privacy.secrets.masking import masked_text

    return masked_text


def _work(stopping: threading.Event, idle_s: float) -> None:
    """Run the queue's jobs; imports are late, so that a worker that finds another one running costs nothing."""
    from scrubjay.app import open_app
    from scrubjay.git.process import GitEnvironment
    from scrubjay.memory.transcript.session import client_of
    from scrubjay.operations.jobs.loop import run_queue
    from scrubjay.operations.jobs.runner import JobRunner
    from scrubjay.settings.layers import load_settings

    settings = load_settings(os.environ)
    with open_app(settings, git_environment=GitEnvironment.of(os.environ)) as app:
        work = JobRunner(app, system_clock, stopping, client_of(os.environ, Path.home()))
        run_queue(settings.home, app.queue, work.run, stopping, idle_s=idle_s)


if __name__ == "__main__":
    sys.exit(main())
