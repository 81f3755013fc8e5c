"""What a client's hooks are tested with: a project as the worker leaves it, and a client that fires."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.integrations.client_hooks.event import handle_event
from tests.conftest import Repo

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue.\n"


@pytest.fixture
def project(repo: Repo, app: App) -> Repo:
    """Set up, read, and prepared as the worker leaves it."""
    repo.commit("Decide on a queue", {"docs/adr/0001-queue.md": ADR})
    prepare(app, repo.path)
    return repo


def prepare(app: App, path: Path) -> None:
    at = app.initialise(path)
    at.documents.ingest(at.documents.view(), cause="test")
    at.briefer.prepare()


class Client:
    """A coding client that fires hooks."""

    def __init__(self, environment: dict[str, str], clock: Callable[[], datetime]) -> None:
        self.home = Path(environment["SCRUBJAY_HOME"])
        self.environment = environment
        self.clock = clock

    def fire(self, event: str, folder: Path, session: str = "s1", **more: str) -> str:
        """What the hook adds to the context."""
        said = {"hook_event_name": event, "session_id": session, "cwd": str(folder), **more}
        out = handle_event(json.dumps(said).encode(), self.home, self.environment, self.clock, lambda *_: None)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    def start(self, folder: Path, session: str = "s1", source: str = "startup", **more: str) -> str:
        return self.fire("SessionStart", folder, session, source=source, **more)


@pytest.fixture
def client(environment: dict[str, str], clock: Callable[[], datetime]) -> Client:
    return Client(environment, clock)
