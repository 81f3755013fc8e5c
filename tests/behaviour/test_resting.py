"""A server that nobody asks gives back what it holds; who asks then gets the same answers."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.resting import CanRest
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S

FILES: dict[str, str | bytes] = {
    f"docs/{name}.md": f"# {name}\n\nA {name} keeps its parcels for {days} days.\n"
    for days, name in enumerate(("shop", "depot", "locker", "van", "bike"), 3)
}
QUESTIONS = ("how long does a shop keep parcels", "days in a locker", "what does a bike keep")


class Resting(HashingEmbedder):
    """A model that counts how often it was let go."""

    def __init__(self) -> None:
        super().__init__()
        self.rests = threading.Semaphore(0)

    def rest(self) -> None:
        self.rests.release()


@pytest.fixture
def model() -> Resting:
    model = Resting()
    assert isinstance(model, CanRest)
    return model


Open = Callable[..., App]


@pytest.fixture
def opened(repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], model: Resting) -> Iterator[Open]:
    """Opens the home of a repository whose documents are read, with their vectors."""
    repo.commit("start", FILES)
    git, settings = GitEnvironment.of(environment), load_settings(environment)
    contexts = []

    def open_one(**rests: object) -> App:
        context = open_app(settings, git_environment=git, embedder=model, clock=clock, wake=lambda: None, **rests)  # type: ignore[arg-type]
        contexts.append(context)
        return context.__enter__()

    first = open_one()
    at = first.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    assert embed_pending(at.stores.knowledge, model, stop=lambda: False)
    yield open_one
    for context in reversed(contexts):
        context.__exit__(None, None, None)


def answers(app: App, repo: Repo) -> list[object]:
    recall = app.workspace(repo.path).recall
    return [recall.search(RecallRequest(query=question)).hits for question in QUESTIONS]


@pytest.mark.parametrize("keeps_model", [True, False])
def test_answers_after_a_rest_are_the_same(opened: Open, repo: Repo, model: Resting, keeps_model: bool) -> None:
    app = opened(keeps_model=keeps_model)
    before = answers(app, repo)
    assert all(before)
    app.rest()
    assert model.rests.acquire(blocking=False) is not keeps_model
    assert answers(app, repo) == before


def test_a_rest_at_any_moment_changes_no_answer(opened: Open, repo: Repo) -> None:
    app = opened(keeps_model=False)
    before = answers(app, repo)
    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(answers, app, repo) for _ in range(20)]
        while not all(answer.done() for answer in asked):
            app.rest()
        assert all(answer.result() == before for answer in asked)


def test_it_rests_by_itself_after_the_last_question(opened: Open, repo: Repo, model: Resting) -> None:
    app = opened(keeps_model=False, rests_after_s=0.01)
    before = answers(app, repo)
    assert model.rests.acquire(timeout=PATIENCE_S)
    assert answers(app, repo) == before


def test_a_closed_home_rests_no_more(opened: Open, repo: Repo) -> None:
    app = opened(keeps_model=False, rests_after_s=3600.0)
    answers(app, repo)
    app.close()
    for thread in threading.enumerate():
        if thread.name == "scrubjay-rest":
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
