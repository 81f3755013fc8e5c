"""What two agents said in other words is told once, and counted; the worker does it once a day."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.grouping.relations import take_apart
from scrubjay.memory.listing.filters import ListFilters, memory_line
from scrubjay.memory.listing.memory_list import list_memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.doctor.knowledge import likeness
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.search.recall.answer import RecallHit, RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay_growth.services import GrowthServices
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.fakes import MovingClock
from tests.shared.memory.grouping.conftest import TOKENS, TopicEmbedder


@pytest.fixture
def calendar() -> MovingClock:
    return MovingClock()


@pytest.fixture
def home(environment: dict[str, str], calendar: MovingClock) -> Iterator[App]:
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=TopicEmbedder(),
        clock=calendar, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


@pytest.fixture
def at(home: App, repo: Repo) -> Workspace:
    repo.commit("depot", {"docs/vans.md": "# Vans\n\nVans leave the depot at six.\n"})
    at = home.initialise(repo.path)
    ingest(at)
    return at


@pytest.fixture
def work(home: App, at: Workspace, calendar: MovingClock) -> Callable[[], None]:
    """Let the worker do what it does on a day with work, vectors first."""

    def day() -> None:
        calendar.now += timedelta(days=1)
        for kind in ("embed", "ingest"):
            home.queue.enqueue(at.project.id, at.repository.worktree, kind, "post-commit")
            while job := home.queue.claim():
                JobRunner(home, calendar, threading.Event()).run(job)

    return day


def remember(at: Workspace, content: str, author: str, **more: object) -> str:
    outcome = at.memories.remember(RememberRequest(content=content, author=author, session=author, **more))  # type: ignore[arg-type]
    at.memories.index_missing()
    return outcome.id  # type: ignore[union-attr]


def shown(at: Workspace) -> list[RecallHit]:
    request = RecallRequest(query="how long does an API token last", kinds=("memory",))
    return list(at.recall.search(request).memories)


def lines(at: Workspace, filters: ListFilters) -> list[str]:
    view = at.documents.view()
    return [memory_line(row) for row in list_memories(at.memories, at.grades, at.stand_ins, view, filters).memories]


def test_three_wordings_are_told_once_and_counted_until_a_person_takes_them_apart(
    at: Workspace, work: Callable[[], None]
) -> None:
    weak = [remember(at, text, f"agent{n}") for n, text in enumerate(TOKENS[:2])]
    told = remember(at, TOKENS[2], "ada", origin=Origin.PERSON, act=Act.TYPED)
    assert len(shown(at)) == 3
    work()
    (hit,) = shown(at)
    assert hit.id == told, "the strongest"
    assert "also said 2 times" in hit.marks
    (line,) = lines(at, ListFilters())
    assert line.startswith(f"- {told[:12]}")
    assert f"also said as {weak[0][:12]}, {weak[1][:12]}" in line
    assert len(lines(at, ListFilters(kinds=("fact",)))) == 3, "a filter lists each"
    assert likeness(at).found == "0 blocked, 0 wrongly; 1 group"
    text = at.briefer.compose(session="3f2a1234").text
    assert "Memory was consolidated on" in text
    assert "1 group of memories that say the same" in text
    take_apart(at.memories, told, "ada")
    work()
    assert len(shown(at)) == len(lines(at, ListFilters())) == 3
    assert likeness(at).found == "0 blocked, 0 wrongly; 0 groups, 1 more taken apart by a person"


def test_the_worker_consolidates_once_a_day_and_only_where_there_is_something(
    at: Workspace, work: Callable[[], None]
) -> None:
    assert not GrowthServices.of(at).consolidation.is_due(), "there is no memory"
    remember(at, TOKENS[0], "agent0")
    assert GrowthServices.of(at).consolidation.is_due()
    work()
    assert not GrowthServices.of(at).consolidation.is_due()


def test_what_was_quarantined_is_in_no_group(at: Workspace, work: Callable[[], None]) -> None:
    good = remember(at, TOKENS[0], "ada", origin=Origin.PERSON, act=Act.TYPED)
    remember(at, TOKENS[1], "mallory")
    remember(at, TOKENS[2], "mallory")
    work()
    assert "also said 2 times" in shown(at)[0].marks
    at.quarantine.impose("mallory", "ada")
    (hit,) = shown(at)
    assert hit.id == good
    assert not any("also said" in mark for mark in hit.marks)
    assert "also said" not in lines(at, ListFilters())[0]
