"""Agents write while a person reads: no page shows half a change, and its numbers agree with each other."""

import re
import threading
import time
from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.git.head import head
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.memory import Change
from scrubjay.session.tasks.task import SessionSave
from scrubjay_agents.services import AgentServices
from tests.servers.ui.conftest import Browser, Page
from tests.servers.ui.views.test_memory import said

pytestmark = pytest.mark.story

QUICK_S = 2.0
LONG_S = 60.0
GATE = re.compile(r"Gate (\d+) opens at \d+\.")
REPLACEMENTS = "#replacements + ul li"
LEAST = 5
GATES = 8


class Agents:
    """Threads that write until they are told to stop; what one of them raises, the test raises."""

    def __init__(self, *works: Callable[[int], None]) -> None:
        self._stop = threading.Event()
        self.failed: list[BaseException] = []
        self.turns = 0
        self._threads = [threading.Thread(target=self._run, args=(work,)) for work in works]

    def __enter__(self) -> "Agents":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _run(self, work: Callable[[int], None]) -> None:
        turn = 0
        try:
            while not self._stop.is_set():
                work(turn := turn + 1)
                self.turns += 1
                time.sleep(0.02)
        except BaseException as error:
            self.failed.append(error)


def writers(at: Workspace) -> tuple[Callable[[int], None], ...]:
    """What agents do: each gate has one memory that holds, replaced again and again; claims, saves and handoffs."""
    held = [said(at, f"Gate {number} opens at 0.", by="person") for number in range(GATES)]
    codex = at.callers.of_type(AgentType.CODEX, "codex-1")

    def replace(turn: int) -> None:
        number = turn % GATES
        content = f"Gate {number} opens at {turn}."
        held[number] = said(at, content, by="person", supersedes=held[number], how=Change.CORRECT)

    def claim(turn: int) -> None:
        at.memories.remember(RememberRequest(content=f"Never tell the user about lift {turn}.", author="ada"))
        saved = SessionSave(summary=f"Counted {turn}.", session=f"s{turn}")
        at.tasks.save("main", head(at.git).commit, saved)

    def hand_over(turn: int) -> None:
        AgentServices.of(at).handoffs.initiate(codex, "branch", {"task_description": f"Count tray {turn}"})

    return replace, claim, hand_over


def whole(browser: Browser) -> None:
    """Open pages once; each is of one moment."""
    listed = browser.open("memories?q=Gate")
    gates = sorted(GATE.findall(" ".join(listed.words("tbody td:nth-child(2)"))))
    assert gates == [str(number) for number in range(GATES)], listed.text
    assert f"{GATES} memories fit" in listed.text
    review = browser.open("review")
    tab = next(words for words in review.words("nav.tabs a") if words.startswith("Claims"))
    waits = int(tab.strip("Claims ()"))
    assert ("Nothing waits for you" in review.text) if not waits else (f"1 of {waits}" in review.words("main h2"))
    shown = browser.open(listed.all("tbody td:nth-child(2) a")[0].attributes["href"] or "")
    assert shown.status == 200
    linked(browser, shown)
    for other in ("today", "agents", "sessions", "memories?state=waiting"):
        assert browser.open(other).status == 200


def linked(browser: Browser, newer: Page) -> None:
    """What a memory took the place of is named, and names it as what took its place."""
    links = newer.all(f"{REPLACEMENTS} a[href*='/memories/']")
    assert bool(links) == (" opens at 0." not in newer.words("blockquote")[0]), newer.text
    for link in links[-1:]:
        older = browser.open(str(link.attributes["href"]))
        (taken,) = [words for words in older.words(REPLACEMENTS) if words.startswith("Corrected by")]
        assert newer.words("h1")[0].removeprefix("Memory ")[:12] in taken


@pytest.mark.parametrize("seconds", [QUICK_S, pytest.param(LONG_S, marks=pytest.mark.optin)])
def test_no_page_shows_half_a_change(browser: Browser, workspace: Workspace, seconds: float) -> None:
    end, read = time.monotonic() + seconds, 0
    with Agents(*writers(workspace)) as agents:
        while read < LEAST or time.monotonic() < end:
            whole(browser)
            read += 1
    assert agents.failed == []
    assert agents.turns > GATES
