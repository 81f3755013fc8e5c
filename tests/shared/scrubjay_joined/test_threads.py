"""The end of a process that still asks a team's server: prompt, and never in the middle of a library's call."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from scrubjay_joined import threads
from scrubjay_joined.membership import Membership, keep
from scrubjay_joined.searching import TeamSearch
from scrubjay_joined.threads import PROCESS, WhoWaits, start
from tests.patience import PATIENCE_S
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, said
from tests.shared.scrubjay_joined.test_searching import QUEUE, questions, wait_until
from tests.shared.scrubjay_joined.test_searching import held as held
from tests.shared.scrubjay_joined.test_searching import link as link
from tests.shared.scrubjay_joined.test_searching import search as search

HIT: dict[str, Any] = {"kind": "memory", "title": "team fact", "text": "word and " * 890, "id": "a" * 32}
LARGE: dict[str, Any] = {
    "hits": [], "memories": [HIT] * 60, "below": [HIT] * 60, "documents_fit": "nothing", "memories_fit": "good",
}  # fmt: skip

ASKS = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.far import FarRequest
from scrubjay.settings.layers import load_settings
from scrubjay_joined.link import TeamLink
from scrubjay_joined.searching import TeamSearch

link = TeamLink(load_settings({"SCRUBJAY_HOME": sys.argv[1]}), lambda: datetime.now(UTC))
asking = TeamSearch(link, "p1", Git(Path(sys.argv[1]), GitEnvironment.of({}))).begin(FarRequest(query="queue"))
asking._done.wait(float(sys.argv[2]))
print("asked", flush=True)
"""


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4])
def test_a_process_ends_well_while_a_large_answer_is_read(far: FarServer, home: Path, seconds: float) -> None:
    keep(home, Membership(far.url, "acme", "ben", "5e7"), TOKEN)
    far.answer = lambda _: said(LARGE)
    ended = subprocess.run(
        [sys.executable, "-c", ASKS, str(home), str(seconds)], capture_output=True, text=True, timeout=PATIENCE_S,
        env=os.environ, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "asked\n", "")


def test_a_process_does_not_wait_for_a_server_that_says_nothing(far: FarServer, home: Path) -> None:
    keep(home, Membership(far.url, "acme", "ben", "5e7"), TOKEN)
    free, asked = threading.Event(), threading.Event()

    def silent(_: Asked) -> Any:
        asked.set()
        free.wait(PATIENCE_S)
        return said({})

    far.answer = silent
    command = [sys.executable, "-X", "faulthandler", "-c", ASKS, str(home), "0.3"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, env=os.environ, check=False)
    assert not free.is_set()
    free.set()
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_end_cuts_what_is_waited_for_and_joins_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def runs() -> None:
        stopped.wait(PATIENCE_S)

    thread = start("team test", runs, stopped.set)
    try:
        threads._end()
        assert not thread.is_alive()
        late: list[bool] = []
        with PROCESS.cutting(lambda: late.append(True)):
            assert late == [True]
    finally:
        PROCESS.over = False


def test_a_thread_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise ZeroDivisionError("by 0")

    start("team test", fails).join(PATIENCE_S)
    assert "the thread team test failed: ZeroDivisionError: by 0" in caplog.text


def test_who_waits_no_longer_cuts_once() -> None:
    cut: list[int] = []
    waiting = WhoWaits()
    with waiting.cutting(lambda: cut.append(1)):
        pass
    with waiting.cutting(lambda: cut.append(2)):
        waiting.end()
    assert (cut, waiting.over) == ([2], True)


def test_nobody_reads_an_answer_that_comes_after_its_time(
    search: TeamSearch, far: FarServer, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Any] = []
    monkeypatch.setattr("scrubjay_joined.searching.read", lambda _, said: read.append(said))
    monkeypatch.setattr("scrubjay_joined.client._object", read.append)
    pending = search.begin(QUEUE)
    assert pending is not None
    wait_until(lambda: bool(questions(far)))
    assert pending.result(0.0).degraded
    wait_until(lambda: not any(one.name == "team search" for one in threading.enumerate()))
    held.set()
    wait_until(lambda: not any(one.name == "team" for one in threading.enumerate()))
    assert read == []
