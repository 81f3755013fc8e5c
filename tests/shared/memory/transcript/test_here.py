"""A server sees what its own client's session showed, by what the hooks of that client reported."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.person.lineage import Process
from scrubjay.integrations.client_hooks.context import note_client
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.transcript.here import observer_here
from scrubjay.memory.transcript.observer import Observed
from scrubjay.memory.transcript.session import CallingClient
from scrubjay.storage.database import Database
from tests.shared.memory.transcript.stories import Story

SHELL, CLAUDE = Process(31, "310", ("sh",)), Process(20, "200", ("claude",))
SERVERS_SHELL, OTHER = Process(32, "320", ("sh",)), Process(21, "210", ("claude",))
CLAIM, QUOTE = "The broken target cannot find port 8001.", "cannot find port 8001"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home.db", "home") as database:
        yield database


@pytest.fixture
def observe(story: Story, home: Database, clock: Callable[[], datetime]) -> Callable[..., Observed]:
    environment = GitEnvironment.of(story.repo.environment)

    def look(*ancestors: Process) -> Observed:
        observer = observer_here(
            home_database=home,
            clock=clock,
            git=Git(story.repo.path, environment),
            repository=open_repository(story.repo.path, environment),
            client=CallingClient(lambda: ancestors, story.folders, story.account),
            same=is_same_claim,
            person="anna",
            home=story.home,
        )
        return observer.observe(CLAIM, QUOTE)

    return look


def test_the_servers_of_a_client_see_its_session_and_others_dont(
    story: Story, home: Database, clock: Callable[[], datetime], observe: Callable[..., Observed]
) -> None:
    story.run("make broken")
    assert observe(SERVERS_SHELL, CLAUDE).why == (
        "the transcript is not readable: no hook of this client has reported its session"
    )
    message = Message(
        event="SessionStart",
        session=story.session,
        folder=story.repo.path,
        source="startup",
        transcript=str(story.file),
    )
    note_client(home, clock, message, (SHELL, CLAUDE), lambda: story.began)
    seen = observe(SERVERS_SHELL, CLAUDE)
    assert seen.observation is not None
    assert (seen.observation.command, seen.observation.status) == ("make broken", "2")
    assert observe(SERVERS_SHELL, OTHER).observation is None
