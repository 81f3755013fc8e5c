"""Sessions of a client's program in stories: it has the client's name; our real hooks and server are its children."""

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import mcp_types as types
from mcp import Client, StdioServerParameters

from tests.behaviour.processes import quiet
from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story

CLAUDE = types.Implementation(name="claude-code", version="2.1.329")


def story_of(repo: Repo) -> Story:
    """A new session's transcript, where Claude Code keeps it; tests share an account."""
    account = Path(repo.environment["HOME"])
    return Story(repo, account.parent, str(uuid4()), client=account / ".claude")


def program_of(top: Path, agent: str) -> Path:
    """A Python that runs under an agent's name."""
    program = top / "bin" / agent
    program.parent.mkdir(exist_ok=True)
    if not program.exists():
        program.symlink_to(sys.executable)
    return program


@asynccontextmanager
async def client_session(
    repo: Repo, story: Story, *more: str, agent: str = "claude", answer: Callable[..., Any] | None = None
) -> AsyncIterator[Client]:
    """A session from its start to its end; `answer` is how its user answers questions, None where none are asked.

    `more`: a session that a tool call makes up, see `a_client`.
    """
    top = Path(repo.environment["HOME"]).parent
    script = Path(__file__).with_name("a_client.py")
    search_path = os.pathsep.join(filter(None, sys.path))
    environment = repo.environment | {"PYTHONPATH": search_path, "CLAUDE_CODE_ENTRYPOINT": "cli"}
    server = StdioServerParameters(
        command=str(program_of(top, agent)), env=environment, cwd=repo.path,
        args=[str(script), sys.executable, str(repo.path), story.session, str(story.file), *more],
    )  # fmt: skip
    async with Client(server, elicitation_callback=answer, client_info=CLAUDE) as client:
        yield client
    quiet(repo)
