"""The servers' tests: an initialised project and a backend over it, in this process."""

from collections.abc import Callable
from datetime import datetime

import pytest
from mcp import Client

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit.trusted import with_trust
from scrubjay.settings.layers import load_settings
from scrubjay_serving.backend import Backend, Opener, Surroundings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.answers import Ask, text


@pytest.fixture
def opener(environment: dict[str, str], clock: Callable[[], datetime]) -> Opener:
    """Opens the App of this test's home, with the embedder and the clock of tests."""
    return lambda: open_app(
        with_trust(load_settings(environment)),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=clock,
        wake=lambda: None,
    )


@pytest.fixture
def project(repo: Repo, opener: Opener) -> Repo:
    """A repository with one commit of three documents, set up for scrubjay and read."""
    repo.commit(
        "first commit",
        {"README.md": "# Shop\n\nA shop.\n", "docs/adr/0001-x.md": "# 1. X\n", "docs/usage.md": "# Usage\n\nUse it.\n"},
    )
    with opener() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
    return repo


@pytest.fixture
def empty_project(make_repo: Callable[..., Repo], opener: Opener) -> Repo:
    """A repository without commits, set up for scrubjay."""
    empty = make_repo("empty")
    with opener() as app:
        app.initialise(empty.path)
    return empty


@pytest.fixture
def backend(project: Repo, environment: dict[str, str], opener: Opener, unhurried: None) -> Backend:
    """A backend as a server started in the project has it."""
    return Backend(Surroundings(environment, project.path, ""), opener)


@pytest.fixture
def ask(client: Client) -> Ask:
    """Calls a tool of the server that the folder's tests are about."""

    async def call(tool: str, **arguments: object) -> str:
        return text(await client.call_tool(tool, arguments))

    return call
