"""The end of a worker whose database went away: soon, and without a task or a traceback left over."""

import gc
import os
import time
from pathlib import Path

import pytest

from scrubjay.model.clock import system_clock
from scrubjay_team.database.opening import serving
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.mirrors.opening import RouteOpener
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import FetchLimits
from scrubjay_team.mirrors.worker import STOP_S, MirrorWorker
from tests.servers.team.conftest import FAST


def test_a_worker_without_a_database_ends_with_nothing_left_over(
    folder: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(folder, FAST) as addresses:
        states = MirrorStates(WorkerDatabase(addresses.worker), system_clock, 5)
        refresher = MirrorRefresher(
            states=states, data=folder, limits=FetchLimits(1_000, 1_000, 1.0),
            open_route=RouteOpener((), os.defpath), index=lambda *_: None, path=os.defpath,
        )  # fmt: skip
        worker = MirrorWorker(addresses.worker, refresher).running()
        worker.__enter__()
        time.sleep(1.5)
    time.sleep(1.5)
    began = time.monotonic()
    worker.__exit__(None, None, None)
    gc.collect()
    assert time.monotonic() - began < STOP_S
    told = caplog.text + capfd.readouterr().err
    assert [word for word in ("Traceback", "destroyed", "Logging error", "never retrieved") if word in told] == [], told
