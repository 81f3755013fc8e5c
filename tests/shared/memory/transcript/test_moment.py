"""Which sessions are reported is asked once for a claim, and anew for the next one."""

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.person.lineage import Process
from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.observer import Observer
from scrubjay.memory.transcript.session import CallingClient, Folders
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

NOBODY = "f" * 40


class Reports:
    """Counts who asks, and reports no session."""

    def __init__(self) -> None:
        self.times = 0
        self.broken = False

    def __call__(self) -> Sequence[ReportedSession]:
        self.times += 1
        if self.broken:
            raise OSError("no process can be read")
        return ()


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def observer(reports: Reports, tmp_path: Path) -> Observer:
    folders = Folders(tmp_path / "claude", tmp_path / "codex", tmp_path / "gemini")

    def no_files(_began: str) -> object:
        raise AssertionError("no session was found")

    return Observer(
        reported=reports, opened=lambda: NOBODY, folders=folders, files=no_files, same=is_same_claim,  # type: ignore[arg-type]
        person="anna", home=tmp_path / "home", account=tmp_path,
    )  # fmt: skip


def test_within_a_moment_it_is_asked_once_and_outside_each_time(observer: Observer, reports: Reports) -> None:
    with observer.moment(), observer.moment():
        assert (observer.began(), observer.began()) == ((NOBODY, ""), (NOBODY, ""))
        observer.look()
    assert reports.times == 1
    with observer.moment():
        observer.began()
    assert reports.times == 2
    observer.began()
    observer.began()
    assert reports.times == 4


def test_what_failed_is_asked_again(observer: Observer, reports: Reports) -> None:
    reports.broken = True
    with observer.moment():
        with pytest.raises(OSError, match="no process"):
            observer.began()
        reports.broken = False
        assert observer.began() == (NOBODY, "")
        assert observer.began() == (NOBODY, "")
    assert reports.times == 2


def test_a_moment_is_its_threads_own(observer: Observer, reports: Reports) -> None:
    with observer.moment():
        observer.began()
        other = threading.Thread(target=observer.began)
        other.start()
        other.join()
    assert reports.times == 2


def test_remembering_a_claim_reads_the_ancestors_of_the_process_once(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], tmp_path: Path
) -> None:
    repo.commit("first", {"docs/usage.md": "# Usage\n\nCoffee is roasted in Trieste.\n"})
    asked: list[int] = []

    def ancestors() -> Sequence[Process]:
        asked.append(1)
        return ()

    client = CallingClient(ancestors, Folders(tmp_path / "claude", tmp_path / "codex", tmp_path / "gemini"), tmp_path)
    home = open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None, client=client,
    )  # fmt: skip
    with home as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        for times in (1, 2):
            claim = f"Coffee is roasted in Trieste, batch {times} (docs/usage.md:3)."
            at.memories.remember(RememberRequest(content=claim, author="ada"))
            assert len(asked) == times
