"""A worktree or branch that no worker has seen yet: its first briefing has its decisions at once."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client, client, prepare

__all__ = ["client"]

CACHE = "# 1. Cache in files\n\n## Status\n\nAccepted\n\nWe cache in files.\n"
QUEUE = "# 2. Bound the queue\n\n## Status\n\nAccepted\n\nThe queue is bounded.\n"


def briefed(at: Workspace) -> str:
    return at.briefer.compose().text


def test_the_first_briefing_of_a_new_worktree_has_its_decisions(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/adr/0001-cache.md": CACHE})
    ingest(app.initialise(repo.path))
    repo.git("worktree", "add", "-q", "-b", "topic", "../topic")
    topic = Repo(repo.path.parent / "topic", repo.environment)
    assert "Cache in files" in briefed(app.workspace(topic.path))


def test_it_has_those_that_only_this_branch_decided(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/adr/0001-cache.md": CACHE})
    here = app.initialise(repo.path)
    ingest(here)
    repo.git("worktree", "add", "-q", "-b", "topic", "../topic")
    topic = Repo(repo.path.parent / "topic", repo.environment)
    topic.commit("decide", {"docs/adr/0002-queue.md": QUEUE})
    text = briefed(app.workspace(topic.path))
    assert "Cache in files" in text
    assert "Bound the queue" in text
    assert "Bound the queue" not in briefed(here)


def test_a_new_branch_here_has_them_too(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/adr/0001-cache.md": CACHE})
    here = app.initialise(repo.path)
    ingest(here)
    repo.git("checkout", "-q", "-b", "topic")
    repo.commit("decide", {"docs/adr/0002-queue.md": QUEUE})
    text = briefed(here)
    assert "Cache in files" in text
    assert "Bound the queue" in text


@pytest.mark.parametrize("linked", [True, False])
def test_so_has_a_clients_session_there(repo: Repo, app: App, client: Client, linked: bool) -> None:
    repo.commit("first", {"docs/adr/0001-cache.md": CACHE})
    rule = "Answer the canaries first"
    said = RememberRequest(content=rule, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    app.initialise(repo.path).memories.remember(said)
    prepare(app, repo.path)
    folder = repo.path.parent / "topic" if linked else repo.path
    repo.git(*(("worktree", "add", "-q", "-b", "topic", "../topic") if linked else ("checkout", "-q", "-b", "topic")))
    topic = Repo(folder, repo.environment)
    topic.commit("other", {"a.md": "# A\n"})
    text = client.start(folder)
    short = repo.git("rev-parse", "--short=10", "main")
    assert f"Decisions, as of {short}:" in text
    assert "Cache in files" in text
    assert rule in text


def test_a_session_hears_no_decision_of_a_branch_that_is_not_its_own(repo: Repo, app: App, client: Client) -> None:
    repo.commit("first", {"a.md": "# A\n"})
    repo.git("branch", "side")
    repo.commit("decide", {"docs/adr/0001-cache.md": CACHE})
    prepare(app, repo.path)
    repo.git("worktree", "add", "-q", "../side", "side")
    text = client.start(repo.path.parent / "side")
    assert "not read yet" in text
    assert "Cache in files" not in text
