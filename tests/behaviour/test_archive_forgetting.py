"""Nothing that a member forgot is at the team's archive afterwards, whatever was cut off, and whoever was at work."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.wiring.sessions import forget_elsewhere
from scrubjay_joined.archive import ArchiveFile, number_of
from scrubjay_joined.archive_commands import forget_there
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import TeamAway
from scrubjay_joined.membership import joined_server
from tests.behaviour.joined_homes import member as member
from tests.behaviour.joined_homes import patient as patient
from tests.behaviour.joined_homes import proxy as proxy
from tests.behaviour.test_archive_of_sessions import MINE, SAID, SESSION, Member, begin_before, objects, say, work
from tests.behaviour.test_archive_of_sessions import folder as folder
from tests.behaviour.test_archive_of_sessions import match as match
from tests.behaviour.test_archive_of_sessions import served as served
from tests.servers.team.conftest import databases as databases
from tests.servers.team.conftest import postgres as postgres
from tests.servers.team.index.conftest import make_mirror as make_mirror

pytest.importorskip("obstore")
pytest.importorskip("zstandard")
pytestmark = [pytest.mark.story]


@pytest.fixture
def home(member: Member, patient: None, match: Callable[[Workspace], None], tmp_path: Path) -> Workspace:
    """Anna's home, which chose it and has a session to send."""
    at = member("anna", config=MINE).at
    match(at)
    begin_before(at)
    say(at, tmp_path, SAID)
    return at


def forget_here(at: Workspace) -> None:
    at.session_forgetting.forget(at.session_forgetting.found(SESSION))


def test_an_answer_that_was_lost(home: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post = TeamClient.post

    def lost(client: TeamClient, path: str, body: Any) -> Any:
        post(client, path, body)
        raise TeamAway(client.url, "cut off", home.clock())

    with monkeypatch.context() as patched:
        patched.setattr(TeamClient, "post", lost)
        work(home)
    assert len(objects(folder)) == 1
    assert forget_elsewhere(home, [SESSION]) == ()
    forget_here(home)
    assert objects(folder) == []


def test_a_worker_that_comes_between(home: Workspace, folder: Path) -> None:
    work(home)
    assert forget_elsewhere(home, [SESSION]) == ()
    work(home)
    forget_here(home)
    work(home)
    assert objects(folder) == []


def test_a_worker_that_sends_meanwhile(home: Workspace, folder: Path) -> None:
    work(home)
    with ArchiveFile(home.user_settings.home).locked() as ours:
        assert ours
        assert forget_elsewhere(home, [SESSION]) == ()
    forget_here(home)
    work(home)
    assert objects(folder) == []


def test_one_that_was_named_to_the_command(home: Workspace, folder: Path) -> None:
    work(home)
    settings = home.user_settings
    joined = joined_server(settings)
    assert joined is not None
    assert forget_there(joined, ArchiveFile(settings.home), [number_of(SESSION)]).forgotten == 1
    work(home)
    assert objects(folder) == []


def test_a_sub_agents_alone(home: Workspace, folder: Path, tmp_path: Path) -> None:
    say(home, tmp_path, "The sub-agent counted giraffes.", session=f"{SESSION}/sub")
    work(home)
    before = objects(folder)[0].read_bytes()
    assert forget_elsewhere(home, [f"{SESSION}/sub"]) == ()
    home.session_forgetting.forget(home.session_forgetting.found(f"{SESSION}/sub"))
    assert [path for path in objects(folder) if path.read_bytes() == before] == []
