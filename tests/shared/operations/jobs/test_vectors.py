"""When is the model loaded? At once for documents; after an event of git, a few commits wait for more of them."""

import threading
from pathlib import Path

import pytest

from scrubjay.integrations.git_hooks.stub import EVENTS
from scrubjay.model.clock import system_clock
from scrubjay.operations.jobs.loop import run_queue
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.operations.jobs.vectors import ENOUGH, can_wait
from tests.conftest import Repo

from .conftest import LetterEmbedder, opened

COMMIT = ("commit",)


@pytest.mark.parametrize("cause", [*EVENTS, "search", "session start", "SessionEnd", "settings have changed", "init"])
@pytest.mark.parametrize(
    ("formats", "after_an_event", "otherwise"),
    [
        ((), True, True),  # nothing lacks a vector
        (COMMIT, True, False),
        (COMMIT * (ENOUGH - 1), True, False),
        (COMMIT * ENOUGH, False, False),
        (("markdown",), False, False),
        ((*COMMIT, "memory"), False, False),
    ],
)
def test_few_commits_wait_after_an_event_and_nothing_else(
    cause: str, formats: tuple[str, ...], after_an_event: bool, otherwise: bool
) -> None:
    assert can_wait(cause, formats) is (after_an_event if cause in EVENTS else otherwise)


def embedded(repo: Repo, home: Path, cause: str) -> list[int]:
    """How many passages the model was given at a time, when the worker ran for a cause."""
    embedder, stopping = LetterEmbedder(), threading.Event()
    with opened(repo.environment, embedder) as app:
        (project,) = app.registry.list()
        app.queue.enqueue(project.id, repo.path.resolve(), "ingest", cause)
        run_queue(home, app.queue, JobRunner(app, system_clock, stopping).run, stopping, idle_s=0)
        assert app.queue.counts().waiting == 0
    return embedder.batches


def test_the_commits_of_an_afternoon_load_the_model_once(project: Repo, home: Path) -> None:
    assert embedded(project, home, "post-commit") == [1, 1]  # the first document, and then its commit
    for number in range(ENOUGH - 1):
        project.commit(f"Weigh parcel {number}", {"scale.py": f"weight = {number}\n"})
        assert embedded(project, home, "post-commit") == []
    project.commit("Weigh the last parcel", {"scale.py": "weight = 99\n"})
    assert embedded(project, home, "post-commit") == [ENOUGH]


@pytest.mark.parametrize("cause", ["search", "session start", "SessionEnd"])
def test_who_searches_or_begins_or_ends_a_session_waits_for_no_further_commit(
    project: Repo, home: Path, cause: str
) -> None:
    embedded(project, home, "post-commit")
    project.commit("Weigh a parcel", {"scale.py": "weight = 1\n"})
    assert embedded(project, home, "post-commit") == []
    assert embedded(project, home, cause) == [1]


def test_a_document_is_embedded_at_once_with_the_commits_that_waited(project: Repo, home: Path) -> None:
    embedded(project, home, "post-commit")
    project.commit("Weigh a parcel", {"scale.py": "weight = 1\n"})
    assert embedded(project, home, "post-commit") == []
    project.commit("Describe the scale", {"scale.md": "# Scale\n\nIt weighs parcels.\n"})
    assert sum(embedded(project, home, "post-commit")) == 3
