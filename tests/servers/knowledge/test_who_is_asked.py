"""Who is asked by review_memories, and about what? A user who set it so, by the client that its hooks reported."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client

from scrubjay.identity.audit.trusted import SET, resource_of
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.lineage import Process
from scrubjay.identity.person.permit import Permit
from scrubjay_knowledge.server import build
from scrubjay_serving.backend import Backend, Opener
from tests.servers.knowledge.test_memories import told
from tests.servers.knowledge.test_review import ABOVE, PARENT, READER, User, backend, call, client, held, user

__all__ = ["backend", "client", "told", "user"]

pytestmark = [pytest.mark.anyio, pytest.mark.story]


async def asks(backend: Backend, user: User) -> bool:
    """Whether the user is asked about a held claim; where not, the agent is told so."""
    async with Client(build(backend), elicitation_callback=user) as client:
        _, failed = await call(client, action="ask", ids=[await held(client)])
    assert failed is not bool(user.asked)
    return bool(user.asked)


@pytest.mark.parametrize("entrypoint", ["sdk-cli", "sdk-py", "sdk-ts", "claude-vscode", ""])
async def test_in_a_session_that_a_program_drives_nobody_is_asked(
    backend: Backend, user: User, entrypoint: str
) -> None:
    environment = {**backend.surroundings.environment, "CLAUDE_CODE_ENTRYPOINT": entrypoint}
    backend.surroundings = replace(backend.surroundings, environment=environment)
    assert not await asks(backend, user)


async def test_in_a_client_that_says_nothing_of_it_nobody_is_asked_unless_a_person_typed(
    backend: Backend, user: User, environment: dict[str, str]
) -> None:
    backend.surroundings = replace(backend.surroundings, environment=environment)
    assert not await asks(backend, user)


@pytest.mark.parametrize("text", ["", "trust:\n  elicitation: false\n"])
async def test_unless_the_users_file_says_so_nobody_is_asked(
    backend: Backend, user: User, environment: dict[str, str], text: str
) -> None:
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text(text, encoding="utf-8")
    assert not await asks(backend, user)


async def test_a_file_that_no_person_wrote_by_settings_set_asks_nobody(
    backend: Backend, user: User, opener: Opener
) -> None:
    with opener() as app:
        app.record_act(Permit(Actor.PERSON, "tty"), SET, resource_of("trust.elicitation", "false"))
        app.record_act(Permit(Actor.SCRIPT), SET, resource_of("trust.elicitation", "true"))
    assert not await asks(backend, user)


FAKE = Process(80, "8000", ("claude",))
LINES = {
    "an agent's own client below the real one": (Process(80, "8000", ("python3", "client.py")), PARENT, ABOVE),
    "one that bears the client's name": (FAKE, PARENT, ABOVE),
    "one that left the tree": (FAKE, ABOVE),
    "a shell between": (Process(80, "8000", ("bash",)), PARENT, ABOVE),
    "nothing": (),
}


@pytest.mark.parametrize("line", LINES)
async def test_only_the_client_that_a_hook_reported_asks(backend: Backend, user: User, line: str) -> None:
    backend._ancestors = lambda: LINES[line]
    assert not await asks(backend, user)


@pytest.mark.parametrize("nested", [True, False])
async def test_a_client_that_another_one_started_asks_nobody_though_its_hooks_report_it(
    backend: Backend, user: User, opener: Opener, nested: bool
) -> None:
    with opener() as app:
        app.client_sessions.report(FAKE, "s2", "/u.jsonl", str, nested=nested, moved=False)
    backend._ancestors = lambda: (FAKE, PARENT, ABOVE)
    assert not await asks(backend, user)


async def test_a_client_in_two_sessions_asks_nobody(backend: Backend, user: User, opener: Opener) -> None:
    with opener() as app:
        app.client_sessions.report(PARENT, "s2", "/u.jsonl", str, nested=False, moved=False)
    assert not await asks(backend, user)


async def test_what_speaks_to_the_reader_is_decided_in_a_terminal_alone(client: Client, user: User) -> None:
    told = await client.call_tool("remember", {"content": READER})
    assert told.structured_content
    said, failed = await call(client, action="ask", ids=[told.structured_content["id"]])
    assert (failed, "`scrubjay review` in a terminal" in said, user.asked) == (True, True, [])
    user.content = {"choice": "reword", "words": READER}
    said, failed = await call(client, action="ask", ids=[await held(client)])
    assert (failed, "speak to whoever reads them" in said) == (True, True)


async def test_what_would_end_a_persons_word_is_decided_in_a_terminal_alone(
    client: Client, user: User, told: Callable[[str], str]
) -> None:
    id = told("Never deploy on Fridays.")
    done = await client.call_tool("remember", {"content": "Deploy on Fridays.", "supersedes": id})
    assert done.structured_content
    said, failed = await call(client, action="ask", ids=[done.structured_content["id"]])
    assert (failed, "would end what a person told" in said, user.asked) == (True, True, [])
