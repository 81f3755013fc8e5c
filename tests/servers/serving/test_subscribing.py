"""Who subscribes to a resource is told within seconds, in both eras, as long as they subscribe and no longer."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp_types import ResourceUpdatedNotification

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.settings.layers import load_settings
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Opener, Surroundings
from scrubjay_serving.subscribing import MOST_SUBSCRIPTIONS
from scrubjay_session import server as session
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.servers.serving.test_process import greet

pytestmark = [pytest.mark.anyio, pytest.mark.story, pytest.mark.filterwarnings("ignore:resources/")]

ERAS = ("legacy", "2026-07-28")
EVERY = "scrubjay://memories/*"
TASK = "scrubjay://task/HEAD"

WRITER = """
import os, sys, time
from pathlib import Path
from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.settings.layers import load_settings
git = GitEnvironment.of(os.environ)
with open_app(load_settings(os.environ), git_environment=git, wake=lambda: None) as app:
    workspace = app.workspace(Path(sys.argv[1]))
    for number in range(int(sys.argv[2])):
        content = f"Number {number} of the gulls nests beside harbour lamp {number * 7}."
        workspace.memories.remember(RememberRequest(content=content, author="ada"))
print(time.monotonic(), flush=True)
"""
"""A process that stores memories, and says when it had stored the last."""


def offers(client: Client) -> bool:
    """Whether the server says that resources can be subscribed to."""
    resources = client.server_capabilities.resources if client.server_capabilities else None
    return bool(resources and resources.subscribe)


def lookers() -> list[str]:
    """The tasks that look for changes: the servers of these tests run in this thread."""
    return [str(task.name) for task in anyio.get_running_tasks() if "_look" in str(task.name)]


async def nobody_looks() -> None:
    """Wait for the end of the looking: a client says that it closed a stream, and waits for no answer."""
    with anyio.fail_after(PATIENCE_S):
        while lookers():
            await anyio.sleep(0.01)


class Told:
    """What a client was told, with the moment of each."""

    def __init__(self) -> None:
        self.updates: list[tuple[float, str]] = []
        self._any = anyio.Event()

    def add(self, uri: str) -> None:
        self.updates.append((anyio.current_time(), uri))
        self._any.set()
        self._any = anyio.Event()

    async def more(self) -> None:
        """Wait for one more."""
        with anyio.fail_after(PATIENCE_S):
            await self._any.wait()


@asynccontextmanager
async def listening(client: Client, era: str, told: Told, *uris: str) -> AsyncIterator[None]:
    """Subscribe to resources for the length of a block, as the era has it."""
    if era == "legacy":
        for uri in uris:
            await client.subscribe_resource(uri)
        yield
        for uri in uris:
            await client.unsubscribe_resource(uri)
        return
    async with client.listen(resource_subscriptions=uris) as stream, anyio.create_task_group() as group:

        async def hear() -> None:
            async for event in stream:
                assert isinstance(event, ResourceUpdated)
                told.add(event.uri)

        group.start_soon(hear)
        yield
        group.cancel_scope.cancel()


def hearing(told: Told, era: str) -> Callable[[Any], Any]:
    """The handler of what comes outside of a stream."""

    async def handle(message: Any) -> None:
        if era == "legacy" and isinstance(message, ResourceUpdatedNotification):
            told.add(str(message.params.uri))

    return handle


@pytest.fixture
def remember(project: Repo, opener: Opener) -> Iterator[Callable[[str], None]]:
    """Stores a claim as another process would: by a home of its own."""
    with opener() as app:
        workspace = app.workspace(project.path)

        def store(content: str) -> None:
            workspace.memories.remember(RememberRequest(content=content, author="ada"))

        yield store


@pytest.mark.parametrize(("era", "writes"), [("legacy", 50), ("2026-07-28", 1_000)])
async def test_a_burst_is_told_of_after_its_last_write_by_at_most_one_message_a_second(
    era: str, writes: int, project: Repo, environment: dict[str, str]
) -> None:
    variables = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "scrubjay_knowledge", "--repo", str(project.path)], env=variables, cwd="/"
    )
    told, begun = Told(), anyio.current_time()
    async with Client(server, mode=era, message_handler=hearing(told, era)) as client:  # type: ignore[arg-type]
        async with listening(client, era, told, EVERY):
            done = await anyio.run_process(
                [sys.executable, "-c", WRITER, str(project.path), str(writes)], env=variables, cwd=project.path
            )
            last = float(done.stdout)
            while not told.updates or told.updates[-1][0] < last:
                await told.more()
        shown = await client.read_resource(EVERY)
    first = next(moment for moment, _ in told.updates if moment >= last)
    print(f"told {first - last:.2f} s after the last of {writes:,} writes, in {len(told.updates)} messages")
    assert {uri for _, uri in told.updates} == {EVERY}
    assert len(told.updates) <= anyio.current_time() - begun + 1, "at most one a second"
    assert "harbour lamp" in shown.contents[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("era", ERAS)
async def test_who_unsubscribes_is_told_nothing_and_nobody_looks_any_more(
    era: str, backend: Backend, remember: Callable[[str], None]
) -> None:
    server, told = knowledge.build(backend), Told()
    async with Client(server, mode=era, message_handler=hearing(told, era)) as client:  # type: ignore[arg-type]
        async with listening(client, era, told, EVERY, "scrubjay://memories/ops"):
            await anyio.to_thread.run_sync(remember, "Gulls nest beside harbour lamps.")
            await told.more()
            assert [uri for _, uri in told.updates] == [EVERY]
            assert lookers()
        await nobody_looks()
        remember("Otters carry violet umbrellas.")
        await client.list_resources()
        async with listening(client, era, told, EVERY):
            remember("Herons repair copper gutters.")
            await told.more()
        assert len(told.updates) == 2
    assert not lookers(), "a client that has gone leaves nothing"


@pytest.mark.parametrize("era", ERAS)
async def test_only_what_can_be_watched_is_taken(era: str, backend: Backend) -> None:
    others = ["scrubjay://document/README.md", "scrubjay://task/HEAD", "scrubjay://owls"]
    async with Client(knowledge.build(backend), mode=era) as client:
        if era == "legacy":
            assert offers(client)
            with pytest.raises(MCPError, match=r"README.md can't be watched. There are: scrubjay://memories/\{tag\}"):
                await client.subscribe_resource(others[0])
            return
        async with client.listen(resource_subscriptions=[*others, EVERY], tools_list_changed=True) as stream:
            assert stream.honored.resource_subscriptions == [EVERY]
            assert stream.honored.tools_list_changed


@pytest.mark.parametrize("era", ERAS)
async def test_subscriptions_are_bounded(era: str, backend: Backend) -> None:
    uris = [f"scrubjay://memories/tag{number}" for number in range(MOST_SUBSCRIPTIONS + 1)]
    async with Client(knowledge.build(backend), mode=era) as client:
        with pytest.raises(MCPError, match="50 resources"):
            async with listening(client, era, Told(), *uris):
                pass
        assert (await client.list_resources()).resources


async def test_a_server_without_the_extension_offers_no_subscription(
    project: Repo, environment: dict[str, str], opener: Opener
) -> None:
    with open_app(load_settings(environment), git_environment=GitEnvironment.of(environment)) as app:
        (app.settings.home / "config.yaml").write_text("extensions: {watch: off}\n", encoding="utf-8")
    server = session.build(Backend(Surroundings(environment, project.path, ""), opener))
    async with Client(server, mode="legacy") as client:
        assert not offers(client)
        assert TASK not in [resource.uri for resource in (await client.list_resources()).resources]
        with pytest.raises(MCPError):
            await client.subscribe_resource(TASK)


async def test_a_task_that_another_session_sets_is_told(backend: Backend, project: Repo, opener: Opener) -> None:
    told = Told()
    async with Client(session.build(backend)) as client, listening(client, "2026-07-28", told, TASK):
        async with Client(session.build(Backend(backend.surroundings, opener))) as other:
            await other.call_tool("set_task_context", {"task": "Count owls"})
        await told.more()
        shown = await client.read_resource(TASK)
    assert "Count owls" in shown.contents[0].text  # type: ignore[union-attr]


def test_a_server_that_nobody_subscribes_to_loads_nothing_of_it(project: Repo, environment: dict[str, str]) -> None:
    code = (
        "import json, sys, anyio\nfrom pathlib import Path\nfrom mcp import Client\n"
        "from scrubjay_serving.backend import Backend, Surroundings\nfrom scrubjay_session.server import build\n"
        "async def main(path):\n"
        "    async with Client(build(Backend(Surroundings(dict(__import__('os').environ), path)))) as client:\n"
        "        await client.list_tools()\n"
        "        assert not (await client.call_tool('get_task_context', {})).is_error\n"
        "        async with client.listen(tools_list_changed=True): pass\n"
        "anyio.run(main, Path(sys.argv[1]))\n"
        "print(json.dumps([name for name in sys.modules if 'scrubjay_watch' in name or 'subscribing' in name]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(project.path)],
        env=environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}, capture_output=True, check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize("module", ["scrubjay_session", "scrubjay_knowledge"])
def test_a_process_ends_with_its_client_though_somebody_subscribes(
    module: str, project: Repo, environment: dict[str, str]
) -> None:
    uri = TASK if module == "scrubjay_session" else EVERY
    subscribe = {"jsonrpc": "2.0", "id": 2, "method": "resources/subscribe", "params": {"uri": uri}}
    with subprocess.Popen(
        [sys.executable, "-m", module, "--repo", str(project.path)],
        env=environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        greet(process)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(subscribe).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"jsonrpc": "2.0", "id": 2, "result": {}}
        rest, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, rest, errors) == (0, b"", b"")


async def test_what_cannot_be_looked_at_is_logged_once_and_told_once_it_can(
    backend: Backend, project: Repo, remember: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    told, moved = Told(), project.path.with_name("moved")
    async with Client(knowledge.build(backend)) as client, listening(client, "2026-07-28", told, EVERY):
        project.path.rename(moved)
        with anyio.fail_after(PATIENCE_S):
            while not caplog.records:
                await anyio.sleep(0.05)
        moved.rename(project.path)
        remember("Gulls nest beside harbour lamps.")
        await told.more()
    (record,) = caplog.records
    assert record.getMessage().startswith("what is watched can't be looked at: ")
