"""What a session was told is forgotten with the memory that it was told: of every project, and from the files."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import StorageError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.session.tasks.sent import FORGOTTEN, Telling
from scrubjay_serving.backend import Opener
from tests.conftest import Repo

CLAIM = "The gate of the aviary opens at six."


@pytest.fixture
def home(opener: Opener) -> Iterator[App]:
    with opener() as app:
        yield app


def told(at: Workspace, scope: str) -> str:
    """The id of a memory that a session of the project was told."""
    request = RememberRequest(content=CLAIM, author="ada", scope=scope, origin=Origin.PERSON, act=Act.TYPED)
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored)
    return outcome.id


def tell(at: Workspace) -> None:
    text = at.briefer.compose("gate of the aviary").text
    assert CLAIM in text
    at.sent_texts.keep(Telling(session="s1", worktree="/w", channel="start", text=text), at.sent_texts.mark())


def left(at: Workspace) -> str:
    return "\n".join(kept.text for kept in at.sent_texts.told("s1"))


def test_its_line_goes_and_the_others_stay(home: App, project: Repo) -> None:
    at = home.workspace(project.path)
    id = told(at, "project")
    tell(at)
    at.memories.forget(id, "ada", authority=True)
    assert CLAIM not in left(at)
    assert id[:8] not in left(at)
    assert FORGOTTEN in left(at)
    assert "Told by people" in left(at)


def test_what_follows_the_user_is_forgotten_in_every_project(
    home: App, project: Repo, make_repo: Callable[..., Repo], tmp_path: Path
) -> None:
    other = make_repo("other")
    other.commit("first", {"README.md": "# Other\n"})
    at, there = home.workspace(project.path), home.initialise(other.path)
    id = told(at, "user")
    tell(there)
    at.memories.forget(id, "ada", authority=True)
    assert CLAIM not in left(there)
    assert FORGOTTEN in left(there)


def test_its_bytes_are_in_no_file_of_the_projects(home: App, project: Repo, make_repo: Callable[..., Repo]) -> None:
    other = make_repo("other")
    other.commit("first", {"README.md": "# Other\n"})
    at, there = home.workspace(project.path), home.initialise(other.path)
    id = told(at, "user")
    for place in (at, there):
        tell(place)
        assert any(CLAIM.encode() in file.read_bytes() for file in files(place))
    at.memories.forget(id, "ada", authority=True)
    for place in (at, there):
        assert not [file.name for file in files(place) if CLAIM.encode() in file.read_bytes()]


def files(at: Workspace) -> list[Path]:
    return list(at.project.folder.glob("session.db*"))


def test_a_project_whose_file_is_damaged_keeps_no_other_from_forgetting(
    home: App, project: Repo, make_repo: Callable[..., Repo]
) -> None:
    at = home.workspace(project.path)
    id = told(at, "user")
    tell(at)
    damaged = at.project.folder.parent / ("0" * 32)
    damaged.mkdir()
    (damaged / "session.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StorageError):
        at.memories.forget(id, "ada", authority=True)
    assert CLAIM not in left(at)
    assert not [file.name for file in files(at) if CLAIM.encode() in file.read_bytes()]
