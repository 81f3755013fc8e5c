"""What an agent believed on a Monday is gone from answers a month of work later; what a source says stays."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.settings.layers import load_settings
from tests.behaviour.conftest import found, ingest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock

PAGE = "# Vans\n\nVans leave the depot at six.\n"


@pytest.fixture
def calendar() -> MovingClock:
    return MovingClock()


@pytest.fixture
def home(environment: dict[str, str], calendar: MovingClock) -> Iterator[App]:
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=calendar, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


@pytest.fixture
def at(home: App, repo: Repo) -> Workspace:
    repo.commit("depot", {"docs/vans.md": PAGE})
    at = home.initialise(repo.path)
    ingest(at)
    return at


def work(home: App, at: Workspace, calendar: MovingClock, days: int) -> None:
    """Let the worker do what it does on so many days with work."""
    for _ in range(days):
        calendar.now += timedelta(days=1)
        home.queue.enqueue(at.project.id, at.repository.worktree, "ingest", "post-commit")
        while job := home.queue.claim():
            JobRunner(home, calendar, threading.Event()).run(job)


@pytest.fixture
def believed(at: Workspace) -> Callable[[str], str]:
    def remember(content: str) -> str:
        outcome = at.memories.remember(RememberRequest(content=content, author="ada", session="s1"))
        at.memories.index_missing()
        return outcome.id  # type: ignore[union-attr]

    return remember


def test_what_an_agent_believed_fades_out_of_answers_and_is_found_among_memories(
    home: App, at: Workspace, calendar: MovingClock, believed: Callable[[str], str]
) -> None:
    believed("The washing bay opens at noon for lorries.")
    cited = believed("Vans leave the depot at six (docs/vans.md).")
    work(home, at, calendar, 29)
    assert {one.content for one in at.memories.believed()} == {
        "The washing bay opens at noon for lorries.", "Vans leave the depot at six (docs/vans.md).",
    }  # fmt: skip
    work(home, at, calendar, 1)
    assert [one.id for one in at.memories.believed()] == [cited]
    assert not any("washing bay" in text for text in found(at, "washing bay opens at noon"))
    assert any("washing bay" in text for text in found(at, "washing bay opens at noon", kinds=("memory",)))


def test_it_fades_by_what_it_is_worth_at_the_base_branch(
    home: App, at: Workspace, repo: Repo, calendar: MovingClock, believed: Callable[[str], str]
) -> None:
    repo.git("checkout", "-q", "-b", "feat")
    repo.commit("bay", {"docs/bay.md": "# Bay\n\nThe washing bay opens at noon.\n"})
    ingest(at)
    believed("The washing bay opens at noon (docs/bay.md).")
    work(home, at, calendar, 30)
    assert at.memories.believed() == (), "the base branch never had it"
