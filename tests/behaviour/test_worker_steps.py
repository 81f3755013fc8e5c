"""The worker's steps fail one by one: what stands in one step's way stops no other, and is told until it is gone."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.settings.layers import load_settings
from scrubjay.storage.queue.job import MOST_ATTEMPTS
from tests.behaviour.processes import command, quiet, scrubjay
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock

TITLES = "# Turnips\n\nTurnips are stored in the cellar.\n"
IN_THE_WAY = ("skill links", "client hooks")


@pytest.fixture
def linked(repo: Repo, environment: dict[str, str]) -> Repo:
    """A linked worktree whose `.claude` is a file, so that neither skills nor client hooks can be placed there."""
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"a.md": TITLES})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    repo.git("-c", "core.hooksPath=/dev/null", "worktree", "add", "-q", "../linked")
    there = Repo(repo.path.parent / "linked", repo.environment)
    there.write(".claude", "somebody's file\n")
    return there


@contextmanager
def opened(at: Repo, clock: MovingClock) -> Iterator[App]:
    environment = at.environment
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


def searched(app: App, at: Repo, clock: MovingClock) -> None:
    """A search asks for work, a worker does it, and an hour goes by."""
    app.workspace(at.path).enqueue("search")
    work = JobRunner(app, clock, threading.Event())
    while job := app.queue.claim():
        work.run(job)
    clock.now += timedelta(hours=1)


def checks(at: Repo, command: str, *more: str, code: int = 0) -> dict[str, dict[str, object]]:
    return {one["name"]: one for one in json.loads(scrubjay(at, command, *more, "--json", code=code))["checks"]}


def test_a_file_in_one_steps_way_stops_neither_text_nor_vectors_nor_briefing(linked: Repo) -> None:
    clock = MovingClock(datetime.now(UTC))
    with opened(linked, clock) as app:
        searched(app, linked, clock)
        at = app.workspace(linked.path)
        assert at.documents.counts(at.documents.view()).embedded == 1.0
        prepared = app.workspace(linked.path).session_database.read(
            lambda c: c.execute(
                "SELECT count(*) FROM prepared WHERE worktree = ?", (str(at.repository.worktree),)
            ).fetchone()[0]
        )
        assert prepared == 1
        assert {step.name for step in app.queue.steps.failing()} <= set(IN_THE_WAY)
        assert app.queue.steps.failing() != ()


def test_searches_reset_no_count_so_that_the_step_is_given_up_and_told_until_it_works(linked: Repo) -> None:
    clock = MovingClock(datetime.now(UTC))
    with opened(linked, clock) as app:
        for count in range(1, MOST_ATTEMPTS + 1):
            searched(app, linked, clock)
            assert {step.attempts for step in app.queue.steps.failing()} == {count}
    name = "worker: skill links"
    for found in (checks(linked, "status")[name], checks(linked, "doctor", "--quick", code=1)[name]):
        assert found["ok"] is False
        assert f"failed {MOST_ATTEMPTS} times since" in str(found["found"])
        assert "given up" in str(found["found"])
    (linked.path / ".claude").unlink()
    assert command(linked, "doctor", "--quick", "--repair").returncode in (0, 1)  # it may look late
    quiet(linked)
    assert name not in checks(linked, "doctor", "--quick")
    assert "works again" in scrubjay_log(linked)


def scrubjay_log(at: Repo) -> str:
    home = Path(at.environment["SCRUBJAY_HOME"])
    return "".join(file.read_text(encoding="utf-8") for file in home.glob("projects/*/logs/ingestion.log"))
