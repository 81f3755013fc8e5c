"""How many snapshots a tool call reads: counted in the diagnostic log, which says each that is taken."""

import logging
from collections import Counter
from pathlib import Path

import pytest

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.session.tasks.task import TaskChange
from scrubjay_serving.backend import Opener
from tests.conftest import Repo
from tests.servers.answers import Ask

pytestmark = pytest.mark.anyio


@pytest.fixture
def lived_in(project: Repo, opener: Opener) -> Repo:
    """A project with a working set, and with memories of the project, of an agent, and of the user."""
    with opener() as app:
        at = app.workspace(project.path)
        for content, scope, origin, act in (
            ("Use it (docs/usage.md).", "project", Origin.AGENT, Act.NONE),
            ("Vans leave at six.", "project", Origin.PERSON, Act.TYPED),
            ("Short answers are preferred.", "user", Origin.PERSON, Act.TYPED),
        ):
            at.memories.remember(RememberRequest(content=content, scope=scope, origin=origin, act=act, author="ada"))
        at.tasks.set("main", project.git("rev-parse", "HEAD"), TaskChange("Ship the queue", session="s1"))
    return project


def snapshots(caplog: pytest.LogCaptureFixture) -> Counter[str]:
    """How many snapshots of each database the log tells of, by the file's name."""
    taken = [
        Path(str(record.args[0])) for record in caplog.records
        if record.msg == "snapshot of %s" and isinstance(record.args, tuple)
    ]  # fmt: skip
    return Counter(f"{'user/' if path.parent.name == 'user' else ''}{path.name}" for path in taken)


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """A client that reports its session, which is looked up first."""
    return environment | {"CLAUDE_CODE_SESSION_ID": "s2"}


@pytest.mark.parametrize("arguments", [{}, {"session": "s3"}, {"focus": "vans"}])
async def test_session_init_reads_one_snapshot_of_each_database(
    lived_in: Repo, ask: Ask, caplog: pytest.LogCaptureFixture, arguments: dict[str, object]
) -> None:
    await ask("session_init", session="none")  # what only a process's first call reads
    with caplog.at_level(logging.DEBUG, "scrubjay.storage.database"):
        answer = await ask("session_init", **arguments)
    assert "Vans leave at six." in answer
    assert snapshots(caplog) == {"home.db": 1, "session.db": 1, "knowledge.db": 1, "user/knowledge.db": 1}
