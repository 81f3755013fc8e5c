"""The order of the ways that lead to a repository."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import mcp_types as types
import pytest
from mcp import Client

from scrubjay.errors import NotARepository, NotInitialised, UsageError
from scrubjay.identity.insight.counting import EventCounts
from scrubjay.model.clock import system_clock
from scrubjay.settings.schema import Settings
from scrubjay.storage.files import Looks
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.worktree import Target, before_roots, find_worktree, root_paths
from tests.servers.answers import offer

pytestmark = pytest.mark.anyio


CORE = Settings(home=Path())
UNCOUNTED = EventCounts(Path(), system_clock, keep=False)


@dataclass(frozen=True)
class FakeWorkspace:
    """Says only where it is, that it offers the core alone, and that nothing is counted."""

    path: Path
    settings: Settings = CORE
    counts: EventCounts = UNCOUNTED


class FakePresence:
    """Knows where one session said that it works."""

    def __init__(self, reported: Mapping[str, Path]) -> None:
        self.reported = reported

    def of(self, session: str) -> Path | None:
        return self.reported.get(session)


class FakeDatabase:
    """Has nothing to read."""

    @contextmanager
    def snapshot(self, looks: Looks) -> Iterator[None]:
        yield


class FakeApp:
    """Knows some repositories by path, and counts how often it was opened."""

    def __init__(
        self, *repositories: Path, uninitialised: tuple[Path, ...] = (), reported: Mapping[str, Path] | None = None
    ) -> None:
        self.presence = FakePresence(reported or {})
        self.home_database = FakeDatabase()
        self.repositories = repositories
        self.uninitialised = uninitialised
        self.opened = self.closed = 0

    def workspace(self, path: Path, looks: Looks | None = None) -> FakeWorkspace:
        if path in self.uninitialised:
            raise NotInitialised
        if path not in self.repositories:
            raise NotARepository
        return FakeWorkspace(path)

    @contextmanager
    def open(self) -> Iterator["FakeApp"]:
        self.opened += 1
        yield self
        self.closed += 1


A, B, C, D = Path("/a"), Path("/b"), Path("/c"), Path("/d")


def backend(app: FakeApp, environment: Mapping[str, str] | None = None, repo: str = "", cwd: Path = D) -> Backend:
    return Backend(Surroundings(environment or {}, cwd, repo), cast("Opener", app.open))


def where(here: Target, repo: str = "") -> str:
    """Tell the place of a call."""
    return f"{here.source}: {cast('Any', here.workspace).path}"


async def ask(
    backend: Backend, mode: str = "auto", repo: str = "", roots: tuple[str, ...] | None = None
) -> types.CallToolResult:
    server = ScrubjayServer("test", title="t", instructions="", backend=backend)
    offer(server, where, "Where", "Where?")

    async def list_roots(context: object) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=uri) for uri in roots or ()])  # type: ignore[arg-type]

    callback = list_roots if roots is not None else None
    async with Client(server, mode=cast("Any", mode), list_roots_callback=callback) as client:
        return await client.call_tool("where", {"repo": repo} if repo else {})


def text(result: types.CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, types.TextContent))


@pytest.mark.parametrize(
    ("repo", "variables", "server_repo", "expected"),
    [
        ("/a", {"CLAUDE_PROJECT_DIR": "/b"}, "/c", "repo: /a"),
        ("", {"CLAUDE_PROJECT_DIR": "/b"}, "/c", "CLAUDE_PROJECT_DIR: /b"),
        ("", {"CLAUDE_PROJECT_DIR": "/nowhere"}, "/c", "--repo: /c"),
        ("", {}, "/c", "--repo: /c"),
        ("", {}, "", "working directory: /d"),
    ],
)
def test_the_first_way_that_leads_to_a_repository_wins(
    repo: str, variables: dict[str, str], server_repo: str, expected: str
) -> None:
    place = find_worktree(backend(FakeApp(A, B, C, D), variables, server_repo), repo)
    assert f"{place.source}: {cast('Any', place.workspace).path}" == expected


def test_where_the_session_last_said_it_works_comes_before_the_clients_folder() -> None:
    app = FakeApp(A, B, reported={"s1": A})
    assert find_worktree(backend(app, {"CLAUDE_PROJECT_DIR": "/b", "CLAUDE_CODE_SESSION_ID": "s1"})).source == (
        "this session's last report"
    )
    assert (
        find_worktree(backend(app, {"CLAUDE_PROJECT_DIR": "/b", "CLAUDE_CODE_SESSION_ID": "s2"})).source
        == "CLAUDE_PROJECT_DIR"
    )
    assert (
        find_worktree(backend(app, {"CLAUDE_PROJECT_DIR": "/b", "CLAUDE_CODE_SESSION_ID": "s1"}), "/b").source == "repo"
    )


def test_a_relative_repo_is_taken_from_the_working_directory() -> None:
    assert before_roots("sub", backend(FakeApp()))[0].path == D / "sub"


@pytest.mark.parametrize("repo", ["a\0b", "~nobody-of-that-name/x", "x" * 5000])
def test_what_can_not_be_a_path_is_refused(repo: str) -> None:
    with pytest.raises(UsageError, match="repo"):
        find_worktree(backend(FakeApp(D)), repo)


def test_an_explicit_repo_that_is_none_is_not_replaced_by_another() -> None:
    with pytest.raises(NotARepository, match=r"repo: /nowhere"):
        find_worktree(backend(FakeApp(A, D), {"CLAUDE_PROJECT_DIR": "/a"}), "/nowhere")


def test_when_nothing_leads_to_a_repository_the_error_names_the_ways() -> None:
    with pytest.raises(NotARepository) as caught:
        find_worktree(backend(FakeApp(A), {"CLAUDE_PROJECT_DIR": "/x"}))
    for word in ("repo=", "CLAUDE_PROJECT_DIR: /x", "--repo", "roots", "working directory: /d"):
        assert word in str(caught.value)


def test_a_repository_that_is_not_set_up_is_said_and_not_skipped() -> None:
    with pytest.raises(NotInitialised):
        find_worktree(backend(FakeApp(D, uninitialised=(B,)), {"CLAUDE_PROJECT_DIR": "/b"}))


def test_only_local_folders_among_the_roots_count() -> None:
    uris = ("file:///a%20b", "https://example.org/x", "file:///c")
    result = types.ListRootsResult(roots=[types.Root.model_construct(uri=uri) for uri in uris])
    assert root_paths(result) == (Path("/a b"), Path("/c"))


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_in_both_eras_the_clients_roots_rank_above_the_working_directory(mode: str) -> None:
    result = await ask(backend(FakeApp(A, D)), mode, roots=("file:///nowhere", "file:///a"))
    assert text(result) == "root: /a"


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_in_both_eras_a_client_without_roots_needs_no_interaction(mode: str) -> None:
    assert text(await ask(backend(FakeApp(A, D)), mode)) == "working directory: /d"


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_roots_are_not_asked_for_when_a_better_way_is_known(mode: str) -> None:
    result = await ask(backend(FakeApp(A, B), {"CLAUDE_PROJECT_DIR": "/b"}), mode, roots=("file:///a",))
    assert text(result) == "CLAUDE_PROJECT_DIR: /b"


async def test_the_app_is_opened_once_on_the_first_call_and_closed_with_the_server() -> None:
    app = FakeApp(A)
    held = backend(app)
    server = ScrubjayServer("test", title="t", instructions="", backend=held)
    offer(server, where, "Where", "Where?")
    async with Client(server) as client:
        assert app.opened == 0
        await client.call_tool("where", {"repo": "/a"})
        await client.call_tool("where", {"repo": "/a"})
        assert (app.opened, app.closed) == (1, 0)
    assert (app.opened, app.closed) == (1, 1)
